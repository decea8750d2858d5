package dev.plumbline.providers.gemini;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A JSON Schema rewritten into the part of it that Google's services take: the keywords listed for {@code
 * responseJsonSchema} in the documentation of the Gemini API. What has another form there is rewritten; what has none is
 * left out, which only allows more values, because this library checks answers and arguments itself. Pure.
 *
 * @param schema the rewritten schema
 * @param leftOut the keywords that are left out and restrict values, in alphabetical order
 */
public record GeminiSchema(Json schema, Set<String> leftOut) {
    private static final Set<String> TAKEN = Set.of(
            "$id",
            "$anchor",
            "$ref",
            "type",
            "format",
            "title",
            "description",
            "enum",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "required",
            "propertyOrdering");

    /** The keywords whose value is a schema, and those whose value is a list or an object of schemas. */
    private static final Set<String> NESTED =
            Set.of("items", "prefixItems", "anyOf", "oneOf", "properties", "additionalProperties");

    /** The keywords that say something and restrict nothing. */
    private static final Set<String> COMMENTS = Set.of(
            "$schema",
            "$comment",
            "$vocabulary",
            "default",
            "example",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly",
            "contentEncoding",
            "contentMediaType");

    /** The formats of texts that are taken; the service refuses a schema with another one. */
    private static final Set<String> FORMATS = Set.of("date-time", "date", "time", "enum");

    private static final Set<String> OF_NUMBERS = Set.of("float", "double", "int32", "int64");
    private static final String DEFINITIONS = "definitions";
    private static final String DEFS = "$defs";

    /** Returns the schema in the part that is taken. */
    public static GeminiSchema of(Json schema) {
        Set<String> leftOut = new TreeSet<>();
        return new GeminiSchema(rewritten(schema, leftOut), leftOut);
    }

    private static Json rewritten(Json schema, Set<String> leftOut) {
        if (schema.kind() != Json.Kind.OBJECT) {
            if (schema.equals(Json.of(false))) {
                leftOut.add("false");
            }
            return Json.object();
        }
        Json.Kind reference = schema.get("$ref").kind();
        if (reference == Json.Kind.STRING) {
            return reference(schema, leftOut);
        }
        Map<String, Json> members = new LinkedHashMap<>();
        schema.fields().forEach((name, value) -> member(members, name, value, leftOut));
        return Json.of(members);
    }

    /** Returns a reference; the service takes only definitions beside one, and other members restrict no reference. */
    private static Json reference(Json schema, Set<String> leftOut) {
        Map<String, Json> members = new LinkedHashMap<>();
        schema.fields().forEach((name, value) -> {
            if (name.equals("$ref")) {
                members.put(name, Json.of(value.asText().replace("#/" + DEFINITIONS + "/", "#/" + DEFS + "/")));
            } else if (name.equals(DEFS) || name.equals(DEFINITIONS)) {
                members.put(DEFS, each(value, leftOut));
            } else if (!COMMENTS.contains(name) && !name.equals("title") && !name.equals("description")) {
                leftOut.add(name + " beside $ref");
            }
        });
        return Json.of(members);
    }

    private static void member(Map<String, Json> members, String name, Json value, Set<String> leftOut) {
        if (name.equals("format")) {
            format(members, value, leftOut);
        } else if (TAKEN.contains(name)) {
            members.put(name, value);
        } else if (name.equals(DEFS) || name.equals(DEFINITIONS)) {
            members.put(DEFS, each(value, leftOut));
        } else if (NESTED.contains(name)) {
            members.put(name, nested(name, value, leftOut));
        } else if (name.equals("const")) {
            constant(members, value, leftOut);
        } else if (name.equals("allOf") && value.kind() == Json.Kind.ARRAY) {
            value.elements().forEach(all -> merge(members, rewritten(all, leftOut), leftOut));
        } else if (!COMMENTS.contains(name)) {
            leftOut.add(name);
        }
    }

    private static void format(Map<String, Json> members, Json value, Set<String> leftOut) {
        String format = value.findText().orElse("");
        if (FORMATS.contains(format) || OF_NUMBERS.contains(format)) {
            members.put("format", value);
        } else {
            leftOut.add("format " + format.replaceAll("[^a-z-]", ""));
        }
    }

    /** Rewrites the schemas in a keyword. Whether additional members are allowed is true or false and stays so. */
    private static Json nested(String name, Json value, Set<String> leftOut) {
        if (name.equals("properties")) {
            return each(value, leftOut);
        }
        if (value.kind() == Json.Kind.ARRAY) {
            List<Json> all = new ArrayList<>();
            value.elements().forEach(schema -> all.add(rewritten(schema, leftOut)));
            return Json.of(all);
        }
        return value.kind() == Json.Kind.BOOLEAN && name.equals("additionalProperties")
                ? value
                : rewritten(value, leftOut);
    }

    private static Json each(Json schemas, Set<String> leftOut) {
        Map<String, Json> all = new LinkedHashMap<>();
        schemas.fields().forEach((name, schema) -> all.put(name, rewritten(schema, leftOut)));
        return Json.of(all);
    }

    /** A constant is an enumeration of one; the service has those of texts and numbers. */
    private static void constant(Map<String, Json> members, Json value, Set<String> leftOut) {
        switch (value.kind()) {
            case STRING, NUMBER -> {
                members.putIfAbsent("type", Json.of(value.kind() == Json.Kind.STRING ? "string" : "number"));
                members.put("enum", Json.of(List.of(value)));
            }
            case NULL -> members.put("type", Json.of("null"));
            default -> leftOut.add("const");
        }
    }

    /** Adds the members of a schema that also applies; objects and lists of required members are joined. */
    private static void merge(Map<String, Json> members, Json also, Set<String> leftOut) {
        also.fields().forEach((name, value) -> {
            Json known = members.get(name);
            if (known == null || known.equals(value)) {
                members.put(name, value);
            } else if (name.equals("properties") || name.equals(DEFS)) {
                Map<String, Json> both = new LinkedHashMap<>(known.fields());
                value.fields().forEach(both::putIfAbsent);
                members.put(name, Json.of(both));
            } else if (name.equals("required")) {
                List<Json> both = new ArrayList<>(known.elements());
                value.elements().stream().filter(each -> !both.contains(each)).forEach(both::add);
                members.put(name, Json.of(both));
            } else if (!name.equals("title") && !name.equals("description")) {
                leftOut.add("allOf");
            }
        });
    }
}
