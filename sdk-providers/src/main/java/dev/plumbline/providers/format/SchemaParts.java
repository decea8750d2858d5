package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.schema.internal.KeywordSets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Changes the parts of a schema, the inner ones first. */
final class SchemaParts {
    private SchemaParts() {}

    /** Returns a part without members that are not keywords, and without those for programs: both restrict nothing. */
    static Json withoutUnknown(Json part) {
        Map<String, Json> known = new LinkedHashMap<>(part.fields());
        known.keySet().removeIf(name -> !KeywordSets.isKnown(name) || KeywordSets.isForPrograms(name));
        return known.size() == part.fields().size() ? part : Json.of(known);
    }

    /** Returns a schema each of whose parts that is an object is changed, and then it itself; what stays is not copied. */
    static Json changed(Json schema, UnaryOperator<Json> change) {
        return schema.kind() == Json.Kind.OBJECT
                ? change.apply(members(schema, (keyword, value) -> inside(keyword, value, change)))
                : schema;
    }

    private static Json members(Json object, BiFunction<String, Json, Json> change) {
        @Nullable Map<String, Json> members = null;
        for (Map.Entry<String, Json> member : object.fields().entrySet()) {
            Json after = change.apply(member.getKey(), member.getValue());
            if (!after.equals(member.getValue())) {
                members = members == null ? new LinkedHashMap<>(object.fields()) : members;
                members.put(member.getKey(), after);
            }
        }
        return members == null ? object : Json.of(members);
    }

    private static Json inside(String keyword, Json value, UnaryOperator<Json> change) {
        if (KeywordSets.isByName(keyword) && value.kind() == Json.Kind.OBJECT) {
            return members(value, (name, part) -> changed(part, change));
        }
        if (KeywordSets.isOneOrList(keyword) && value.kind() == Json.Kind.ARRAY) {
            List<Json> all = new ArrayList<>(value.elements());
            all.replaceAll(part -> changed(part, change));
            return all.equals(value.elements()) ? value : Json.of(all);
        }
        return KeywordSets.isOneOrList(keyword) ? changed(value, change) : value;
    }

    /** Returns whether a schema has a type, alone or among others. */
    static boolean hasType(Json schema, String type) {
        Json types = schema.get("type");
        return types.equals(Json.of(type))
                || (types.kind() == Json.Kind.ARRAY && types.elements().contains(Json.of(type)));
    }

    /** Returns a schema without a keyword, which its description says then. */
    static Json described(Json schema, String keyword) {
        Json value = schema.get(keyword);
        String rule = "(" + keyword + ": " + value.findText().orElseGet(value::text) + ")";
        String before =
                schema.get("description").findText().map(said -> said + " ").orElse("");
        return schema.without(keyword).with("description", before + rule);
    }

    /** Returns a schema that names the types of its constants, if it names none. */
    static Json withTypeOfConstants(Json schema) {
        if (schema.get("type").exists()
                || !(schema.get("enum").exists() || schema.get("const").exists())) {
            return schema;
        }
        List<Json> constants = schema.get("const").exists()
                ? List.of(schema.get("const"))
                : schema.get("enum").elements();
        Set<String> types = constants.stream().map(SchemaParts::type).collect(Collectors.toCollection(TreeSet::new));
        return types.size() == 1
                ? schema.with("type", types.iterator().next())
                : schema.with("type", List.copyOf(types));
    }

    private static String type(Json constant) {
        return switch (constant.kind()) {
            case STRING -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "boolean";
            case ARRAY -> "array";
            case OBJECT -> "object";
            default -> "null";
        };
    }
}
