package dev.plumbline.schemas;

import dev.plumbline.json.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The members of a plain shape.
 *
 * @param members those the schema names
 * @param required names that must be there
 * @param others what the others must fit; empty when anything will do
 * @param closed whether there may be no others
 */
record PlainRecord(
        Map<String, Predicate<Json>> members, List<String> required, Optional<PlainShape> others, boolean closed)
        implements Predicate<Json> {
    private static final Json ANY = Json.of(true);
    private static final Json NONE = Json.of(false);

    /** The rule of a schema with members; empty when one of them is not plain, and the rest does not know it either. */
    static Optional<Predicate<Json>> of(Json schema, PlainShape.Rest rest) {
        Json open = schema.get("additionalProperties").exists() ? schema.get("additionalProperties") : ANY;
        Optional<PlainShape> others =
                Keywords.isSchema(open) ? PlainShape.inner(open, PlainShape.Rest.NONE) : Optional.empty();
        Optional<Map<String, Predicate<Json>>> members = members(schema.get("properties"), rest);
        Optional<List<String>> required = required(schema.get("required"));
        if (others.isEmpty() || members.isEmpty() || required.isEmpty()) {
            return Optional.empty();
        }
        Optional<PlainShape> asked = others.filter(shape -> !open.equals(ANY) && !open.equals(NONE));
        return Optional.of(new PlainRecord(members.get(), required.get(), asked, open.equals(NONE)));
    }

    private static Optional<Map<String, Predicate<Json>>> members(Json properties, PlainShape.Rest rest) {
        Map<String, Predicate<Json>> members = new LinkedHashMap<>();
        if (properties.exists() && properties.kind() != Json.Kind.OBJECT) {
            return Optional.empty();
        }
        Map<String, Json> given = properties.exists() ? properties.fields() : Map.of();
        given.forEach((name, schema) -> {
            if (Keywords.isSchema(schema)) {
                PlainShape.inner(schema, rest)
                        .<Predicate<Json>>map(shape -> shape)
                        .or(() -> rest.of(schema))
                        .ifPresent(shape -> members.put(name, shape));
            }
        });
        return members.size() == given.size() ? Optional.of(members) : Optional.empty();
    }

    private static Optional<List<String>> required(Json names) {
        if (!names.exists()) {
            return Optional.of(List.of());
        }
        boolean texts = names.kind() == Json.Kind.ARRAY
                && names.elements().stream().allMatch(name -> name.kind() == Json.Kind.STRING)
                && new HashSet<>(names.elements()).size() == names.elements().size();
        return texts ? Optional.of(names.elements().stream().map(Json::asText).toList()) : Optional.empty();
    }

    @Override
    public boolean test(Json value) {
        if (value.kind() != Json.Kind.OBJECT) {
            return true;
        }
        int found = 0;
        for (Map.Entry<String, Predicate<Json>> member : members.entrySet()) {
            Json given = value.get(member.getKey());
            if (given.exists()) {
                found++;
                if (!member.getValue().test(given)) {
                    return false;
                }
            }
        }
        Map<String, Json> all = value.fields();
        return hasRequired(all) && (closed ? found == all.size() : othersFit(all));
    }

    private boolean hasRequired(Map<String, Json> given) {
        for (String name : required) {
            if (!given.containsKey(name)) {
                return false;
            }
        }
        return true;
    }

    private boolean othersFit(Map<String, Json> given) {
        if (others.isPresent()) {
            for (Map.Entry<String, Json> entry : given.entrySet()) {
                if (!members.containsKey(entry.getKey()) && !others.get().test(entry.getValue())) {
                    return false;
                }
            }
        }
        return true;
    }
}
