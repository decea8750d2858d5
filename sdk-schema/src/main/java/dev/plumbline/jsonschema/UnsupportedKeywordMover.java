package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Moves keywords that a provider does not support into the description, where the model can still read them. */
final class UnsupportedKeywordMover {
    /** Keywords that do not constrain the value. */
    private static final Set<String> SILENT = Set.of("$schema", "$id", "$comment", "$anchor", "title");
    /** Keywords of the structure, which cannot be moved. */
    private static final Set<String> STRUCTURE =
            Set.of("type", "properties", "items", "$ref", "$defs", "definitions", "description");

    /** Keywords whose meaning depends on other keywords, by keyword. */
    private static final Map<String, Set<String>> LEANING = Map.of(
            "items", Set.of("prefixItems"),
            "additionalProperties", Set.of("patternProperties"),
            "unevaluatedProperties", Set.of("allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"),
            "unevaluatedItems", Set.of("allOf", "anyOf", "oneOf", "if", "prefixItems", "contains"));

    /** Keywords that may name members of the same object. */
    private static final Set<String> NAMING_MEMBERS =
            Set.of("patternProperties", "allOf", "if", "then", "else", "dependentSchemas", "not");

    private final Set<String> keywords;

    private UnsupportedKeywordMover(Set<String> keywords) {
        this.keywords = keywords;
    }

    static UnsupportedKeywordMover of(SchemaDialect dialect) {
        return new UnsupportedKeywordMover(dialect.unsupported());
    }

    Json moved(Json schema) {
        if (schema.kind() != Json.Kind.OBJECT) {
            return schema;
        }
        Map<String, Json> kept = new LinkedHashMap<>();
        StringJoiner rules = new StringJoiner("; ", "(", ")").setEmptyValue("");
        SchemaKeywords.map(schema, (path, child) -> moved(child)).fields().forEach((keyword, value) -> {
            if (!refused(keyword) && !leansOnRefused(keyword, schema)) {
                kept.put(keyword, value);
            } else if (isOnlyChoice(keyword, schema)) {
                kept.put("anyOf", value);
            } else if (!SILENT.contains(keyword) && !ScalarSchemas.isWideBound(keyword, value)) {
                rules.add(keyword + ": " + written(value));
            }
        });
        if (!kept.containsKey("additionalProperties") && namesMembersElsewhere(schema)) {
            kept.put("additionalProperties", Json.of(true)); // it has members that only the description names
        }
        if (!rules.toString().isEmpty()) {
            kept.merge(
                    "description",
                    Json.of(rules.toString()),
                    (old, more) -> Json.of(written(old) + " " + written(more)));
        }
        return Json.of(kept);
    }

    /** Returns whether {@code oneOf} can be {@code anyOf}, which allows a little more. */
    private boolean isOnlyChoice(String keyword, Json schema) {
        return keyword.equals("oneOf")
                && !refused("anyOf")
                && !schema.get("anyOf").exists();
    }

    private boolean namesMembersElsewhere(Json schema) {
        return schema.get("properties").exists()
                && NAMING_MEMBERS.stream()
                        .anyMatch(keyword ->
                                refused(keyword) && schema.get(keyword).exists());
    }

    private boolean leansOnRefused(String keyword, Json schema) {
        return LEANING.getOrDefault(keyword, Set.of()).stream()
                .anyMatch(other -> refused(other) && schema.get(other).exists());
    }

    private boolean refused(String keyword) {
        return keywords.contains(keyword) && !STRUCTURE.contains(keyword);
    }

    private static String written(Json value) {
        return value.findText().orElseGet(value::text);
    }
}
