package dev.plumbline.schemas;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The schemas that may have a say at one place of a value: references followed, {@code anyOf} and its like opened. */
final class Alternatives {
    private static final Set<String> OPENED = Set.of("allOf", "anyOf", "oneOf", "then", "else");

    private final SchemaMap map;

    Alternatives(SchemaMap map) {
        this.map = map;
    }

    /** All that have a say where those at the given paths have one. */
    List<SchemaMap.Position> at(List<String> paths) {
        Map<String, SchemaMap.Position> found = new LinkedHashMap<>();
        paths.forEach(path -> open(path, found));
        return List.copyOf(found.values());
    }

    private void open(String path, Map<String, SchemaMap.Position> found) {
        SchemaMap.Position here = map.at(path);
        if (here == null || found.putIfAbsent(path, here) != null) {
            return;
        }
        here.children().stream()
                .filter(child -> OPENED.contains(child.keyword()))
                .forEach(child -> open(path + child.path(), found));
        map.target(here, "$ref").ifPresent(target -> open(target.path(), found));
    }

    List<SchemaMap.Position> ofMember(List<SchemaMap.Position> here, String name) {
        List<String> paths = new ArrayList<>();
        for (SchemaMap.Position position : here) {
            boolean declared = position.schema().get("properties").get(name).exists();
            paths.add(position.path() + (declared ? "/properties/" + Pointers.escape(name) : "/additionalProperties"));
        }
        return at(paths);
    }

    List<SchemaMap.Position> ofElement(List<SchemaMap.Position> here, int index) {
        return at(here.stream()
                .flatMap(position -> Stream.of("/items", "/items/" + index, "/prefixItems/" + index, "/additionalItems")
                        .map(keyword -> position.path() + keyword))
                .toList());
    }

    /** Whether the schema at a path lets null through, as far as can be told without trying; in doubt not. */
    boolean allowNull(String path) {
        return Optional.ofNullable(map.at(path))
                .map(position -> allowsNull(position, 0))
                .orElse(false);
    }

    private boolean allowsNull(SchemaMap.Position position, int steps) {
        Json schema = position.schema();
        if (schema.kind() == Json.Kind.BOOLEAN) {
            return schema.asBoolean();
        }
        boolean doubtful =
                steps > 100 || schema.get("not").exists() || schema.get("if").exists();
        return !doubtful
                && constants(schema)
                && map.target(position, "$ref")
                        .map(to -> allowsNull(to, steps + 1))
                        .orElse(true)
                && Stream.of("anyOf", "oneOf").allMatch(keyword -> some(position, keyword, steps))
                && parts(position, "allOf").allMatch(part -> allowsNull(part, steps + 1));
    }

    private boolean some(SchemaMap.Position position, String keyword, int steps) {
        return !position.schema().get(keyword).exists()
                || parts(position, keyword).anyMatch(part -> allowsNull(part, steps + 1));
    }

    private Stream<SchemaMap.Position> parts(SchemaMap.Position position, String keyword) {
        return position.children().stream()
                .filter(child -> child.keyword().equals(keyword))
                .flatMap(child -> Stream.ofNullable(map.at(position.path() + child.path())));
    }

    private static boolean constants(Json schema) {
        Json nothing = Json.of(null);
        Json type = schema.get("type");
        Json list = schema.get("enum");
        boolean typed = !type.exists() || has(type, Json.of("null"));
        boolean listed = !list.exists() || has(list, nothing);
        return typed
                && listed
                && (!schema.get("const").exists() || schema.get("const").equals(nothing));
    }

    private static boolean has(Json oneOrList, Json wanted) {
        return oneOrList.kind() == Json.Kind.ARRAY ? oneOrList.elements().contains(wanted) : oneOrList.equals(wanted);
    }
}
