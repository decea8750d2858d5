package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.CpuAffinity;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program of a peer, which runs in a process of its own.
 *
 * @param module the module that it is in, a folder of {@code comparison}
 * @param main its main class
 */
record PeerProgram(String module, String main) {

    /** Returns the folder of all peers. */
    private static Path comparison() {
        return Path.of(System.getProperty("comparison.folder", "checks/comparison"))
                .toAbsolutePath();
    }

    /** Returns the jars of the library and of its dependencies. */
    List<Path> jars() {
        try {
            String path = Files.readString(comparison().resolve(module).resolve("target/classpath.txt"))
                    .strip();
            return Stream.of(path.split(File.pathSeparator, -1))
                    .filter(jar -> !jar.isEmpty()
                            && !jar.contains("comparison" + File.separator + "harness")
                            && !jar.contains("comparison-harness"))
                    .map(Path::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns its process, not yet started, on those processors, e.g. {@code 0,1}, if the system supports it. */
    ProcessBuilder process(String processors, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (CpuAffinity.isChosen()) {
            command.addAll(List.of("taskset", "-c", processors));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), main));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /** Returns the jar of a program; an installed program is a jar, and folders are slow to look up each class in. */
    private static Path program(String module) {
        try (Stream<Path> built = Files.list(comparison().resolve(module).resolve("target"))) {
            return built.filter(file -> file.getFileName().toString().startsWith("comparison-" + module + "-")
                            && file.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalStateException("no jar of " + module + "; build it: mvnw -Pbench package"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String classPath() {
        List<String> path = new ArrayList<>();
        path.add(program(module).toString());
        path.add(program("harness").toString());
        jars().forEach(jar -> path.add(jar.toString()));
        return String.join(File.pathSeparator, path);
    }
}
