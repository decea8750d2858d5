package dev.plumbline.internal;

import dev.plumbline.json.Json;
import java.util.List;

/** Reads members of JSON that others wrote: what is missing or of another kind counts as empty. */
public final class JsonMembers {
    private JsonMembers() {}

    /** Returns a member if it is an object; otherwise an empty one. */
    public static Json object(Json json, String member) {
        Json value = json.get(member);
        return value.kind() == Json.Kind.OBJECT ? value : Json.object();
    }

    /** Returns the elements of a member if it is an array; otherwise none. */
    public static List<Json> elements(Json json, String member) {
        Json value = json.get(member);
        return value.kind() == Json.Kind.ARRAY ? value.elements() : List.of();
    }

    /** Returns the strings of a member if it is an array; otherwise none. */
    public static List<String> texts(Json json, String member) {
        return elements(json, member).stream()
                .flatMap(each -> each.findText().stream())
                .toList();
    }

    /** Returns whether a member is {@code true}. */
    public static boolean isTrue(Json json, String member) {
        return json.get(member).equals(Json.of(true));
    }
}
