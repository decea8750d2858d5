package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The schema of a result whose values may be hidden. A hidden number is a string, and a hidden string has neither the
 * format nor the length of the value, so of a schema stay the members, the elements and the kinds, and each kind of a leaf
 * may be a string. Values of an enumeration become examples.
 */
final class HiddenValueSchema {
    private static final Set<String> KEPT = Set.of(
            "title",
            "description",
            "default",
            "examples",
            "$ref",
            "$id",
            "$anchor",
            "$schema",
            "required",
            "minItems",
            "maxItems");
    private static final Set<String> SCHEMAS =
            Set.of("items", "additionalItems", "additionalProperties", "prefixItems", "anyOf", "allOf");
    private static final Set<String> NAMED = Set.of("properties", "$defs", "definitions");
    private static final Set<String> NOT_HIDDEN = Set.of("object", "array", "null", "boolean");

    private HiddenValueSchema() {}

    /** Returns a schema that allows what the schema allows, and the same with any of its values hidden. */
    static Json of(Json schema) {
        if (schema.kind() != Json.Kind.OBJECT) {
            return Json.of(true);
        }
        Map<String, Json> kept = new LinkedHashMap<>();
        schema.fields().forEach((keyword, its) -> {
            if (KEPT.contains(keyword)) {
                kept.put(keyword, its);
            } else if (keyword.equals("type")) {
                kept.put(keyword, type(its));
            } else if (keyword.equals("enum")) {
                kept.putIfAbsent("examples", its);
            } else if (keyword.equals("oneOf") && !schema.fields().containsKey("anyOf")) {
                kept.put("anyOf", each(its)); // two variants may differ in a hidden value alone
            } else if (SCHEMAS.contains(keyword)) {
                kept.put(keyword, its.kind() == Json.Kind.ARRAY ? each(its) : of(its));
            } else if (NAMED.contains(keyword)) {
                kept.put(keyword, named(its));
            }
        });
        return Json.of(kept);
    }

    private static Json each(Json schemas) {
        return Json.of(schemas.elements().stream().map(HiddenValueSchema::of).toList());
    }

    private static Json named(Json schemas) {
        Map<String, Json> all = new LinkedHashMap<>();
        schemas.fields().forEach((name, its) -> all.put(name, of(its)));
        return Json.of(all);
    }

    private static Json type(Json type) {
        List<Json> types = type.kind() == Json.Kind.ARRAY ? type.elements() : List.of(type);
        boolean hides = types.stream().map(Json::asText).anyMatch(each -> !NOT_HIDDEN.contains(each));
        Json text = Json.of("string");
        if (!hides || types.contains(text)) {
            return type;
        }
        return Json.of(Stream.concat(types.stream(), Stream.of(text)).toList());
    }
}
