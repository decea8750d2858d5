package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;

/** A checked schema, which is compiled if it is valid. Immutable and thread-safe. */
interface CheckedSchema {

    /** Returns the findings of the check. */
    ValidationResult soundness();

    /** Validates a value; only for a valid schema. */
    ValidationResult validate(Json value, ValidationWork work);

    /** Returns a refused schema, which validates nothing. */
    static CheckedSchema refused(ValidationResult soundness) {
        return new CheckedSchema() {
            @Override
            public ValidationResult soundness() {
                return soundness;
            }

            @Override
            public ValidationResult validate(Json value, ValidationWork work) {
                throw new IllegalStateException("an invalid schema cannot validate values");
            }
        };
    }
}
