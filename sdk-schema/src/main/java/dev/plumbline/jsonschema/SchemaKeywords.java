package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.internal.KeywordSets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads and changes the schemas in a schema; values of other keywords are data. */
final class SchemaKeywords {
    /** Keywords with schemas that apply to the value itself, not to a part of it. */
    private static final Set<String> IN_PLACE =
            Set.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies");

    private SchemaKeywords() {}

    /** Returns whether a draft defines the keyword, or it is an extension with {@code x-}. */
    static boolean known(String keyword) {
        return KeywordSets.isKnown(keyword) || keyword.startsWith("x-");
    }

    /** Returns whether the schemas of this keyword apply to the value itself. */
    static boolean inPlace(String keyword) {
        return IN_PLACE.contains(keyword);
    }

    /** Returns whether a JSON value can be a schema. */
    static boolean isSchema(Json json) {
        return json.kind() == Json.Kind.OBJECT || json.kind() == Json.Kind.BOOLEAN;
    }

    /** Returns the member names that a schema requires, in its order. */
    static Set<String> requiredBy(Json schema) {
        Json required = schema.get("required");
        return required.kind() != Json.Kind.ARRAY
                ? Set.of()
                : required.elements().stream()
                        .filter(name -> name.kind() == Json.Kind.STRING)
                        .map(Json::asText)
                        .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the direct subschemas of a schema, in its order. */
    static List<Child> children(Json schema) {
        List<Child> children = new ArrayList<>();
        if (schema.kind() == Json.Kind.OBJECT) {
            schema.fields().forEach((keyword, value) -> collect(keyword, value, children));
        }
        return children;
    }

    private static void collect(String keyword, Json value, List<Child> children) {
        String path = "/" + PointerSegments.escape(keyword);
        if (KeywordSets.isByName(keyword) && value.kind() == Json.Kind.OBJECT) {
            value.fields()
                    .forEach((name, child) -> add(keyword, path + "/" + PointerSegments.escape(name), child, children));
        } else if (KeywordSets.isOneOrList(keyword) && value.kind() == Json.Kind.ARRAY) {
            List<Json> elements = value.elements();
            for (int i = 0; i < elements.size(); i++) {
                add(keyword, path + "/" + i, elements.get(i), children);
            }
        } else if (KeywordSets.isOneOrList(keyword)) {
            add(keyword, path, value, children);
        }
    }

    private static void add(String keyword, String path, Json child, List<Child> children) {
        if (isSchema(child)) {
            children.add(new Child(keyword, path, child));
        }
    }

    /** Returns a copy with every direct subschema changed by its path; order and data stay. */
    static Json map(Json schema, Change change) {
        if (schema.kind() != Json.Kind.OBJECT) {
            return schema;
        }
        Map<String, Json> changed = new LinkedHashMap<>();
        schema.fields().forEach((keyword, value) -> changed.put(keyword, changed(keyword, value, change)));
        return Json.of(changed);
    }

    private static Json changed(String keyword, Json value, Change change) {
        String path = "/" + PointerSegments.escape(keyword);
        if (KeywordSets.isByName(keyword) && value.kind() == Json.Kind.OBJECT) {
            Map<String, Json> changed = new LinkedHashMap<>();
            value.fields()
                    .forEach((name, child) ->
                            changed.put(name, schemaOnly(path + "/" + PointerSegments.escape(name), child, change)));
            return Json.of(changed);
        }
        if (KeywordSets.isOneOrList(keyword) && value.kind() == Json.Kind.ARRAY) {
            List<Json> changed = new ArrayList<>();
            value.elements().forEach(child -> changed.add(schemaOnly(path + "/" + changed.size(), child, change)));
            return Json.of(changed);
        }
        return KeywordSets.isOneOrList(keyword) ? schemaOnly(path, value, change) : value;
    }

    private static Json schemaOnly(String path, Json value, Change change) {
        return isSchema(value) ? change.apply(path, value) : value;
    }

    /** Changes a subschema. */
    @FunctionalInterface
    interface Change {
        Json apply(String path, Json schema);
    }

    /**
     * A direct subschema.
     *
     * @param keyword the keyword that contains it
     * @param path from the outer schema to it
     * @param schema the inner schema
     */
    record Child(String keyword, String path, Json schema) {

        /** Returns the last segment of the path, unescaped. */
        String name() {
            return PointerSegments.unescape(path.substring(path.lastIndexOf('/') + 1));
        }
    }
}
