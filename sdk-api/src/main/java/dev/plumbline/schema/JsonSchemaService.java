package dev.plumbline.schema;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;

/**
 * Everything about JSON Schema in one place. Thread-safe; compiled schemas are kept by the hash of their canonical form.
 * Nothing is ever fetched.
 */
public interface JsonSchemaService extends SchemaGenerator {

    /** Whether this schema is allowed and sound: findings at their paths in the schema. */
    ValidationResult check(Json schema);

    /**
     * What is wrong with a value: paths and codes, never values or unknown names.
     *
     * @throws IllegalArgumentException when the schema itself is not sound, with what {@link #check} found
     */
    ValidationResult validate(Json schema, Json value);

    /**
     * Asks for answers of this shape if the schema is sound; otherwise the body stays as it was. Never throws.
     *
     * @return what {@link #check} found; attached if {@link ValidationResult#isOk}
     */
    default ValidationResult tryAttach(AiBody.Builder body, Json schema) {
        ValidationResult found = check(schema);
        if (found.isOk()) {
            body.outputSchema(schema);
        }
        return found;
    }

    /** The schema as the provider wants it; itself when the provider wants nothing else. */
    Json wrap(Json schema, SchemaDialect dialect);

    /** An answer to the wrapped schema, back in the shape that was asked for; {@code schema} is the unwrapped one. */
    Json unwrap(Json answer, Json schema, SchemaDialect dialect);
}
