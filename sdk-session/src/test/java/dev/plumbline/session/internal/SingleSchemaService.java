package dev.plumbline.session.internal;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

/** A schema service that knows one schema. */
final class SingleSchemaService implements JsonSchemaService {
    static final Json SCHEMA = Json.of(Map.of("title", "anything"));

    @Override
    public Json schemaOf(Type type) {
        return SCHEMA;
    }

    @Override
    public Json schemaOf(List<Member> members) {
        return SCHEMA;
    }

    @Override
    public ValidationResult check(Json schema) {
        return ValidationResult.OK;
    }

    @Override
    public ValidationResult validate(Json schema, Json value) {
        return ValidationResult.OK;
    }

    @Override
    public Json wrap(Json schema, SchemaDialect dialect) {
        return schema;
    }

    @Override
    public Json unwrap(Json answer, Json schema, SchemaDialect dialect) {
        return answer;
    }
}
