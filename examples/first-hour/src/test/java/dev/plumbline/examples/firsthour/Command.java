package dev.plumbline.examples.firsthour;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a process printed until its end.
 *
 * @param exit its exit code
 * @param out its standard output
 * @param err its standard error
 */
record Command(int exit, String out, String err) {
    private static final int MOST_MINUTES = 8;

    /** Runs a command in a folder with a key in its environment, and that text as its input. */
    static Command run(Path folder, String input, List<String> command) throws IOException, InterruptedException {
        Path in = Files.writeString(folder.resolve(".in"), input);
        File out = folder.resolve(".out").toFile();
        File err = folder.resolve(".err").toFile();
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out)
                .redirectError(err);
        environment(process.environment());
        Process running = process.start();
        if (!running.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
            throw new IllegalStateException("no end after " + MOST_MINUTES + " minutes: " + command);
        }
        return new Command(running.exitValue(), text(out), text(err));
    }

    private static void environment(Map<String, String> variables) {
        variables.put("OPENAI_API_KEY", "key-of-the-test");
        variables.put("JAVA_HOME", System.getProperty("java.home"));
        variables.remove("DBUS_SESSION_BUS_ADDRESS"); // the keyring of whoever runs the test is not for it
        // Each of them makes a JVM print a line.
        List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "MAVEN_OPTS", "MAVEN_ARGS")
                .forEach(variables::remove);
        // A compiler of Kotlin within Maven, which the tests need so that no process stays behind, calls
        // sun.misc.Unsafe, and since 24 a JVM prints four lines about that.
        if (Runtime.version().feature() >= 24) {
            variables.put("MAVEN_OPTS", "--sun-misc-unsafe-memory-access=allow");
        }
    }

    private static String text(File file) throws IOException {
        return Files.readString(file.toPath(), StandardCharsets.UTF_8);
    }

    /** Returns the path of a program of the JDK that runs the tests. */
    static String ofJdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }
}
