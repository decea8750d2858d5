package dev.plumbline.schemas;

import dev.plumbline.json.Json;
import dev.plumbline.schema.SchemaDialect;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Moves keywords that a provider refuses into the description, where the model still reads them. */
final class Unsupported {
    /** Say nothing about the value. */
    private static final Set<String> SILENT = Set.of("$schema", "$id", "$comment", "$anchor", "title");
    /** Carry the structure: without them there would be no schema left. */
    private static final Set<String> STRUCTURE =
            Set.of("type", "properties", "items", "$ref", "$defs", "definitions", "description");

    private final Set<String> keywords;

    private Unsupported(Set<String> keywords) {
        this.keywords = keywords;
    }

    static Unsupported of(SchemaDialect dialect) {
        return new Unsupported(dialect.unsupported());
    }

    Json moved(Json schema) {
        if (schema.kind() != Json.Kind.OBJECT) {
            return schema;
        }
        Map<String, Json> kept = new LinkedHashMap<>();
        StringJoiner rules = new StringJoiner("; ", "(", ")").setEmptyValue("");
        Keywords.map(schema, (path, child) -> moved(child)).fields().forEach((keyword, value) -> {
            if (!refused(keyword)) {
                kept.put(keyword, value);
            } else if (!SILENT.contains(keyword)) {
                rules.add(keyword + ": " + written(value));
            }
        });
        if (!rules.toString().isEmpty()) {
            kept.merge(
                    "description",
                    Json.of(rules.toString()),
                    (old, more) -> Json.of(written(old) + " " + written(more)));
        }
        return Json.of(kept);
    }

    private boolean refused(String keyword) {
        return keywords.contains(keyword) && !STRUCTURE.contains(keyword);
    }

    private static String written(Json value) {
        return value.kind() == Json.Kind.STRING ? value.asText() : value.text();
    }
}
