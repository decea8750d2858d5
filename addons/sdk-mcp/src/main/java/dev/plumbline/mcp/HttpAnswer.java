package dev.plumbline.mcp;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One HTTP request and its answer: a JSON body, or a stream of server-sent events. A client that neither sends nor
 * reads for ten seconds loses its connection. Used by one thread.
 */
final class HttpAnswer {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final HttpExchange exchange;
    private final Scheduler time;
    private boolean begun;
    private boolean streaming;
    private boolean broken;

    HttpAnswer(HttpExchange exchange, Scheduler time) {
        this.exchange = exchange;
        this.time = time;
    }

    String method() {
        return exchange.getRequestMethod();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    /** Returns whether a header of that name was sent more than once. */
    boolean isRepeated(String name) {
        return exchange.getRequestHeaders().getOrDefault(name, List.of()).size() > 1;
    }

    String path() {
        return exchange.getRequestURI().getPath();
    }

    /**
     * Reads the body.
     *
     * @throws RpcException if it is too large
     * @throws IOException if the client goes away, or sends nothing for too long
     */
    byte[] body(int most) throws IOException {
        long announced = header("Content-Length")
                .filter(n -> n.matches("\\d{1,18}"))
                .map(Long::parseLong)
                .orElse(0L);
        if (announced > most) {
            throw tooLarge(most);
        }
        IoWatch watch = new IoWatch(time, PATIENCE);
        try {
            byte[] body = exchange.getRequestBody().readNBytes(most + 1);
            if (body.length > most) {
                throw tooLarge(most);
            }
            return body;
        } finally {
            watch.close();
        }
    }

    private static RpcException tooLarge(int most) {
        return RpcException.refused(413, "a request has at most " + most + " bytes");
    }

    void setHeader(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    /** Answers without a body. */
    void empty(int status) {
        if (!begun) {
            write(() -> exchange.sendResponseHeaders(status, -1));
        }
        close();
    }

    /** Answers with JSON; in a stream that has begun, with the last event. */
    void finish(int status, Json body) {
        if (streaming) {
            event(body);
        } else {
            byte[] bytes = body.text().getBytes(StandardCharsets.UTF_8);
            begun = true;
            setHeader("Content-Type", "application/json");
            setHeader(
                    "Connection",
                    "close"); // the JDK's server writes head and body apart and leaves Nagle's algorithm on
            write(() -> {
                exchange.sendResponseHeaders(status, bytes.length);
                OutputStream out = exchange.getResponseBody();
                out.write(bytes);
                out.flush(); // before close, which first reads what the client has announced
            });
        }
        close();
    }

    boolean isStreaming() {
        return streaming;
    }

    /** Returns whether the client is known to be gone. */
    boolean isBroken() {
        return broken;
    }

    /** Begins a stream of events, if it has not begun. */
    void stream() {
        if (!streaming) {
            streaming = true;
            begun = true;
            setHeader("Content-Type", "text/event-stream");
            setHeader("Cache-Control", "no-store");
            setHeader("X-Accel-Buffering", "no");
            write(() -> exchange.sendResponseHeaders(200, 0));
        }
    }

    void event(Json message) {
        stream();
        send("event: message\ndata: " + message.text() + "\n\n");
    }

    /** Writes a line that clients ignore, which finds out whether the client is still there. */
    void heartbeat() {
        stream();
        send(":\n\n");
    }

    private void send(String text) {
        write(() -> {
            OutputStream out = exchange.getResponseBody();
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        });
    }

    private void write(Write action) {
        if (broken) {
            return;
        }
        IoWatch watch = new IoWatch(time, PATIENCE);
        try {
            action.run();
        } catch (IOException | IllegalStateException gone) {
            broken = true;
        } finally {
            watch.close();
        }
    }

    /** Ends the exchange; a client that has announced more than it sent is not waited for. */
    void close() {
        IoWatch watch = new IoWatch(time, GRACE);
        try {
            exchange.close();
        } finally {
            watch.close();
        }
    }

    private interface Write {
        void run() throws IOException;
    }
}
