package dev.plumbline.mcpclient;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import java.lang.reflect.Type;
import java.util.List;

/** Takes every schema and every value. */
final class AnySchema implements JsonSchemaService {
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

    @Override
    public Json schemaOf(List<Member> members) {
        return Json.object();
    }

    @Override
    public Json schemaOf(Type type) {
        return Json.object();
    }
}
