package dev.plumbline.integration.teams;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.integration.FreePort;
import dev.plumbline.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A real server on loopback, which keeps nothing on disk. */
public final class RedisForTests implements AutoCloseable {
    private final Process process;
    private final int port;

    private RedisForTests(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server; without its program, the test is skipped. */
    public static RedisForTests start() throws IOException {
        List<String> programs = Stream.of("redis-server", "valkey-server")
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(path -> Path.of(path, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .toList();
        assumeTrue(
                !programs.isEmpty(),
                "SKIPPED, and it should not be: install redis-server or valkey-server (.ci/run does)");
        for (int tries = 0; tries < 20; tries++) {
            int port = FreePort.find();
            Process process = new ProcessBuilder(
                            programs.get(0),
                            "--port",
                            String.valueOf(port),
                            "--bind",
                            "127.0.0.1",
                            "--save",
                            "",
                            "--dir",
                            "target")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            RedisForTests started = new RedisForTests(process, port);
            if (Await.until(() -> !process.isAlive() || started.accepts(), Duration.ofSeconds(60))
                    && process.isAlive()) {
                return started;
            }
            started.close();
        }
        throw new AssertionError("no server has started");
    }

    private boolean accepts() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /** Returns the address of the server. */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
