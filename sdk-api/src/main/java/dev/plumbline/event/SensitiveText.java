package dev.plumbline.event;

import java.util.Objects;

/** Text that may hold content and therefore never prints: text of others inside an error. Immutable. */
public final class SensitiveText {
    /** Nothing. */
    public static final SensitiveText NONE = new SensitiveText("");

    private final String text;

    private SensitiveText(String text) {
        this.text = text;
    }

    /** Wraps text. */
    public static SensitiveText of(String text) {
        return text.isEmpty() ? NONE : new SensitiveText(Objects.requireNonNull(text, "text"));
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
        return other instanceof SensitiveText sensitive && text.equals(sensitive.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "SensitiveText[" + text.length() + " characters]";
    }
}
