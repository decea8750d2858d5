package dev.plumbline.mcpclient;

import dev.plumbline.http.internal.LocalServer;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.http.internal.ServerLimits;
import dev.plumbline.http.internal.ServerThreads;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The page of this machine to which the browser returns with an authorization code (RFC 8252). It takes one response,
 * and ignores requests without the state that was sent.
 */
final class LoopbackRedirect implements AutoCloseable {
    private static final String PATH = "/callback";
    private static final ServerLimits LIMITS = ServerLimits.of(8, 64);
    private static final int LONGEST = 8_192;
    private static final int MOST_PARAMETERS = 32;

    private final LocalServer server;
    private final String state;
    private final byte[] page;
    private final CompletableFuture<Map<String, String>> response = new CompletableFuture<>();

    /** Starts to listen on a free port. */
    LoopbackRedirect(String state, String sentence) {
        this.state = state;
        this.page = ("<!doctype html><meta charset=utf-8><title>Done</title><p>" + escaped(sentence))
                .getBytes(StandardCharsets.UTF_8);
        try {
            server = LocalServer.listen(0, new ServerThreads("plumbline-mcp-login", LIMITS, 1));
        } catch (IOException e) {
            throw McpFailure.of(McpFailure.Kind.UNAUTHORIZED, "no port is free for the answer of the browser");
        }
        server.start(this::handle);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    URI address() {
        return URI.create(server.address() + PATH);
    }

    /** Returns the parameters with which the browser came back, when it does. */
    CompletableFuture<Map<String, String>> response() {
        return response;
    }

    private void handle(ServerExchange request) {
        Map<String, String> parameters = parameters(request.query());
        boolean ours =
                request.method().equals("GET") && request.path().equals(PATH) && state.equals(parameters.get("state"));
        if (!ours) {
            request.empty(400);
            return;
        }
        request.setHeader("Cache-Control", "no-store");
        request.finish(200, "text/html", page);
        response.complete(parameters);
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> found = new LinkedHashMap<>();
        if (query.length() > LONGEST) {
            return found;
        }
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
        server.close();
    }
}
