package dev.plumbline.tool.internal;

import dev.plumbline.json.Json;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** The tags of a tool that name its parameters that decide where something goes or what is lost. */
public final class DecidingTags {
    private static final String TAG = "decides-";

    private DecidingTags() {}

    /** Returns the tag of a parameter. */
    public static String tag(String parameter) {
        return TAG + parameter;
    }

    /**
     * Checks that the parameters of the tags exist.
     *
     * @throws IllegalArgumentException names a parameter that no object of the schema has: its tool would have no parameter
     *     that decides
     */
    public static void requireIn(Json schema, Collection<String> tags, String tool) {
        Set<String> missing = of(tags);
        if (!missing.isEmpty()) {
            forget(schema, missing);
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("tool " + tool + ": no parameter is called "
                    + missing.iterator().next() + ", which is said to decide; the input schema has no such member");
        }
    }

    private static void forget(Json schema, Set<String> missing) {
        if (schema.kind() == Json.Kind.OBJECT) {
            Json members = schema.get("properties");
            if (members.kind() == Json.Kind.OBJECT) {
                missing.removeAll(members.fields().keySet());
            }
            schema.fields().values().forEach(each -> forget(each, missing));
        } else if (schema.kind() == Json.Kind.ARRAY) {
            schema.elements().forEach(each -> forget(each, missing));
        }
    }

    /** Returns the parameters that tags name. */
    public static Set<String> of(Collection<String> tags) {
        Set<String> named = new TreeSet<>();
        for (String tag : tags) {
            if (tag.startsWith(TAG)) {
                named.add(tag.substring(TAG.length()));
            }
        }
        return named;
    }
}
