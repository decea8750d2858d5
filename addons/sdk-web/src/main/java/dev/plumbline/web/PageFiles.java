package dev.plumbline.web;

import dev.plumbline.http.internal.ServerExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The files of the page. They contain nothing of a conversation, so they need no token; what the page shows it requests
 * with the token that follows the {@code #} of its address, which browsers send to nobody.
 */
final class PageFiles {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");
    private static final Map<String, String> FILES = Map.ofEntries(
            Map.entry("/", "index.html"),
            Map.entry("/page.css", "page.css"),
            Map.entry("/icon.svg", "icon.svg"),
            Map.entry("/page.js", "page.js"),
            Map.entry("/server.js", "server.js"),
            Map.entry("/list.js", "list.js"),
            Map.entry("/rows.js", "rows.js"),
            Map.entry("/text.js", "text.js"),
            Map.entry("/markdown.js", "markdown.js"),
            Map.entry("/panels.js", "panels.js"),
            Map.entry("/recording.js", "recording.js"),
            Map.entry("/settings.js", "settings.js"),
            Map.entry("/why.js", "why.js"),
            Map.entry("/words.js", "words.js"));
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                    + "require-trusted-types-for 'script'; trusted-types 'none'";

    private PageFiles() {}

    /** Sets the headers that keep content from being executed, framed, cached or sent elsewhere. */
    static void protect(ServerExchange exchange) {
        exchange.setHeader("Content-Security-Policy", POLICY);
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        exchange.setHeader("X-Frame-Options", "DENY");
        exchange.setHeader("Referrer-Policy", "no-referrer");
        exchange.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        exchange.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    }

    static boolean has(String path) {
        return FILES.containsKey(path);
    }

    static void write(ServerExchange exchange) {
        String name = Objects.requireNonNull(FILES.get(exchange.path()));
        String type = Objects.requireNonNull(TYPES.get(name.substring(name.lastIndexOf('.') + 1)));
        exchange.setHeader("Cache-Control", "no-cache");
        exchange.finish(200, type, bytes(name));
    }

    /** Returns the names of the scripts. */
    static List<String> scripts() {
        return FILES.values().stream().filter(name -> name.endsWith(".js")).toList();
    }

    /** Returns the text of a file of the page. */
    static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String name) {
        try (InputStream file = Objects.requireNonNull(PageFiles.class.getResourceAsStream(name), name)) {
            return file.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the file " + name + " of the page cannot be read", unreadable);
        }
    }
}
