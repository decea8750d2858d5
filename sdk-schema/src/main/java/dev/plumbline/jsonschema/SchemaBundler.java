package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Bundles a schema: all references lead to its root or to its definitions, so that it can be embedded, lose keywords,
 * and be read without the registered schemas. Other targets of references become definitions. Used once.
 */
final class SchemaBundler {
    private static final Set<String> SHARED = Set.of("$defs", "definitions");
    private static final Set<String> NAMES = Set.of("$id", "$anchor", "$dynamicAnchor");
    private static final Set<String> OF_DOCUMENTS = Set.of("$id", "$anchor", "$dynamicAnchor", "$schema");
    private static final Set<String> REFERRING = Set.of("$ref", "$dynamicRef");

    private final SchemaIndex map;
    private final Set<String> taken;
    /** The names of new definitions by the path of their target. */
    private final Map<String, String> moved = new LinkedHashMap<>();

    private int number;

    private SchemaBundler(Json schema, RegisteredSchemas registered) {
        this.map = SchemaIndex.of(schema, registered, new SchemaFindings());
        Json there = schema.get("$defs");
        this.taken = there.kind() == Json.Kind.OBJECT ? there.fields().keySet() : Set.of();
    }

    /** Returns the bundled schema; the schema itself if it needs no change. */
    static Json gathered(Json schema, RegisteredSchemas registered) {
        return new SchemaBundler(schema, registered).gathered(schema);
    }

    private Json gathered(Json schema) {
        map.positions()
                .forEach(from -> REFERRING.forEach(keyword -> map.target(from, keyword)
                        .filter(target -> !isRootOrShared(target.path()))
                        .ifPresent(target -> moved.computeIfAbsent(target.path(), path -> fresh()))));
        Json gathered = withDefinitions(rewritten("", schema));
        return gathered.equals(schema) ? schema : gathered;
    }

    private String fresh() {
        do {
            number++;
        } while (taken.contains("shared" + number));
        return "shared" + number;
    }

    private static boolean isRootOrShared(String path) {
        String[] segments = path.split("/", -1);
        return path.isEmpty() || (segments.length == 3 && segments[0].isEmpty() && SHARED.contains(segments[1]));
    }

    private Json withDefinitions(Json schema) {
        if (moved.isEmpty() || schema.kind() != Json.Kind.OBJECT) {
            return schema;
        }
        Json there = schema.get("$defs");
        Map<String, Json> definitions =
                new LinkedHashMap<>(there.kind() == Json.Kind.OBJECT ? there.fields() : Map.of());
        moved.forEach((path, name) -> definitions.put(name, content(path)));
        return schema.with("$defs", definitions);
    }

    private Json content(String path) {
        SchemaIndex.Position position = map.at(path);
        return position == null ? Json.object() : rewritten(path, position.schema());
    }

    private Json placed(String path, Json schema) {
        String name = moved.get(path);
        return name == null ? rewritten(path, schema) : Json.object().with("$ref", "#/$defs/" + name);
    }

    private Json rewritten(String path, Json schema) {
        SchemaIndex.Position here = map.at(path);
        if (here == null || schema.kind() != Json.Kind.OBJECT) {
            return schema;
        }
        Json inner = SchemaKeywords.map(schema, (at, child) -> placed(path + at, child));
        for (String name : path.isEmpty() ? NAMES : OF_DOCUMENTS) {
            inner = inner.without(name);
        }
        for (String keyword : REFERRING) {
            String ref =
                    map.target(here, keyword).map(target -> to(target.path())).orElse("");
            inner = ref.isEmpty() ? inner : inner.without("$dynamicRef").with("$ref", ref);
        }
        return inner;
    }

    private String to(String path) {
        String name = moved.get(path);
        return name == null ? "#" + encoded(path) : "#/$defs/" + name;
    }

    private static String encoded(String pointer) {
        try {
            return new URI(null, null, pointer, null).getRawPath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("every text can be a URI path", e);
        }
    }
}
