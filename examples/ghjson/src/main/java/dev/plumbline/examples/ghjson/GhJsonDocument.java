package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * A GhJSON document. It keeps the JSON as it was read, so that what this program does not know is not lost. Immutable.
 *
 * @param json an object with the member {@code components}
 */
public record GhJsonDocument(Json json) {
    private static final String COMPONENTS = "components";
    private static final String CONNECTIONS = "connections";
    private static final String GROUPS = "groups";

    /**
     * Reads a document.
     *
     * @throws IllegalArgumentException if it begins with a byte order mark, or is no object with components
     * @throws dev.plumbline.json.JsonException if it is not JSON
     */
    public static GhJsonDocument parse(byte[] utf8) {
        if (utf8.length > 2 && utf8[0] == (byte) 0xEF && utf8[1] == (byte) 0xBB && utf8[2] == (byte) 0xBF) {
            throw new IllegalArgumentException(
                    "a GhJSON file is UTF-8 without a byte order mark; save it without one (specification, 1.4)");
        }
        return new GhJsonDocument(Json.parse(utf8));
    }

    /** Reads a document. */
    public static GhJsonDocument parse(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    public GhJsonDocument {
        if (json.get(COMPONENTS).kind() != Json.Kind.ARRAY) {
            throw new IllegalArgumentException("a GhJSON document is an object with the array \"components\"");
        }
    }

    /** Returns the components in their order. */
    public List<Json> components() {
        return json.get(COMPONENTS).elements();
    }

    /** Returns the connections; empty if there are none. */
    public List<Json> connections() {
        return list(CONNECTIONS);
    }

    /** Returns the groups; empty if there are none. */
    public List<Json> groups() {
        return list(GROUPS);
    }

    private List<Json> list(String member) {
        return json.get(member).exists() ? json.get(member).elements() : List.of();
    }

    /** Returns the component with that id. */
    public Optional<Json> component(int id) {
        return components().stream().filter(each -> hasId(each, id)).findFirst();
    }

    static boolean hasId(Json thing, int id) {
        OptionalInt its = id(thing);
        return its.isPresent() && its.getAsInt() == id;
    }

    static OptionalInt id(Json thing) {
        Json id = thing.get("id");
        return id.kind() == Json.Kind.NUMBER ? OptionalInt.of(id.asInt()) : OptionalInt.empty();
    }

    static String text(Json thing, String member) {
        Json value = thing.get(member);
        return value.findText().orElse("");
    }

    /** Returns the smallest id that is greater than all others. */
    int nextId() {
        return components().stream().mapToInt(each -> id(each).orElse(0)).max().orElse(0) + 1;
    }

    GhJsonDocument withComponents(List<Json> components) {
        return new GhJsonDocument(json.with(COMPONENTS, components));
    }

    GhJsonDocument withConnections(List<Json> connections) {
        return with(CONNECTIONS, connections);
    }

    GhJsonDocument withGroups(List<Json> groups) {
        return with(GROUPS, groups);
    }

    private GhJsonDocument with(String member, List<Json> things) {
        boolean needed = !things.isEmpty() || json.get(member).exists();
        return needed ? new GhJsonDocument(json.with(member, things)) : this;
    }

    GhJsonDocument withMetadata(UnaryOperator<Json> change) {
        Json metadata = json.get("metadata");
        return new GhJsonDocument(json.with("metadata", change.apply(metadata.exists() ? metadata : Json.object())));
    }

    static List<Json> without(List<Json> list, Json element) {
        List<Json> left = new ArrayList<>(list);
        left.remove(element);
        return left;
    }
}
