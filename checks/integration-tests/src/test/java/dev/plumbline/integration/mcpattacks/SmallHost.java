package dev.plumbline.integration.mcpattacks;

import dev.plumbline.mcp.McpLimits;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** An attacked host in a process of its own with a heap of 64 MB, which says on each line of input how it is. */
final class SmallHost implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final int port;
    private final String token;

    SmallHost(Path folder) throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHost.class.getName(),
                        folder.toString()))
                .redirectError(new File(folder.toFile(), "host.log"))
                .start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String[] access = answers.readLine().split(" ", 2);
        port = Integer.parseInt(access[0]);
        token = access[1];
    }

    int port() {
        return port;
    }

    String token() {
        return token;
    }

    RawClient client(String name) {
        return new RawClient(port, token).named(name);
    }

    /** Returns the number of open calls, and of tools that run. */
    String state() {
        try {
            process.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
            return String.valueOf(answers.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException("the host is gone", e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join(); // from then on it writes nothing into the folder
    }

    /** Serves until the input ends. */
    public static void main(String... folder) throws IOException {
        try (AttackedHost host = new AttackedHost(
                        Path.of(folder[0]),
                        options -> options.allowClients("*")
                                .limits(McpLimits.ofDefaults()
                                        .withRequestsPerSecond(1_000_000)
                                        .withCalls(400)));
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(
                    host.server().address().getPort() + " " + host.server().token());
            while (in.readLine() != null) {
                System.out.println(host.server().openCalls() + " open, " + host.running.get() + " running");
            }
        }
    }
}
