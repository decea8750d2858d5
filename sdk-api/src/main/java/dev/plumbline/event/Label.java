package dev.plumbline.event;

/**
 * A short name that comes from code or configuration, never from a model or a person: 1 to 64 letters, digits and
 * {@code _ . : / -}.
 *
 * @param text the name
 */
public record Label(String text) {
    private static final int LONGEST = 64;

    /** What stands for a name that is not a label, e.g. a tool name that a model made up. */
    public static final Label OTHER = new Label("other");

    public Label {
        if (!isLabel(text)) {
            throw new IllegalArgumentException("a label is 1 to 64 letters, digits and _ . : / -");
        }
    }

    /** The label of that name; {@link #OTHER} for anything that is not one. */
    public static Label of(String text) {
        return isLabel(text) ? new Label(text) : OTHER;
    }

    private static boolean isLabel(String text) {
        int fit = 0;
        while (fit < text.length() && fit < LONGEST && isAllowed(text.charAt(fit))) {
            fit++;
        }
        return fit > 0 && fit == text.length();
    }

    private static boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '-' && c <= ':') // the digits stand between - . / and :
                || c == '_';
    }

    @Override
    public String toString() {
        return text;
    }
}
