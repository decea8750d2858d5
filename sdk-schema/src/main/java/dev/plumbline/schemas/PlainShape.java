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
        return inner(schema.get("$schema").exists() ? schema.without("$schema") : schema);
    }

    static Optional<PlainShape> inner(Json schema) {
        if (schema.kind() == Json.Kind.BOOLEAN) {
            boolean any = schema.asBoolean();
            return Optional.of(new PlainShape(List.of(value -> any)));
        }
        return PlainRules.of(schema).map(PlainShape::new);
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
}
