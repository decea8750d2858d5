package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.ServerThreads;
import dev.plumbline.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Connects a client that speaks over standard input and output with the server of a running host, which it finds by its
 * access file. It waits for a host that has not started yet. Each message is one line of JSON in UTF-8. Thread-safe.
 */
public final class McpBridge {
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Path folder;
    private final Optional<String> name;
    private final Duration patience;

    private McpBridge(Path folder, Optional<String> name, Duration patience) {
        this.folder = folder;
        this.name = name;
        this.patience = patience;
    }

    /** Returns a bridge to the host that began last, which waits up to 30 seconds for one. */
    public static McpBridge ofDefaults() {
        return new McpBridge(AccessFile.usualFolder(), Optional.empty(), Duration.ofSeconds(30));
    }

    /**
     * Returns a copy for the host of that name, as in {@link McpOptions#builder}; case does not matter.
     *
     * @throws IllegalArgumentException if no host can have that name
     */
    public McpBridge withName(String host) {
        return new McpBridge(folder, Optional.of(McpOptions.requireName(host)), patience);
    }

    /** Returns a copy that finds access files in that folder. */
    public McpBridge withFolder(Path path) {
        return new McpBridge(path, name, patience);
    }

    /** Returns a copy that waits that long for a host. */
    public McpBridge withPatience(Duration limit) {
        return new McpBridge(folder, name, limit);
    }

    /**
     * Carries messages until the input ends. Requests that no host answers in time are answered with an error that says
     * so.
     *
     * @throws UncheckedIOException if the input cannot be read
     */
    public void run(InputStream in, OutputStream out) {
        ServerThreads threads = McpServer.threads(McpLimits.ofDefaults());
        try (BridgeKey key = BridgeKey.take(folder, threads.randomId())) {
            BridgeConnection connection = new BridgeConnection(
                    ended -> await(threads, ended), new LineWriter(out)::write, threads, key.text());
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    take(line, connection, threads);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the input cannot be read", e);
        } finally {
            threads.close();
        }
    }

    /** An initialization is waited for, because the messages after it need its session; others run at the same time. */
    private static void take(String line, BridgeConnection connection, ServerThreads threads) {
        JsonRpc.Message message;
        try {
            message = JsonRpc.read(line.getBytes(StandardCharsets.UTF_8));
        } catch (JsonRpc.Failure malformed) {
            connection.refuse(Optional.empty(), malformed);
            return;
        }
        connection.note(message);
        if (message.method().equals(Optional.of("initialize"))) {
            connection.send(message);
        } else if (message.id().isPresent() && !message.isResponse()) {
            execute(threads.requests(), () -> connection.send(message), message, connection);
        } else {
            execute(threads.work(), () -> connection.send(message), message, connection);
        }
        if (message.method().equals(Optional.of("notifications/initialized"))) {
            execute(threads.work(), connection::listen, message, connection);
        }
    }

    /** Cancellations and answers have threads of their own, because requests may wait for them. */
    private static void execute(Executor threads, Runnable task, JsonRpc.Message message, BridgeConnection connection) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException tooMany) {
            connection.refuse(
                    message.isResponse() ? Optional.empty() : message.id(),
                    JsonRpc.refused(429, "too many requests wait; send fewer at a time"));
        }
    }

    /** Waits for a host. */
    private Optional<RunningHost> await(ServerThreads threads, Set<RunningHost> ended) {
        long end = threads.time().nanoTime() + patience.toNanos();
        Optional<RunningHost> host = RunningHost.find(folder, name, ended);
        try {
            while (host.isEmpty() && threads.time().nanoTime() - end < 0) {
                threads.time().sleep(PAUSE, new CountDownLatch(1));
                host = RunningHost.find(folder, name, ended);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        return host;
    }

    /** Writes one message at a time. */
    private static final class LineWriter {
        private final OutputStream out;

        LineWriter(OutputStream out) {
            this.out = Objects.requireNonNull(out, "out");
        }

        synchronized void write(Json message) {
            try {
                out.write((message.text() + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("the output cannot be written", e);
            }
        }
    }
}
