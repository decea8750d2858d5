package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The connection to a server process: a line for each message. Three threads read, write and drain. Thread-safe. */
final class StdioChannel implements Channel {
    private static final int MOST_QUEUED = 512;
    private static final int MOST_GARBAGE = 64;
    private static final int MOST_STRAYS = 256;
    private static final int LONGEST_LOG_LINE = 2_000;

    private static final Duration DISCOVERY = Duration.ofSeconds(10);

    /** How long lines are still read after the process has ended; another process may hold its output open. */
    private static final Duration LAST_LINES = Duration.ofMillis(250);

    private final ServerProcess process;
    private final ConnectionParts parts;
    private final Consumer<Json> receiver;
    private final PendingAnswers pending = new PendingAnswers();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(MOST_QUEUED);
    private final AtomicBoolean closed = new AtomicBoolean();
    private int garbage;
    private int strays;

    @Override
    public Map<String, String> traceAttributes() {
        return Map.of("network.transport", "pipe");
    }

    private StdioChannel(ServerProcess process, ConnectionParts parts, Consumer<Json> receiver) {
        this.process = process;
        this.parts = parts;
        this.receiver = receiver;
    }

    /** Starts the process and the threads of its connection. */
    static StdioChannel open(McpTransport.Stdio how, ConnectionParts parts, Consumer<Json> receiver) {
        StdioChannel channel = new StdioChannel(ServerProcess.start(how), parts, receiver);
        try {
            parts.threads().work().execute(channel::read);
            parts.threads().work().execute(channel::write);
            parts.threads().work().execute(channel::drain);
            channel.process.onEnd(() -> {
                var unused = parts.threads().time().schedule(LAST_LINES, () -> channel.end(channel.lost()));
            });
        } catch (RejectedExecutionException e) {
            channel.close();
            throw McpFailure.of(McpFailure.Kind.CLOSED, "the connection was closed");
        }
        return channel;
    }

    @Override
    public Json call(Outgoing request, Cancellation ends) {
        CompletableFuture<Json> answer = pending.add(request.id());
        enqueue(request.message());
        try {
            return pending.await(request.id(), answer, ends);
        } catch (McpFailure failed) {
            if (failed.kind() == McpFailure.Kind.CANCELLED || failed.kind() == McpFailure.Kind.TIMEOUT) {
                cancel(request, failed);
            }
            throw failed;
        }
    }

    private void cancel(Outgoing request, McpFailure why) {
        if (!request.message().get("method").equals(Json.of("initialize"))) {
            Json params =
                    Json.object().with("requestId", request.id()).with("reason", String.valueOf(why.getMessage()));
            send(JsonRpc.notification("notifications/cancelled", params));
        }
    }

    @Override
    public void send(Json message) {
        try {
            enqueue(message);
        } catch (McpFailure full) {
            end(full);
        }
    }

    private void enqueue(Json message) {
        if (!lines.offer(message.text())) {
            throw McpFailure.of(
                    McpFailure.Kind.UNREACHABLE, "the server does not read: " + MOST_QUEUED + " messages wait for it");
        }
    }

    private void write() {
        try {
            OutputStream in = process.input();
            for (String line = lines.take(); !closed.get(); line = lines.take()) {
                in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
            }
        } catch (IOException e) {
            end(lost());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try {
            LineReader reader = new LineReader(process.output(), parts.limits().answerBytes());
            Optional<String> line = reader.next();
            while (line.isPresent()) {
                take(line.get());
                line = reader.next();
            }
            end(lost());
        } catch (IOException e) {
            end(lost());
        } catch (McpFailure broken) {
            end(broken);
        }
    }

    private void take(String line) {
        Json message = line.isEmpty() ? Json.object() : JsonRpc.message(line).orElse(Json.array());
        if (message.kind() == Json.Kind.ARRAY) {
            if (!pending.fail(line, "the server's answer is not JSON that can be read") && ++garbage > MOST_GARBAGE) {
                throw McpFailure.of(
                        McpFailure.Kind.PROTOCOL,
                        "the server writes lines that are not messages; programs must log to their standard error");
            }
        } else if (JsonRpc.isAnswer(message)) {
            boolean taken = pending.answer(message)
                    || pending.fail(
                            Json.object().with("id", message.get("id")).text(),
                            "the id of the server's answer is a text, and that of the request a number")
                    || pending.failIfNeverSent(message);
            if (!taken && ++strays > MOST_STRAYS) {
                throw McpFailure.of(
                        McpFailure.Kind.PROTOCOL, "the server sent " + strays + " answers that nobody waits for");
            }
        } else if (message.get("method").exists()) {
            receiver.accept(message);
        }
    }

    /** Drains the standard error, which would block the server when it is full. */
    private void drain() {
        try {
            LineReader reader = new LineReader(process.errors(), parts.limits().answerBytes());
            for (Optional<String> line = reader.next(); line.isPresent(); line = reader.next()) {
                String text = line.get();
                parts.log().accept(text.substring(0, Math.min(text.length(), LONGEST_LOG_LINE)));
            }
        } catch (IOException ended) {
            // the process has gone
        } catch (McpFailure endless) {
            end(endless);
        }
    }

    private McpFailure lost() {
        return McpFailure.of(McpFailure.Kind.LOST, process.end(LAST_LINES.toMillis()));
    }

    private void end(McpFailure why) {
        boolean first = !closed.getAndSet(true); // before its calls end, so that the next call does not use it
        pending.end(why);
        boolean unused = lines.offer(""); // wakes the thread that writes
        if (first) {
            parts.inBackground(process::close);
        }
    }

    @Override
    public void agreed(McpRevision revision) {
        process.noteChildren();
    }

    @Override
    public void listen() {
        // notifications arrive on the same stream
    }

    @Override
    public Duration discoveryTime() {
        return DISCOVERY;
    }

    @Override
    public boolean isOpen() {
        return !closed.get();
    }

    @Override
    public void close() {
        closed.set(true);
        pending.end(McpFailure.of(McpFailure.Kind.CANCELLED, "the connection was closed"));
        boolean unused = lines.offer("");
        process.close();
    }
}
