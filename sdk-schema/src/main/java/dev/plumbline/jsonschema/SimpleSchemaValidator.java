package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * Validates simple schemas without the library: scalars with bounds, arrays and records of simple schemas. It accepts
 * only values that the library accepts; a rejected value goes to the library, which reports the errors. Immutable and
 * thread-safe.
 *
 * @param rules the rules that a value must satisfy, cheap ones first
 */
record SimpleSchemaValidator(List<ValueRule> rules) implements ValueRule {

    @Override
    public boolean test(Json value, ValidationWork work) {
        work.add(1
                + rules.size()
                + (value.kind() == Json.Kind.STRING ? value.asText().length() / 16 : 0));
        for (int i = 0; i < rules.size(); i++) {
            if (!rules.get(i).test(value, work)) {
                return false;
            }
        }
        return true;
    }

    /** Validates the members of records that are not simple. */
    @FunctionalInterface
    interface MemberFallback {
        /** No fallback: a record with such a member is not simple. */
        MemberFallback NONE = schema -> Optional.empty();

        /** Returns the validator of such a member; empty if it cannot be validated separately. */
        Optional<ValueRule> of(Json schema);
    }
}
