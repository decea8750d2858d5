package dev.plumbline.testkit.server;

import dev.plumbline.body.Blob;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request as a {@link ScriptedServer} read it from the wire. Immutable; {@code toString} shows no content.
 *
 * @param method GET, POST, CONNECT …
 * @param target as in the first line: a path, or a whole URI when the client uses the server as a proxy
 * @param protocol what the client says it speaks, e.g. {@code HTTP/1.1}
 * @param headers values by name in lower case, in the order sent
 * @param body the bytes
 */
public record ServerRequest(
        String method, String target, String protocol, Map<String, List<String>> headers, Blob body) {

    /** The first value of that header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), List.of()).stream()
                .findFirst();
    }

    /** Whether the client asked to go on in another protocol, as the JDK's does unless it is configured for HTTP/1.1. */
    public boolean upgrade() {
        return headers.containsKey("upgrade");
    }

    /** The body as UTF-8. */
    public String text() {
        try (InputStream bytes = body.open()) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The body as JSON.
     *
     * @throws dev.plumbline.json.JsonException when it is none
     */
    public Json json() {
        return Json.parse(text());
    }

    @Override
    public String toString() {
        return method + " " + target + " " + protocol + " [" + body.size() + " bytes]";
    }
}
