package dev.plumbline.event;

import java.util.Objects;

/** Text that may hold content and therefore never prints: text of others inside an error. Immutable. */
public final class Sensitive {
    /** Nothing. */
    public static final Sensitive NONE = new Sensitive("");

    private final String text;

    private Sensitive(String text) {
        this.text = text;
    }

    /** Wraps text. */
    public static Sensitive of(String text) {
        return text.isEmpty() ? NONE : new Sensitive(Objects.requireNonNull(text, "text"));
    }

    /** The text; for a person's eyes, never for a log, an event or a metric. */
    public String reveal() {
        return text;
    }

    /** Whether there is any. */
    public boolean isEmpty() {
        return text.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sensitive sensitive && text.equals(sensitive.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "Sensitive[" + text.length() + " characters]";
    }
}
