package dev.plumbline.schemas;

import dev.plumbline.json.Json;
import dev.plumbline.schema.SchemaDialect;

/**
 * The way a schema goes to a provider and an answer comes back: an object around the root, every member required,
 * keywords moved into descriptions, as the dialect wants it.
 */
final class Wrapper {
    private final SchemaDialect dialect;
    private final Registered registered;

    Wrapper(SchemaDialect dialect, Registered registered) {
        this.dialect = dialect;
        this.registered = registered;
    }

    Json wrap(Json asked) {
        Json schema = References.gathered(asked, registered);
        Json wrapped = boxed(schema) ? RootBox.around(schema) : schema;
        if (dialect.allRequired()) {
            wrapped = AllRequired.of(wrapped).schema();
        }
        return dialect.unsupported().isEmpty()
                ? wrapped
                : Unsupported.of(dialect).moved(wrapped);
    }

    Json unwrap(Json answer, Json asked) {
        Json schema = dialect.allRequired() ? References.gathered(asked, registered) : asked;
        Json value = boxed(schema) ? RootBox.inside(answer) : answer;
        return dialect.allRequired() ? AllRequired.of(schema).stripped(value) : value;
    }

    private boolean boxed(Json schema) {
        return dialect.objectRootOnly() && !RootBox.isPlainObject(schema);
    }
}
