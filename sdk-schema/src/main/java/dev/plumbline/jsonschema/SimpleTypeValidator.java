package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Validates the keyword {@code type} of a simple schema.
 *
 * @param kinds the accepted kinds
 * @param whole whether whole numbers are accepted, too
 */
record SimpleTypeValidator(Set<Json.Kind> kinds, boolean whole) implements ValueRule {
    private static final String INTEGER = "integer";
    private static final Map<String, Json.Kind> KINDS = Map.of(
            "object", Json.Kind.OBJECT,
            "array", Json.Kind.ARRAY,
            "string", Json.Kind.STRING,
            "number", Json.Kind.NUMBER,
            "boolean", Json.Kind.BOOLEAN,
            "null", Json.Kind.NULL);

    /** Returns the rule of one type or of a list of different types; empty for anything else. */
    static Optional<ValueRule> of(Json type) {
        List<Json> types = type.kind() == Json.Kind.ARRAY ? type.elements() : List.of(type);
        Set<Json.Kind> kinds = EnumSet.noneOf(Json.Kind.class);
        Set<String> names = new HashSet<>();
        for (Json one : types) {
            String name = one.findText().orElse("");
            boolean known = KINDS.containsKey(name) || name.equals(INTEGER);
            if (!known || !names.add(name)) {
                return Optional.empty();
            }
            Optional.ofNullable(KINDS.get(name)).ifPresent(kinds::add);
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new SimpleTypeValidator(Set.copyOf(kinds), names.contains(INTEGER)));
    }

    @Override
    public boolean test(Json value, ValidationWork work) {
        return kinds.contains(value.kind()) || (whole && isWhole(value, work));
    }

    private static boolean isWhole(Json value, ValidationWork work) {
        if (value.kind() != Json.Kind.NUMBER) {
            return false;
        }
        work.add(ValidationWork.ofNumber(value.asDecimal()));
        return value.asDecimal().stripTrailingZeros().scale() <= 0;
    }
}
