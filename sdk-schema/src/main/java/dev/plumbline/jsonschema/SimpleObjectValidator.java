package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
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
record SimpleObjectValidator(
        Map<String, Predicate<Json>> members,
        List<String> required,
        Optional<SimpleSchemaValidator> others,
        boolean closed)
        implements Predicate<Json> {

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
