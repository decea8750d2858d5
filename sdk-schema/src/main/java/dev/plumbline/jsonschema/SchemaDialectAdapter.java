package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;

/**
 * Adapts a schema to a provider's dialect and converts answers back: an object around the root, maps as lists of pairs,
 * every member required, keywords moved into descriptions.
 */
final class SchemaDialectAdapter {
    private final SchemaDialect dialect;
    private final RegisteredSchemas registered;

    SchemaDialectAdapter(SchemaDialect dialect, RegisteredSchemas registered) {
        this.dialect = dialect;
        this.registered = registered;
    }

    Json wrap(Json outputSchema) {
        Json wrapped = paired(boxed(SchemaBundler.gathered(outputSchema, registered)));
        if (dialect.allRequired()) {
            wrapped = RequiredMembersRewriter.of(wrapped).schema();
        }
        return dialect.unsupported().isEmpty()
                ? wrapped
                : UnsupportedKeywordMover.of(dialect).moved(wrapped);
    }

    private Json boxed(Json schema) {
        return isBoxed(schema) ? RootObjectWrapper.around(schema) : schema;
    }

    private Json paired(Json schema) {
        return dialect.mapsAsPairs() ? MapsAsPairs.of(schema).schema() : schema;
    }

    Json unwrap(Json answer, Json outputSchema) {
        boolean read = dialect.allRequired() || dialect.mapsAsPairs();
        Json schema = read ? SchemaBundler.gathered(outputSchema, registered) : outputSchema;
        Json value = dialect.mapsAsPairs() ? unpaired(answer, boxed(schema)) : answer;
        Json inside = isBoxed(schema) ? RootObjectWrapper.inside(value) : value;
        return dialect.allRequired() ? RequiredMembersRewriter.of(schema).stripped(inside) : inside;
    }

    private Json unpaired(Json answer, Json schema) {
        MapsAsPairs pairs = MapsAsPairs.of(schema);
        if (pairs.isNothing()) {
            return answer;
        }
        Json rewritten = pairs.schema();
        return pairs.restored(
                dialect.allRequired() ? RequiredMembersRewriter.of(rewritten).stripped(answer) : answer, rewritten);
    }

    private boolean isBoxed(Json schema) {
        return (dialect.objectRootOnly() && !RootObjectWrapper.isPlainObject(schema))
                || (dialect.mapsAsPairs() && MapsAsPairs.isMap(schema));
    }
}
