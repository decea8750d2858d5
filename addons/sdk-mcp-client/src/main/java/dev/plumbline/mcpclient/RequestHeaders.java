package dev.plumbline.mcpclient;

import dev.plumbline.http.internal.EncodedHeader;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The headers that repeat parts of a request, as revision 2026-07-28 prescribes. */
final class RequestHeaders {
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

    private RequestHeaders() {}

    static Map<String, String> of(McpRevision revision, String method, Json params, Map<String, String> arguments) {
        Map<String, String> headers = new LinkedHashMap<>(arguments);
        headers.put("MCP-Protocol-Version", revision.text());
        headers.put("Mcp-Method", method);
        EncodedHeader.name(method, params).ifPresent(name -> headers.put("Mcp-Name", name));
        return headers;
    }

    /** Returns the headers for the arguments of a tool, by the properties of its schema that have {@code x-mcp-header}. */
    static Map<String, String> arguments(Json schema, Json arguments) {
        Map<String, String> headers = new LinkedHashMap<>();
        JsonMembers.object(schema, "properties").fields().forEach((name, property) -> {
            Json value = arguments.kind() == Json.Kind.OBJECT ? arguments.get(name) : Json.object();
            property.get("x-mcp-header")
                    .findText()
                    .flatMap(header ->
                            text(value).map(text -> Map.entry("Mcp-Param-" + header, EncodedHeader.encode(text))))
                    .ifPresent(header -> headers.put(header.getKey(), header.getValue()));
            if (value.kind() == Json.Kind.OBJECT) {
                headers.putAll(arguments(property, value));
            }
        });
        return headers;
    }

    private static Optional<String> text(Json value) {
        return switch (value.kind()) {
            case STRING -> Optional.of(value.asText());
            case NUMBER, BOOLEAN -> Optional.of(value.text());
            default -> Optional.empty();
        };
    }

    /** Returns what is wrong with the headers that a schema asks for; empty if nothing is. */
    static Optional<String> fault(Json schema) {
        return fault(schema, new HashSet<>());
    }

    private static Optional<String> fault(Json schema, Set<String> used) {
        for (Json property : JsonMembers.object(schema, "properties").fields().values()) {
            Json header = property.kind() == Json.Kind.OBJECT ? property.get("x-mcp-header") : Json.object();
            boolean asked = property.kind() == Json.Kind.OBJECT && header.exists();
            if (asked && !isName(header)) {
                return Optional.of("an x-mcp-header is no name of a header");
            }
            if (asked && property.get("type").findText().filter(TYPES::contains).isEmpty()) {
                return Optional.of("an x-mcp-header is not at a string, an integer or a boolean");
            }
            if (asked && !used.add(header.asText().toLowerCase(Locale.ROOT))) {
                return Optional.of("two properties have the same x-mcp-header");
            }
            Optional<String> below = fault(property, used);
            if (below.isPresent()) {
                return below;
            }
        }
        return Optional.empty();
    }

    private static boolean isName(Json header) {
        return header.kind() == Json.Kind.STRING && header.asText().matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}");
    }
}
