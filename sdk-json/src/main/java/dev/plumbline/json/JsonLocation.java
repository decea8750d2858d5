package dev.plumbline.json;

import org.jspecify.annotations.Nullable;

/** Where in a document a value was found; formatted as a JSON Pointer only on use. */
final class JsonLocation {
    static final JsonLocation ROOT = new JsonLocation(null, "", 0);

    private final @Nullable JsonLocation outer;
    private final @Nullable String name;
    private final int index;

    private JsonLocation(@Nullable JsonLocation outer, @Nullable String name, int index) {
        this.outer = outer;
        this.name = name;
        this.index = index;
    }

    /** The place of a member whose name the program wrote. */
    JsonLocation member(String member) {
        return new JsonLocation(this, member, 0);
    }

    /** The place of a member whose name came with the data, and so is not shown. */
    JsonLocation anyMember() {
        return new JsonLocation(this, "*", 0);
    }

    JsonLocation element(int position) {
        return new JsonLocation(this, null, position);
    }

    /** The JSON Pointer; empty for the whole value. */
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
