package dev.plumbline.json.internal;

import org.jspecify.annotations.Nullable;

/** The location of a value in a document; formatted as a JSON Pointer only on use. */
public final class JsonLocation {
    public static final JsonLocation ROOT = new JsonLocation(null, "", 0);

    private final @Nullable JsonLocation outer;
    private final @Nullable String name;
    private final int index;

    private JsonLocation(@Nullable JsonLocation outer, @Nullable String name, int index) {
        this.outer = outer;
        this.name = name;
        this.index = index;
    }

    /** Returns the location of a member whose name comes from the program. */
    public JsonLocation member(String member) {
        return new JsonLocation(this, member, 0);
    }

    /** Returns the location of a member whose name comes from the data, and so is not shown. */
    JsonLocation anyMember() {
        return new JsonLocation(this, "*", 0);
    }

    public JsonLocation element(int position) {
        return new JsonLocation(this, null, position);
    }

    /** Returns the JSON Pointer; empty for the whole value. */
    String pointer() {
        return outer == null ? "" : append(new StringBuilder()).toString();
    }

    private StringBuilder append(StringBuilder pointer) {
        if (outer == null) {
            return pointer;
        }
        outer.append(pointer).append('/');
        return name == null ? pointer.append(index) : pointer.append(escaped(name));
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
