package dev.plumbline.http.internal;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One HTTP request and its answer: a body, or a stream of server-sent events. A client that neither sends nor reads for
 * as long as the limits allow loses its connection. Used by one thread.
 */
public final class ServerExchange {
    private final HttpExchange exchange;
    private final ServerThreads threads;
    private boolean begun;
    private boolean streaming;
    private boolean broken;

    ServerExchange(HttpExchange exchange, ServerThreads threads) {
        this.exchange = exchange;
        this.threads = threads;
    }

    /** Returns the method. */
    public String method() {
        return exchange.getRequestMethod();
    }

    /** Returns the path of the address. */
    public String path() {
        return exchange.getRequestURI().getPath();
    }

    /** Returns the query of the address as it was sent; empty if there is none. */
    public String query() {
        return Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    }

    /** Returns a header, the first of that name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    /** Returns whether a header of that name was sent more than once. */
    public boolean isRepeated(String name) {
        return exchange.getRequestHeaders().getOrDefault(name, List.of()).size() > 1;
    }

    /**
     * Checks that the body is JSON. Pages can send other media types without asking first, so they are refused.
     *
     * @throws RequestRefusal with status 415
     */
    public void requireJson() {
        String type = header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw new RequestRefusal(415, "the body must be application/json");
        }
    }

    /**
     * Reads the body.
     *
     * @throws RequestRefusal with status 413 if it is larger, before it is read if the client says so
     * @throws IOException if the client goes away, or sends nothing for too long
     */
    public byte[] body(int most) throws IOException {
        long announced = header("Content-Length")
                .filter(n -> n.matches("\\d{1,18}"))
                .map(Long::parseLong)
                .orElse(0L);
        if (announced > most) {
            throw tooLarge(most);
        }
        IoWatch watch = watch(threads.limits().patience());
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

    private static RequestRefusal tooLarge(int most) {
        return new RequestRefusal(413, "a request has at most " + most + " bytes");
    }

    private IoWatch watch(Duration most) {
        return new IoWatch(threads.time(), most);
    }

    /** Sets a header of the answer, before it begins. */
    public void setHeader(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    /** Answers without a body. */
    public void empty(int status) {
        if (!begun) {
            begun = true;
            write(() -> exchange.sendResponseHeaders(status, -1));
        }
        close();
    }

    /** Answers with JSON; in a stream that has begun, with the last event. */
    public void finish(int status, Json body) {
        if (streaming) {
            event(body);
            close();
            return;
        }
        setHeader("Cache-Control", "no-store");
        finish(status, "application/json", body.text().getBytes(StandardCharsets.UTF_8));
    }

    /** Answers and ends the connection: the JDK's server writes head and body apart and leaves Nagle's algorithm on. */
    public void finish(int status, String type, byte[] body) {
        begun = true;
        setHeader("Content-Type", type);
        setHeader("Connection", "close");
        write(() -> {
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                OutputStream out = exchange.getResponseBody();
                out.write(body);
                out.flush(); // before close, which first reads what the client has announced
            }
        });
        close();
    }

    /** Returns whether a stream has begun. */
    public boolean isStreaming() {
        return streaming;
    }

    /** Returns whether the client is known to be gone. */
    public boolean isBroken() {
        return broken;
    }

    /** Begins a stream of server-sent events, if it has not begun. */
    public void stream() {
        if (!streaming) {
            streaming = true;
            begun = true;
            setHeader("Content-Type", "text/event-stream");
            setHeader("Cache-Control", "no-store");
            setHeader("X-Accel-Buffering", "no");
            setHeader("Connection", "close");
            write(() -> exchange.sendResponseHeaders(200, 0));
        }
    }

    /** Writes a part of a stream, which begins with it if it has not begun; returns false if the client is gone. */
    public boolean write(String text) {
        stream();
        write(() -> {
            OutputStream out = exchange.getResponseBody();
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        });
        return !broken;
    }

    /** Writes an event with the name {@code message}. */
    public void event(Json message) {
        boolean unused = write("event: message\ndata: " + message.text() + "\n\n");
    }

    /** Writes a line that clients ignore, which finds out whether the client is still there. */
    public void heartbeat() {
        boolean unused = write(":\n\n");
    }

    private void write(Write action) {
        if (broken) {
            return;
        }
        IoWatch watch = watch(threads.limits().patience());
        try {
            action.run();
        } catch (IOException | IllegalStateException gone) {
            broken = true;
        } finally {
            watch.close();
        }
    }

    /** Ends the exchange; a client that has announced more than it sent is not waited for. */
    public void close() {
        IoWatch watch = watch(threads.limits().end());
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
