package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;

/**
 * Adapts a schema to a provider's dialect and converts answers back: an object around the root, every member required,
 * keywords moved into descriptions.
 */
final class SchemaDialectAdapter {
    private final SchemaDialect dialect;
    private final RegisteredSchemas registered;

    SchemaDialectAdapter(SchemaDialect dialect, RegisteredSchemas registered) {
        this.dialect = dialect;
        this.registered = registered;
    }

    Json wrap(Json outputSchema) {
        Json schema = SchemaBundler.gathered(outputSchema, registered);
        Json wrapped = boxed(schema) ? RootObjectWrapper.around(schema) : schema;
        if (dialect.allRequired()) {
            wrapped = RequiredMembersRewriter.of(wrapped).schema();
        }
        return dialect.unsupported().isEmpty()
                ? wrapped
                : UnsupportedKeywordMover.of(dialect).moved(wrapped);
    }

    Json unwrap(Json answer, Json outputSchema) {
        Json schema = dialect.allRequired() ? SchemaBundler.gathered(outputSchema, registered) : outputSchema;
        Json value = boxed(schema) ? RootObjectWrapper.inside(answer) : answer;
        return dialect.allRequired() ? RequiredMembersRewriter.of(schema).stripped(value) : value;
    }

    private boolean boxed(Json schema) {
        return dialect.objectRootOnly() && !RootObjectWrapper.isPlainObject(schema);
    }
}
