package dev.plumbline.event;

/**
 * A short name that comes from code or configuration, never from a model or a user: 1 to 64 letters, digits and {@code
 * _ . : / -}.
 *
 * @param text the name
 */
public record TelemetryName(String text) {
    private static final int LONGEST = 64;

    /** Replaces a name that is not a label, e.g. a tool name that a model invented. */
    public static final TelemetryName OTHER = new TelemetryName("other");

    public TelemetryName {
        if (!isLabel(text)) {
            throw new IllegalArgumentException("a label is 1 to 64 letters, digits and _ . : / -");
        }
    }

    /**
     * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
     * (0063).
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof TelemetryName label && text.equals(label.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the label of that name; {@link #OTHER} if it is not a label. */
    public static TelemetryName of(String text) {
        return isLabel(text) ? new TelemetryName(text) : OTHER;
    }

    /** Returns the name of a class as source code has it: a nested one with a full stop behind its owner. */
    public static TelemetryName of(Class<?> type) {
        return of(type.getName().replace('$', '.'));
    }

    private static boolean isLabel(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '-' && c <= ':') && c != '_') { // the digits are between - . / and :
                return false;
            }
        }
        return length > 0 && length <= LONGEST;
    }

    @Override
    public String toString() {
        return text;
    }
}
