package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Validates the members of an object by a simple schema.
 *
 * @param members the validators of declared members
 * @param required the names of required members
 * @param others the validator of other members; empty if any value is valid
 * @param closed whether other members are forbidden
 */
record SimpleObjectValidator(
        Map<String, ValueRule> members, List<String> required, Optional<SimpleSchemaValidator> others, boolean closed)
        implements ValueRule {

    @Override
    public boolean test(Json value, ValidationWork work) {
        if (value.kind() != Json.Kind.OBJECT) {
            return true;
        }
        Map<String, Json> all = value.fields();
        work.add(members.size() + required.size() + all.size());
        int found = 0;
        for (Map.Entry<String, ValueRule> member : members.entrySet()) {
            Json given = value.get(member.getKey());
            if (given.exists()) {
                found++;
                if (!member.getValue().test(given, work)) {
                    return false;
                }
            }
        }
        return hasRequired(all) && (closed ? found == all.size() : othersFit(all, work));
    }

    private boolean hasRequired(Map<String, Json> given) {
        for (String name : required) {
            if (!given.containsKey(name)) {
                return false;
            }
        }
        return true;
    }

    private boolean othersFit(Map<String, Json> given, ValidationWork work) {
        if (others.isPresent()) {
            for (Map.Entry<String, Json> entry : given.entrySet()) {
                if (!members.containsKey(entry.getKey()) && !others.get().test(entry.getValue(), work)) {
                    return false;
                }
            }
        }
        return true;
    }
}
