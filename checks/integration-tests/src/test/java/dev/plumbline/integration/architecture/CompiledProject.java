package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The compiled project: its folders, its compiled modules, and the check of a rule on both the project and planted code. */
final class CompiledProject {
    static final String ROOT = "dev.plumbline";

    /**
     * The folders of everything that is shipped, as Maven lists them. The others (tests, examples, benchmarks, the list of
     * versions) hold nothing to import.
     */
    static final List<String> MODULES = listed();

    private static final String PLANTED = ROOT + ".violations.";

    private CompiledProject() {}

    /** The folder that holds the parent build. */
    static Path folder() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("sdk-api"))) {
            here = Optional.ofNullable(here.getParent()).orElseThrow();
        }
        return here;
    }

    private static List<String> listed() {
        try {
            return Pattern.compile("<module>((?:addons/)?sdk-[\\w-]+)</module>")
                    .matcher(Files.readString(folder().resolve("pom.xml")))
                    .results()
                    .map(module -> module.group(1))
                    .filter(module -> !module.equals("sdk-bom"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path compiled(String module) {
        return folder().resolve(module).resolve("target/classes");
    }

    /** The classes of all modules; planted code is never among them. */
    static JavaClasses classes() {
        return Imported.CLASSES;
    }

    /** How many classes each module has, package-info included. */
    static Map<String, Long> count() {
        return MODULES.stream()
                .collect(Collectors.toMap(
                        module -> module,
                        module -> classes().stream()
                                .filter(c -> isFrom(module, c))
                                .count(),
                        Long::sum,
                        TreeMap::new));
    }

    /** Returns what a module exports and requires. */
    static ModuleDescriptor descriptor(String module) {
        try (InputStream in = Files.newInputStream(compiled(module).resolve("module-info.class"))) {
            return ModuleDescriptor.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the module in which a class is compiled; empty if it is none that is shipped. */
    static String module(JavaClass type) {
        return MODULES.stream()
                .filter(module -> isFrom(module, type))
                .findFirst()
                .orElse("");
    }

    /** Whether a class is compiled in that module. */
    static boolean isFrom(String module, JavaClass type) {
        return type.getSource().orElseThrow().getUri().getPath().startsWith(compiled(module) + "/");
    }

    /** Fails with every place where the project breaks the rule. */
    static void keeps(Function<String, ArchRule> rule) {
        assertThat(broken(rule.apply(ROOT), classes())).isEmpty();
    }

    /**
     * Fails unless the rule, put to the planted code of that name, names every type that begins with {@code Bad} and none
     * that begins with {@code Fine}.
     */
    static void catches(String planted, Function<String, ArchRule> rule) {
        String root = PLANTED + planted;
        JavaClasses classes = new ClassFileImporter().importPackages(root);
        List<String> found = broken(rule.apply(root), classes);
        assertThat(topLevel(classes, "Bad"))
                .isNotEmpty()
                .allSatisfy(bad -> assertThat(found).anyMatch(line -> blames(line, bad)));
        assertThat(topLevel(classes, "Fine"))
                .allSatisfy(fine -> assertThat(found).noneMatch(line -> blames(line, fine)));
    }

    /** A line begins with who broke the rule; in a cycle it is everybody named. */
    private static boolean blames(String line, String type) {
        return line.startsWith("Cycle") ? line.contains(type) : line.matches(Pattern.quote(type) + "[:$][\\s\\S]*");
    }

    private static List<String> topLevel(JavaClasses classes, String prefix) {
        return classes.stream()
                .filter(c -> c.isTopLevelClass() && c.getSimpleName().startsWith(prefix))
                .map(JavaClass::getName)
                .toList();
    }

    private static List<String> broken(ArchRule rule, JavaClasses classes) {
        return rule.allowEmptyShould(true).evaluate(classes).getFailureReport().getDetails();
    }

    private static final class Imported {
        static final JavaClasses CLASSES = new ClassFileImporter()
                .importPaths(MODULES.stream()
                        .map(CompiledProject::compiled)
                        .flatMap(Imported::existing)
                        .toList());

        private static Stream<Path> existing(Path folder) {
            return Files.isDirectory(folder) ? Stream.of(folder) : Stream.empty();
        }
    }
}
