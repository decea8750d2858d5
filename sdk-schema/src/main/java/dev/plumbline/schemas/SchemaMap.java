package dev.plumbline.schemas;

import dev.plumbline.json.Json;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All schemas inside a schema by their pointer, and the names they have for each other: {@code $id} and anchors. Nothing
 * is looked up elsewhere. Not thread-safe while it is made.
 */
final class SchemaMap {
    private static final int MOST_LEVELS = 64;
    private static final int MOST_SCHEMAS = 50_000;

    private final Map<String, Position> positions = new LinkedHashMap<>();
    private final Map<URI, Resource> resources = new HashMap<>();
    private final Findings findings;

    private SchemaMap(Findings findings) {
        this.findings = findings;
    }

    static SchemaMap of(Json schema, Findings findings) {
        SchemaMap map = new SchemaMap(findings);
        Resource root = new Resource(URI.create(""), "", new HashMap<>());
        map.resources.put(root.base(), root);
        map.enter("", schema, root, 0);
        return map;
    }

    private void enter(String path, Json schema, Resource outer, int level) {
        if (level > MOST_LEVELS) {
            findings.error(path, "depth");
        } else if (positions.size() >= MOST_SCHEMAS) {
            findings.error("", "size");
        } else {
            Resource resource = named(path, schema, outer);
            List<Keywords.Child> children = Keywords.children(schema);
            positions.put(path, new Position(path, schema, resource, children));
            children.forEach(child -> enter(path + child.path(), child.schema(), resource, level + 1));
        }
    }

    private Resource named(String path, Json schema, Resource outer) {
        Resource resource = text(schema, "$id")
                .filter(id -> !id.startsWith("#"))
                .flatMap(id -> resolved(outer.base(), id))
                .map(base -> new Resource(base, path, new HashMap<>()))
                .orElse(outer);
        resources.putIfAbsent(resource.base(), resource);
        text(schema, "$anchor").ifPresent(anchor -> resource.anchors().put(anchor, path));
        text(schema, "$dynamicAnchor").ifPresent(anchor -> resource.anchors().put(anchor, path));
        text(schema, "$id")
                .filter(id -> id.startsWith("#"))
                .ifPresent(id -> resource.anchors().put(id.substring(1), path));
        return resource;
    }

    /** All schemas inside, outer ones first. */
    Collection<Position> positions() {
        return positions.values();
    }

    /** The schema at a pointer; null when there is none. */
    @Nullable
    Position at(String path) {
        return positions.get(path);
    }

    /** What a schema refers to by {@code $ref} or {@code $dynamicRef}; empty when it does not, or only to a metaschema. */
    Optional<Position> target(Position from, String keyword) {
        return text(from.schema(), keyword).flatMap(ref -> target(from, keyword, ref));
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
            if (!place.equals(Guard.DRAFT_2020_12) && !place.equals(Guard.DRAFT_7)) {
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

    private static Optional<String> text(Json schema, String keyword) {
        Json value = schema.get(keyword);
        return value.kind() == Json.Kind.STRING ? Optional.of(value.asText()) : Optional.empty();
    }

    /**
     * A schema and where it is.
     *
     * @param path the pointer to it from the root
     * @param schema itself
     * @param resource what its references are relative to
     * @param children the schemas directly inside
     */
    record Position(String path, Json schema, Resource resource, List<Keywords.Child> children) {}

    /**
     * A schema with a name of its own.
     *
     * @param base its name
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
