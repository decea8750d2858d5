package dev.plumbline.event;

/**
 * A short name that comes from code or configuration, never from a model or a person: 1 to 64 letters, digits and
 * {@code _ . : / -}.
 *
 * @param text the name
 */
public record Label(String text) {
    private static final int LONGEST = 64;

    /** Replaces a name that is not a label, e.g. a tool name that a model invented. */
    public static final Label OTHER = new Label("other");

    public Label {
        if (!isLabel(text)) {
            throw new IllegalArgumentException("a label is 1 to 64 letters, digits and _ . : / -");
        }
    }

    /** Written out: the one of the JDK is made by method handles, which a first call would wait for (0063). */
    @Override
    public boolean equals(Object other) {
        return other instanceof Label label && text.equals(label.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The label of that name; {@link #OTHER} for anything that is not one. */
    public static Label of(String text) {
        return isLabel(text) ? new Label(text) : OTHER;
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
