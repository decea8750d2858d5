package dev.plumbline.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the tests in a process of its own, which answers each line with a line; killed when it is closed. */
public final class ChildProcess implements AutoCloseable {
    private final Process process;
    private final PrintWriter to;
    private final BufferedReader from;

    private ChildProcess(Process process) {
        this.process = process;
        this.to = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static ChildProcess of(Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData", // or it may warn on its output
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        return new ChildProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    public String ask(String line) throws IOException {
        to.println(line);
        return String.valueOf(from.readLine());
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }
}
