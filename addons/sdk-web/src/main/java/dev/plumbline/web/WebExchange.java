package dev.plumbline.web;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.time.Scheduler;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One HTTP request and its answer. A client that neither sends nor reads for ten seconds loses its connection. Used by
 * one thread.
 */
final class WebExchange {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final int MOST_BYTES = 32 << 20;

    private final HttpExchange exchange;
    private final Scheduler time;
    private boolean broken;

    WebExchange(HttpExchange exchange, Scheduler time) {
        this.exchange = exchange;
        this.time = time;
    }

    String method() {
        return exchange.getRequestMethod();
    }

    String path() {
        return exchange.getRequestURI().getPath();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    /** Returns whether a header of that name was sent more than once. */
    boolean isRepeated(String name) {
        return exchange.getRequestHeaders().getOrDefault(name, List.of()).size() > 1;
    }

    /** Returns a parameter of the query; empty if it is missing. */
    String parameter(String name) {
        String query =
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        return "";
    }

    /**
     * Reads the body as JSON. Pages can send other media types without asking first, so they are refused.
     *
     * @throws WebRefusal 415, 413 or 400
     * @throws IOException if the client goes away, or sends nothing for too long
     */
    Json body() throws IOException {
        String type = header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw new WebRefusal(415, "the body must be application/json");
        }
        byte[] body = bytes();
        if (body.length > MOST_BYTES) {
            throw new WebRefusal(413, "a request has at most " + MOST_BYTES + " bytes");
        }
        try {
            return Json.parse(body);
        } catch (JsonException malformed) {
            throw new WebRefusal(400, "the body is no JSON: " + malformed.getMessage());
        }
    }

    private byte[] bytes() throws IOException {
        IoWatch watch = new IoWatch(time, PATIENCE);
        try {
            return exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        } finally {
            watch.close();
        }
    }

    void setHeader(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    void finish(int status, Json body) {
        setHeader("Cache-Control", "no-store");
        finish(status, "application/json", body.text().getBytes(StandardCharsets.UTF_8));
    }

    /** Answers and ends the connection: the JDK's server writes head and body apart and leaves Nagle's algorithm on. */
    void finish(int status, String type, byte[] body) {
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

    /** Begins a stream of server-sent events. */
    void beginStream() {
        setHeader("Content-Type", "text/event-stream");
        setHeader("Cache-Control", "no-store");
        setHeader("Connection", "close");
        write(() -> exchange.sendResponseHeaders(200, 0));
    }

    /** Writes a part of a stream; returns false if the client is gone. */
    boolean write(String text) {
        write(() -> {
            OutputStream out = exchange.getResponseBody();
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        });
        return !broken;
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
