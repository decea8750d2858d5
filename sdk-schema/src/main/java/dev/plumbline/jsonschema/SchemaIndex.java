package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The index of all subschemas by JSON Pointer, {@code $id} and anchor. Nothing outside is looked up. Not thread-safe
 * while it is created.
 */
final class SchemaIndex {
    private static final int MOST_LEVELS = 64;
    private static final int MOST_SCHEMAS = 50_000;

    private final Map<String, Position> positions = new LinkedHashMap<>();
    private final Map<URI, Resource> resources = new HashMap<>();
    private final SchemaFindings findings;

    private SchemaIndex(SchemaFindings findings) {
        this.findings = findings;
    }

    static SchemaIndex of(Json schema, SchemaFindings findings) {
        return of(schema, RegisteredSchemas.NONE, findings);
    }

    /**
     * Returns the index of a schema and of the registered schemas that it refers to, also indirectly; their pointers
     * begin with their id.
     */
    static SchemaIndex of(Json schema, RegisteredSchemas registered, SchemaFindings findings) {
        SchemaIndex map = new SchemaIndex(findings);
        map.enterRoot("", URI.create(""), schema);
        Deque<Position> open = new ArrayDeque<>(map.positions.values());
        while (!open.isEmpty()) {
            Position from = open.remove();
            open.addAll(map.registeredFor(from, registered));
            open.addAll(map.elsewhere(from, schema));
        }
        return map;
    }

    private void enterRoot(String path, URI base, Json schema) {
        Resource root = new Resource(base, path, new HashMap<>());
        resources.put(base, root);
        enter(path, schema, root, 0);
    }

    private List<Position> registeredFor(Position from, RegisteredSchemas registered) {
        int before = positions.size();
        for (String keyword : List.of("$ref", "$dynamicRef")) {
            URI id = from.schema().get(keyword).exists() ? id(from, keyword) : null;
            if (id != null && !resources.containsKey(id)) {
                registered.find(id.toString()).ifPresent(schema -> enterRoot(id + "#", id, schema));
            }
        }
        return positions.size() == before
                ? List.of()
                : positions.values().stream().skip(before).toList();
    }

    private static @Nullable URI id(Position from, String keyword) {
        return from.schema()
                .get(keyword)
                .findText()
                .flatMap(ref -> resolved(from.resource().base(), ref))
                .orElse(null);
    }

    /** Enters what a pointer leads to in a place that no keyword has for schemas. */
    private List<Position> elsewhere(Position from, Json document) {
        String ref = from.schema().get("$ref").findText().orElse("");
        String pointer = ref.startsWith("#/") ? decoded(ref.substring(1)) : "";
        boolean own = from.resource().root().isEmpty();
        if (pointer.isEmpty() || !own || positions.containsKey(pointer)) {
            return List.of();
        }
        Json there = document.at(pointer);
        if (there.kind() != Json.Kind.OBJECT) {
            return List.of();
        }
        int before = positions.size();
        enter(pointer, there, from.resource(), 0);
        return positions.values().stream().skip(before).toList();
    }

    private void enter(String path, Json schema, Resource outer, int level) {
        if (level > MOST_LEVELS) {
            findings.error(path, "depth");
        } else if (positions.size() >= MOST_SCHEMAS) {
            findings.error("", "size");
        } else {
            Resource resource = named(path, schema, outer);
            List<SchemaKeywords.Child> children = SchemaKeywords.children(schema);
            positions.put(path, new Position(path, schema, resource, children));
            for (SchemaKeywords.Child child : children) {
                enter(path + child.path(), child.schema(), resource, level + 1);
            }
        }
    }

    private Resource named(String path, Json schema, Resource outer) {
        Optional<String> id = schema.get("$id").findText();
        boolean anchored = id.isPresent() && id.get().startsWith("#");
        Optional<URI> own = id.isPresent() && !anchored ? resolved(outer.base(), id.get()) : Optional.empty();
        Resource resource = own.isPresent() ? new Resource(own.get(), path, new HashMap<>()) : outer;
        resources.putIfAbsent(resource.base(), resource);
        for (String keyword : List.of("$anchor", "$dynamicAnchor")) {
            Optional<String> anchor = schema.get(keyword).findText();
            if (anchor.isPresent()) {
                resource.anchors().put(anchor.get(), path);
            }
        }
        if (anchored) {
            resource.anchors().put(id.get().substring(1), path);
        }
        return resource;
    }

    /** Returns all subschemas, outer ones first. */
    Collection<Position> positions() {
        return positions.values();
    }

    /** Returns the schema at a pointer; null if there is none. */
    @Nullable
    Position at(String path) {
        return positions.get(path);
    }

    /** Returns the target of {@code $ref} or {@code $dynamicRef}; empty if there is none or it is a metaschema. */
    Optional<Position> target(Position from, String keyword) {
        return from.schema().get(keyword).findText().flatMap(ref -> target(from, keyword, ref));
    }

    private Optional<Position> target(Position from, String keyword, String ref) {
        int hash = ref.indexOf('#');
        String place = hash < 0 ? ref : ref.substring(0, hash);
        String fragment = hash < 0 ? "" : decoded(ref.substring(hash + 1));
        String at = from.path() + "/" + keyword;
        Resource resource = place.isEmpty()
                ? from.resource()
                : resolved(from.resource().base(), place).map(resources::get).orElse(null);
        if (resource == null) {
            if (!place.equals(SchemaGuard.DRAFT_2020_12) && !place.equals(SchemaGuard.DRAFT_7)) {
                findings.error(at, "ref-remote");
            }
            return Optional.empty();
        }
        Optional<Position> found = Optional.ofNullable(resource.path(fragment)).map(positions::get);
        if (found.isEmpty()) {
            findings.error(at, "ref-missing");
        }
        return found;
    }

    private static Optional<URI> resolved(URI base, String reference) {
        try {
            int hash = reference.indexOf('#');
            return Optional.of(base.resolve(hash < 0 ? reference : reference.substring(0, hash)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String decoded(String fragment) {
        try {
            return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return fragment;
        }
    }

    /**
     * A subschema and its location.
     *
     * @param path the pointer to it from the root
     * @param schema the subschema
     * @param resource the resource to which its references are relative
     * @param children the schemas directly inside
     */
    record Position(String path, Json schema, Resource resource, List<SchemaKeywords.Child> children) {}

    /**
     * A schema with its own URI.
     *
     * @param base its URI
     * @param root the pointer to it
     * @param anchors pointers by anchor
     */
    record Resource(URI base, String root, Map<String, String> anchors) {

        @Nullable
        String path(String fragment) {
            return fragment.isEmpty() || fragment.startsWith("/") ? root + fragment : anchors.get(fragment);
        }
    }
}
