package dev.plumbline.call;

import java.util.regex.Pattern;

/**
 * A typed name: for provider options and for notes that policies of one call set for each other. Equal by name. A constant
 * of the class that owns it.
 *
 * @param <T> the type of its values, immutable ones
 */
public final class Key<T> {
    private static final Pattern FORM = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)+");

    final String name;
    private final Class<T> type;

    private Key(String name, Class<T> type) {
        this.name = name;
        this.type = type;
    }

    /**
     * A key of that name.
     *
     * @param name owner, dot, name in lower case, e.g. {@code openai.service_tier}
     * @throws IllegalArgumentException for another form
     */
    public static <T> Key<T> of(String name, Class<T> type) {
        if (!FORM.matcher(name).matches()) {
            throw new IllegalArgumentException("a key is owner, dot, name in lower case, e.g. openai.service_tier");
        }
        return new Key<>(name, type);
    }

    /** Owner, dot, name. */
    public String name() {
        return name;
    }

    /** The type of its values. */
    public Class<T> type() {
        return type;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key<?> key && name.equals(key.name);
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
