package dev.plumbline.schemas;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An own check for schemas that need no library: scalars with bounds, arrays and records of plain shapes. It says yes only where
 * the library would; a value it does not take goes to the library, which knows what is wrong. Immutable and thread-safe.
 */
final class PlainShape implements Predicate<Json> {
    private final List<Predicate<Json>> rules;

    private PlainShape(List<Predicate<Json>> rules) {
        this.rules = rules;
    }

    /** The shape of a schema that the guard let pass; empty when it has a keyword that is not plain. */
    static Optional<PlainShape> of(Json schema) {
        return inner(schema.get("$schema").exists() ? schema.without("$schema") : schema, Rest.NONE);
    }

    /** The shape of a schema inside one; members that are not plain are left to the rest. */
    static Optional<PlainShape> inner(Json schema, Rest rest) {
        if (schema.kind() == Json.Kind.BOOLEAN) {
            boolean any = schema.asBoolean();
            return Optional.of(new PlainShape(List.of(value -> any)));
        }
        return PlainRules.of(schema, rest).map(PlainShape::new);
    }

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
    interface Rest {
        /** Nobody does: one such member, and the whole is not plain. */
        Rest NONE = schema -> Optional.empty();

        /** The check of such a member; empty when it cannot be told apart from the whole. */
        Optional<Predicate<Json>> of(Json schema);
    }
}
