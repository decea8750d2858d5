package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which members of a schema hold schemas themselves, in draft 7 and in 2020-12; everything else is data. */
final class SchemaKeywords {
    /** Hold schemas of the value itself, not of something inside it. */
    private static final Set<String> IN_PLACE =
            Set.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies");

    private static final Set<String> ONE_OR_LIST = Set.of(
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "items",
            "prefixItems",
            "additionalItems",
            "unevaluatedItems",
            "contains",
            "additionalProperties",
            "unevaluatedProperties",
            "propertyNames",
            "contentSchema");

    private static final Set<String> BY_NAME =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    private static final Set<String> OTHERS = Set.of(
            "$schema",
            "$id",
            "$ref",
            "$anchor",
            "$dynamicRef",
            "$dynamicAnchor",
            "$vocabulary",
            "$comment",
            "title",
            "description",
            "default",
            "deprecated",
            "readOnly",
            "writeOnly",
            "examples",
            "type",
            "enum",
            "const",
            "multipleOf",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "maxContains",
            "minContains",
            "maxProperties",
            "minProperties",
            "required",
            "dependentRequired",
            "format",
            "contentEncoding",
            "contentMediaType");

    private SchemaKeywords() {}

    /** Whether some draft knows the keyword, or it says by {@code x-} that none does. */
    static boolean known(String keyword) {
        return ONE_OR_LIST.contains(keyword)
                || BY_NAME.contains(keyword)
                || OTHERS.contains(keyword)
                || keyword.startsWith("x-");
    }

    /** Whether the schemas under this keyword are about the value itself. */
    static boolean inPlace(String keyword) {
        return IN_PLACE.contains(keyword);
    }

    /** Whether a value can be a schema at all. */
    static boolean isSchema(Json json) {
        return json.kind() == Json.Kind.OBJECT || json.kind() == Json.Kind.BOOLEAN;
    }

    /** The names that a schema requires, in its order. */
    static Set<String> requiredBy(Json schema) {
        Json required = schema.get("required");
        return required.kind() != Json.Kind.ARRAY
                ? Set.of()
                : required.elements().stream()
                        .filter(name -> name.kind() == Json.Kind.STRING)
                        .map(Json::asText)
                        .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The schemas directly inside a schema, in its order. */
    static List<Child> children(Json schema) {
        List<Child> children = new ArrayList<>();
        if (schema.kind() == Json.Kind.OBJECT) {
            schema.fields().forEach((keyword, value) -> collect(keyword, value, children));
        }
        return children;
    }

    private static void collect(String keyword, Json value, List<Child> children) {
        String path = "/" + PointerSegments.escape(keyword);
        if (BY_NAME.contains(keyword) && value.kind() == Json.Kind.OBJECT) {
            value.fields()
                    .forEach((name, child) -> add(keyword, path + "/" + PointerSegments.escape(name), child, children));
        } else if (ONE_OR_LIST.contains(keyword) && value.kind() == Json.Kind.ARRAY) {
            List<Json> elements = value.elements();
            for (int i = 0; i < elements.size(); i++) {
                add(keyword, path + "/" + i, elements.get(i), children);
            }
        } else if (ONE_OR_LIST.contains(keyword)) {
            add(keyword, path, value, children);
        }
    }

    private static void add(String keyword, String path, Json child, List<Child> children) {
        if (isSchema(child)) {
            children.add(new Child(keyword, path, child));
        }
    }

    /** A copy with every schema directly inside changed, given its path; order and data stay. */
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
        if (BY_NAME.contains(keyword) && value.kind() == Json.Kind.OBJECT) {
            Map<String, Json> changed = new LinkedHashMap<>();
            value.fields()
                    .forEach((name, child) ->
                            changed.put(name, schemaOnly(path + "/" + PointerSegments.escape(name), child, change)));
            return Json.of(changed);
        }
        if (ONE_OR_LIST.contains(keyword) && value.kind() == Json.Kind.ARRAY) {
            List<Json> changed = new ArrayList<>();
            value.elements().forEach(child -> changed.add(schemaOnly(path + "/" + changed.size(), child, change)));
            return Json.of(changed);
        }
        return ONE_OR_LIST.contains(keyword) ? schemaOnly(path, value, change) : value;
    }

    private static Json schemaOnly(String path, Json value, Change change) {
        return isSchema(value) ? change.apply(path, value) : value;
    }

    /** What becomes of a schema inside another one. */
    @FunctionalInterface
    interface Change {
        Json apply(String path, Json schema);
    }

    /**
     * A schema inside another one.
     *
     * @param keyword that holds it
     * @param path from the outer schema to it
     * @param schema the inner schema
     */
    record Child(String keyword, String path, Json schema) {

        /** The last segment of the path as it was before it was one. */
        String name() {
            return PointerSegments.unescape(path.substring(path.lastIndexOf('/') + 1));
        }
    }
}
