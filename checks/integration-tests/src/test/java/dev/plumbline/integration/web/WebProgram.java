package dev.plumbline.integration.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A program with a page, in a process of its own that a test kills. It prints its address; each line that it reads is a piece of an answer. */
final class WebProgram implements AutoCloseable {
    private static final String END = "end";

    private final Process process;
    final String address;

    private WebProgram(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Runs the program with a folder and a port as its arguments. */
    public static void main(String[] arguments) throws IOException {
        try (WebHost host = new WebHost(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(host.web.address());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals(END)) {
                    host.model.end();
                } else {
                    host.model.text(line);
                }
            }
        }
    }

    /** Starts the program; it ends at the latest with this process, because it reads its input. */
    static WebProgram start(Path folder, int port) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WebProgram.class.getName(),
                        folder.toString(),
                        Integer.toString(port)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new WebProgram(
                process,
                String.valueOf(process.inputReader(StandardCharsets.UTF_8).readLine()));
    }

    void says(String piece) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(piece).append('\n').flush();
    }

    void ends() throws IOException {
        says(END);
    }

    /** Kills the process without warning. */
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
