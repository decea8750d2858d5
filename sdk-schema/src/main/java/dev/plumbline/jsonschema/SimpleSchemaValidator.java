package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An own check for schemas that need no library: scalars with bounds, arrays and records of plain shapes. It says yes only where
 * the library would; a value it does not take goes to the library, which knows what is wrong. Immutable and thread-safe.
 *
 * @param rules all of which a value keeps, the cheap ones first
 */
record SimpleSchemaValidator(List<Predicate<Json>> rules) implements Predicate<Json> {

    @Override
    public boolean test(Json value) {
        for (int i = 0; i < rules.size(); i++) {
            if (!rules.get(i).test(value)) {
                return false;
            }
        }
        return true;
    }

    /** Who judges the members of records that are not plain. */
    @FunctionalInterface
    interface MemberFallback {
        /** Nobody does: one such member, and the whole is not plain. */
        MemberFallback NONE = schema -> Optional.empty();

        /** The check of such a member; empty when it cannot be separated from the whole. */
        Optional<Predicate<Json>> of(Json schema);
    }
}
