package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.Set;

/** Checks the members of a JSON object that is read: required ones must exist, and unknown ones are refused. */
final class StrictMembers {

    private StrictMembers() {}

    static Json required(Json json, String member) {
        Json value = json.get(member);
        if (!value.exists()) {
            throw new JsonException("/" + member, "this member is required");
        }
        return value;
    }

    /** Refuses unknown members, so that a typo does not pass for an absent field. */
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
