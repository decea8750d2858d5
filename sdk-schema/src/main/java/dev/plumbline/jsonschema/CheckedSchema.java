package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;

/** A schema that was checked, and compiled if it is sound. Immutable and thread-safe. */
interface CheckedSchema {

    /** What its check found. */
    ValidationResult soundness();

    /** What is wrong with a value; only asked of a sound schema. */
    ValidationResult validate(Json value);

    /** A schema that no value is ever held against. */
    static CheckedSchema refused(ValidationResult soundness) {
        return new CheckedSchema() {
            @Override
            public ValidationResult soundness() {
                return soundness;
            }

            @Override
            public ValidationResult validate(Json value) {
                throw new IllegalStateException("an unsound schema validates nothing");
            }
        };
    }
}
