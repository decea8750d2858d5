package dev.plumbline.event;

import java.util.regex.Pattern;

/**
 * A short name that comes from code or configuration, never from a model or a person: 1 to 64 letters, digits and
 * {@code _ . : / -}.
 *
 * @param text the name
 */
public record Label(String text) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_.:/-]{1,64}");

    /** What stands for a name that is not a label, e.g. a tool name that a model made up. */
    public static final Label OTHER = new Label("other");

    public Label {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("a label is 1 to 64 letters, digits and _ . : / -");
        }
    }

    /** The label of that name; {@link #OTHER} for anything that is not one. */
    public static Label of(String text) {
        return FORM.matcher(text).matches() ? new Label(text) : OTHER;
    }

    @Override
    public String toString() {
        return text;
    }
}
