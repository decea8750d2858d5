package dev.plumbline.mcpclient;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The page of this machine to which the browser returns with an authorization code (RFC 8252). It takes one response,
 * and ignores requests without the state that was sent.
 */
final class LoopbackRedirect implements AutoCloseable {
    private static final String PATH = "/callback";
    private static final int LONGEST = 8_192;
    private static final int MOST_PARAMETERS = 32;

    private final HttpServer server;
    private final String state;
    private final byte[] page;
    private final CompletableFuture<Map<String, String>> response = new CompletableFuture<>();

    /** Starts to listen on a free port. */
    LoopbackRedirect(String state, String sentence, ConnectionParts parts) {
        this.state = state;
        this.page = ("<!doctype html><meta charset=utf-8><title>Done</title><p>" + escaped(sentence))
                .getBytes(StandardCharsets.UTF_8);
        try {
            server =
                    HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 8);
        } catch (IOException e) {
            throw McpFailure.of(McpFailure.Kind.UNAUTHORIZED, "no port is free for the answer of the browser");
        }
        server.setExecutor(parts.threads().work());
        server.createContext("/", this::handle);
        server.start();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    /** Returns the parameters with which the browser came back, when it does. */
    CompletableFuture<Map<String, String>> response() {
        return response;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> parameters = parameters(exchange.getRequestURI());
            boolean ours = exchange.getRequestMethod().equals("GET")
                    && exchange.getRequestURI().getPath().equals(PATH)
                    && state.equals(parameters.get("state"));
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(ours ? 200 : 400, ours ? page.length : -1);
            if (ours) {
                exchange.getResponseBody().write(page);
                response.complete(parameters);
            }
        }
    }

    private static Map<String, String> parameters(URI request) {
        Map<String, String> found = new LinkedHashMap<>();
        String query = Optional.ofNullable(request.getRawQuery())
                .filter(text -> text.length() <= LONGEST)
                .orElse("");
        for (String pair : List.of(query.split("&", MOST_PARAMETERS))) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                found.putIfAbsent(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return found;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
