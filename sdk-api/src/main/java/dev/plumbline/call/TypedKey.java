package dev.plumbline.call;

import dev.plumbline.json.Json;

/**
 * A typed name for provider options and for attributes that policies of one call set for each other. Equal by name.
 * Declared as a constant of the class that owns it.
 *
 * @param <T> the type of its values, immutable ones
 */
public final class TypedKey<T> {
    final String name;
    private final Class<T> type;

    private TypedKey(String name, Class<T> type) {
        this.name = name;
        this.type = type;
    }

    /**
     * Returns a key of that name.
     *
     * @param name owner, dot, name in lower case, e.g. {@code openai.service_tier}
     * @throws IllegalArgumentException for another form
     */
    public static <T> TypedKey<T> of(String name, Class<T> type) {
        if (!isName(name)) {
            throw new IllegalArgumentException("a key is owner, dot, name in lower case, e.g. openai.service_tier");
        }
        return new TypedKey<>(name, type);
    }

    /** Returns whether a name is at least two parts with dots between, each of small letters, digits, _ and -. */
    private static boolean isName(String name) {
        int parts = 1;
        int length = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.' && length > 0) {
                parts++;
                length = 0;
            } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-') {
                length++;
            } else {
                return false;
            }
        }
        return parts > 1 && length > 0;
    }

    /** Returns the key of a raw member, whose name is the server's and may have any letters. */
    static TypedKey<Json> raw(String member) {
        return new TypedKey<>(ModelOptions.RAW + member, Json.class);
    }

    /** Returns the full name: owner, dot, name. */
    public String name() {
        return name;
    }

    /** Returns the type of its values. */
    public Class<T> type() {
        return type;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TypedKey<?> key && name.equals(key.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
