package dev.plumbline.policies;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Knows {@code type} and {@code required}, and wraps what is no object into one if the dialect wants that. */
final class SmallSchemaService implements JsonSchemaService {
    static final Json POINT = Json.parse("{\"type\":\"object\",\"required\":[\"x\",\"y\"]}");
    static final Json LIST = Json.parse("{\"type\":\"array\"}");
    static final SchemaDialect OBJECTS_ONLY = new SchemaDialect("small", true, false, Set.of());

    @Override
    public ValidationResult check(Json schema) {
        return schema.get("type").exists()
                ? ValidationResult.OK
                : new ValidationResult(List.of(error("/type", "required")));
    }

    @Override
    public ValidationResult validate(Json schema, Json value) {
        List<ValidationResult.Finding> findings = new ArrayList<>();
        if (!value.kind()
                .name()
                .toLowerCase(Locale.ROOT)
                .equals(schema.get("type").asText())) {
            findings.add(error("", "type"));
        } else if (schema.get("required").exists()) {
            schema.get("required").elements().stream()
                    .filter(name -> !value.get(name.asText()).exists())
                    .forEach(name -> findings.add(error("/" + name.asText(), "required")));
        }
        return new ValidationResult(findings);
    }

    @Override
    public Json wrap(Json schema, SchemaDialect dialect) {
        return wraps(schema, dialect)
                ? Json.of(Map.of("type", "object", "properties", Map.of("value", schema)))
                : schema;
    }

    @Override
    public Json unwrap(Json answer, Json schema, SchemaDialect dialect) {
        if (!wraps(schema, dialect)) {
            return answer;
        }
        if (!answer.get("value").exists()) {
            throw new JsonException("/value", "this member is required");
        }
        return answer.get("value");
    }

    private static boolean wraps(Json schema, SchemaDialect dialect) {
        return dialect.objectRootOnly() && !schema.get("type").asText().equals("object");
    }

    private static ValidationResult.Finding error(String path, String code) {
        return new ValidationResult.Finding(ValidationResult.Severity.ERROR, path, code);
    }

    @Override
    public Json schemaOf(Type type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Json schemaOf(List<Member> members) {
        throw new UnsupportedOperationException();
    }
}
