package dev.plumbline.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The compiled classes of a module's tests, and of the modules that they use. */
final class ModuleClasses {
    private final Path project;
    private final String module;
    private final ClassMutants mutants = new ClassMutants(ModuleClasses.class.getClassLoader());

    ModuleClasses(Path project, String module) {
        this.project = project;
        this.module = module;
    }

    ClassMutants mutants() {
        return mutants;
    }

    /** Returns the tests of this module that a row names. */
    List<NamedTest> tests(TraceRow row) {
        List<NamedTest> tests = new ArrayList<>();
        for (String name : row.testsOf(module)) {
            String simple = name.substring(0, name.indexOf('.'));
            find(project.resolve(module).resolve("target/test-classes"), simple)
                    .map(file -> NamedTest.of(name, type(ClassMutants.className(file))))
                    .ifPresent(tests::add);
        }
        return tests;
    }

    /** Returns how tests of this module end in a new process. */
    NamedTest.Outcome fresh(List<Baselines.Run> tests) {
        return FreshRun.of(project, module, tests);
    }

    /** Returns the class file of a place, if the tests of this module have the class. */
    Optional<Path> classFile(String place) {
        String[] parts = place.split(":", 2);
        return find(project.resolve(parts[0]).resolve("target/classes"), parts[1])
                .filter(file -> getClass()
                                .getClassLoader()
                                .getResource(ClassMutants.className(file).replace('.', '/') + ".class")
                        != null);
    }

    private static Optional<Path> find(Path folder, String simple) {
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().equals(simple + ".class"))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name, false, ModuleClasses.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the test class " + name + " is not on the class path", e);
        }
    }
}
