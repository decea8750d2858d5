package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.Map;
import java.util.Set;

/**
 * Checks superficially whether a schema can describe a value in which nulls may stand for missing members: by type,
 * constants and member names. It never rejects a valid value.
 */
final class SchemaMatcher {
    private static final Json NULL = Json.of(null);
    private static final Json INTEGER = Json.of("integer");
    private static final int MOST_STEPS = 20;

    private final SchemaIndex map;
    private final Json value;
    private final ValidationWork work;

    SchemaMatcher(SchemaIndex map, Json value, ValidationWork work) {
        this.map = map;
        this.value = value;
        this.work = work;
    }

    /** Returns whether the schema at a path can describe the value. */
    boolean to(String path) {
        return to(path, value, MOST_STEPS);
    }

    private boolean to(String path, Json part, int steps) {
        SchemaIndex.Position here = map.at(path);
        work.add(50L + path.length());
        if (here == null || steps == 0) {
            return true;
        }
        Json schema = here.schema();
        return !schema.equals(Json.of(false))
                && isOfType(schema.get("type"), part)
                && isConstant(schema, part)
                && (part.kind() != Json.Kind.OBJECT || hasMembers(here, part, steps))
                && map.target(here, "$ref")
                        .map(target -> to(target.path(), part, steps - 1))
                        .orElse(true);
    }

    private static boolean isOfType(Json type, Json part) {
        return switch (type.kind()) {
            case STRING ->
                type.asText().equals(word(part))
                        || (type.equals(INTEGER) && word(part).equals("number"));
            case ARRAY -> type.elements().isEmpty() || type.elements().stream().anyMatch(one -> isOfType(one, part));
            default -> true;
        };
    }

    private static String word(Json part) {
        return switch (part.kind()) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "boolean";
            case NULL, MISSING -> "null";
        };
    }

    private boolean isConstant(Json schema, Json part) {
        Json list = schema.get("enum");
        Json constant = schema.get("const");
        if (constant.exists() || list.kind() == Json.Kind.ARRAY) {
            work.add(part.utf8Length()
                    + (list.kind() == Json.Kind.ARRAY ? 10L * list.elements().size() : 0));
        }
        return (!constant.exists() || constant.equals(part))
                && (list.kind() != Json.Kind.ARRAY || list.elements().contains(part));
    }

    private boolean hasMembers(SchemaIndex.Position here, Json object, int steps) {
        Json names = here.schema().get("required");
        work.add(10L * object.fields().size()
                + (names.kind() == Json.Kind.ARRAY ? 20L * names.elements().size() : 0));
        Set<String> required = SchemaKeywords.requiredBy(here.schema());
        Json properties = here.schema().get("properties");
        Map<String, Json> declared = properties.kind() == Json.Kind.OBJECT ? properties.fields() : Map.of();
        work.add(50L * declared.size());
        boolean closed = here.schema().get("additionalProperties").equals(Json.of(false))
                && !here.schema().get("patternProperties").exists();
        return object.fields().keySet().containsAll(required)
                && (!closed || declared.keySet().containsAll(object.fields().keySet()))
                && declared.keySet().stream()
                        .filter(name -> !isNothing(object.get(name), required.contains(name)))
                        .allMatch(name -> to(
                                here.path() + "/properties/" + PointerSegments.escape(name),
                                object.get(name),
                                steps - 1));
    }

    private static boolean isNothing(Json member, boolean required) {
        return !member.exists() || (member.equals(NULL) && !required);
    }
}
