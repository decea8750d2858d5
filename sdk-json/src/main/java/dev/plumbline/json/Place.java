package dev.plumbline.json;

import org.jspecify.annotations.Nullable;

/** Where in a document a value was found; formatted as a JSON Pointer only on use. */
final class Place {
    static final Place ROOT = new Place(null, "", 0);

    private final @Nullable Place outer;
    private final @Nullable String name;
    private final int index;

    private Place(@Nullable Place outer, @Nullable String name, int index) {
        this.outer = outer;
        this.name = name;
        this.index = index;
    }

    /** The place of a member whose name the program wrote. */
    Place member(String member) {
        return new Place(this, member, 0);
    }

    /** The place of a member whose name came with the data, and so is not shown. */
    Place anyMember() {
        return new Place(this, "*", 0);
    }

    Place element(int position) {
        return new Place(this, null, position);
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
