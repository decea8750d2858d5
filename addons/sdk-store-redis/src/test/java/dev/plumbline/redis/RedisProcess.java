package dev.plumbline.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** A real server on loopback, in a process of its own, which keeps nothing on disk unless it is asked to. */
final class RedisProcess implements AutoCloseable {
    static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * Below the ports that the system gives to clients, one of which could take that of a server that is restarted.
     * The port for nodes of a cluster is greater by 10,000.
     */
    private static final int LOWEST_PORT = 12_000;

    private static final int PORTS = 9_000;
    private static final int TRIES = 20;

    private final String program;
    private final int port;
    private final List<String> options;
    private final Path folder;
    private Process process;

    private RedisProcess(String program, int port, Path folder, List<String> options) throws IOException {
        this.program = program;
        this.port = port;
        this.folder = folder;
        this.options = options;
        this.process = launch();
    }

    /** Returns the program of a server: that of the property or environment, of Redis, or of Valkey. */
    static String program() {
        String given = System.getenv("PLUMBLINE_REDIS_SERVER");
        if (given != null) {
            return given;
        }
        List<String> found = Stream.of("redis-server", "valkey-server")
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(path -> Path.of(path, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .toList();
        assumeTrue(
                !found.isEmpty(),
                "SKIPPED, and it should not be: install redis-server or valkey-server (.ci/run does)");
        return found.get(0);
    }

    /** Starts a server with further options. */
    static RedisProcess start(String... options) {
        return start(program(), List.of(options));
    }

    /** Starts a Sentinel, which gets its settings from a file that it changes. */
    static RedisProcess sentinel(String... lines) {
        try {
            Path file = Files.createTempFile(Path.of("target"), "sentinel", ".conf");
            Files.write(file, List.of(lines));
            return start(program(), List.of(file.toAbsolutePath().toString(), "--sentinel"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RedisProcess start(String program, List<String> options) {
        for (int tries = 1; ; tries++) {
            try {
                Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "redis");
                RedisProcess started = new RedisProcess(program, freePort(), folder, options);
                if (started.awaitAnswer()) {
                    return started;
                }
                started.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (tries == TRIES) {
                throw new AssertionError("no server of " + TRIES + " has started: " + program);
            }
        }
    }

    static int freePort() {
        Random random = new Random();
        for (int tries = 0; tries < 1000; tries++) {
            int port = LOWEST_PORT + random.nextInt(PORTS);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return port;
            } catch (IOException taken) {
                continue;
            }
        }
        throw new AssertionError("no port is free");
    }

    private Process launch() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(program);
        boolean file = !options.isEmpty() && options.get(0).startsWith("/");
        if (file) {
            command.add(options.get(0));
        }
        Collections.addAll(command, "--port", String.valueOf(port), "--bind", HOST, "--dir", folder.toString());
        if (!options.contains("--sentinel")) {
            Collections.addAll(command, "--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0");
        }
        command.addAll(file ? options.subList(1, options.size()) : options);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    /** Waits until the server answers anything, such as that a password is needed; false if it has ended. */
    private boolean awaitAnswer() {
        Await.until(() -> !process.isAlive() || answers(), PATIENCE);
        return process.isAlive() && answers();
    }

    private boolean answers() {
        try (Connection admin = new Connection(HOST, port)) {
            admin.sendCommand(Protocol.Command.PING);
            admin.getOne();
            return true;
        } catch (redis.clients.jedis.exceptions.JedisDataException refused) {
            return !String.valueOf(refused.getMessage()).startsWith("LOADING");
        } catch (redis.clients.jedis.exceptions.JedisException away) {
            return false;
        }
    }

    int port() {
        return port;
    }

    HostAndPort node() {
        return new HostAndPort(HOST, port);
    }

    String uri() {
        return "redis://" + HOST + ":" + port;
    }

    /** Sends a command on a connection of its own, as an administrator. */
    Object command(String... parts) {
        try (Connection admin = new Connection(HOST, port)) {
            return on(admin, parts);
        }
    }

    static Object on(Connection admin, String... parts) {
        CommandArguments arguments = new CommandArguments(() -> parts[0].getBytes(StandardCharsets.UTF_8));
        for (int i = 1; i < parts.length; i++) {
            arguments.add(parts[i]);
        }
        return admin.executeCommand(arguments);
    }

    /** Returns the answer to a command as text; empty if there is none. */
    String text(String... parts) {
        Object answer = command(parts);
        return answer instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
    }

    /** Ends the process at once, as a loss of power would. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Starts it again on the same port; it has forgotten everything. */
    void restart() {
        for (int tries = 1; ; tries++) {
            try {
                process = launch();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (awaitAnswer()) {
                return;
            }
            if (tries == TRIES) {
                throw new AssertionError("the server did not start again on port " + port);
            }
        }
    }

    /** Stops the process without ending it: its sockets stay open, and nothing is answered. */
    void freeze() {
        signal("STOP");
    }

    void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
            if (!kill.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new AssertionError("signal " + name + " was not sent");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
