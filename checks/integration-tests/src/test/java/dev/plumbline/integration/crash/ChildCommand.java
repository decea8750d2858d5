package dev.plumbline.integration.crash;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts {@link DrawingProgram} as a child process. For many children, its classes are read once into an archive of the
 * JVM (class data sharing): a start takes a third of the time then.
 */
final class ChildCommand {
    private final List<String> command;

    private ChildCommand(List<String> command) {
        this.command = command;
    }

    /** Starts children from the class path of this process. */
    static ChildCommand ofClassPath() {
        return new ChildCommand(java(System.getProperty("java.class.path")));
    }

    /** Starts children from an archive of classes in a folder. An archive has classes of jars only. */
    static ChildCommand archived(Path folder) throws IOException, InterruptedException {
        String jars = jars(Files.createDirectories(folder));
        Path archive = folder.resolve("classes.jsa");
        List<String> dump = java(jars);
        dump.add(1, "-XX:ArchiveClassesAtExit=" + archive);
        Process process = new ChildCommand(dump).start(Files.createDirectory(folder.resolve("trial")), 1, 200);
        process.getInputStream().transferTo(OutputStream.nullOutputStream());
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0 || !Files.exists(archive)) {
            throw new IllegalStateException("no archive of classes was written: "
                    + Files.readString(folder.resolve("trial").resolve("child.log")));
        }
        List<String> command = java(jars);
        command.add(1, "-XX:SharedArchiveFile=" + archive);
        return new ChildCommand(command);
    }

    private static List<String> java(String classPath) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData", // or it may warn on its output
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-cp",
                classPath,
                DrawingProgram.class.getName()));
    }

    /** Returns the class path of this process with a jar in place of each folder. */
    private static String jars(Path folder) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (!Files.isDirectory(path)) {
                entries.add(entry);
                continue;
            }
            Path jar = folder.resolve("classes" + entries.size() + ".jar");
            pack(path, jar);
            entries.add(jar.toString());
        }
        return entries.stream().filter(entry -> !entry.isEmpty()).collect(Collectors.joining(File.pathSeparator));
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream to = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(to);
                Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                packed.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, packed);
            }
        }
    }

    /** Starts a child that uses a folder, and ends by itself after a number of steps. */
    Process start(Path own, int seed, int steps) throws IOException {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(own.toString(), Integer.toString(seed), Integer.toString(steps)));
        return new ProcessBuilder(all)
                .redirectError(own.resolve("child.log").toFile())
                .start();
    }
}
