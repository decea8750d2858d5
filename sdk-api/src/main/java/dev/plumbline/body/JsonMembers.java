package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.Set;

/** The members of an object that is read: those that must be there, and that there are no others. */
final class JsonMembers {

    private JsonMembers() {}

    static Json required(Json json, String member) {
        Json value = json.get(member);
        if (!value.exists()) {
            throw new JsonException("/" + member, "this member is required");
        }
        return value;
    }

    /** Refuses members nobody reads: a typo must not pass for an absent field. */
    static void only(Json json, Set<String> known) {
        if (json.kind() != Json.Kind.OBJECT) {
            throw new JsonException("", "an object is required here");
        }
        if (!known.containsAll(json.fields().keySet())) {
            throw new JsonException(
                    "",
                    "there is an unknown member; known are "
                            + known.stream().sorted().toList());
        }
    }
}
