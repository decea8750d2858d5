package dev.plumbline.json.internal;

/**
 * The position of a value in a text that redaction hides. A mark has no value, so it can be stored. A mark of the settings
 * has no length: it says with which settings of redaction the whole was searched that its content is a part of.
 *
 * @param kind the kind of the value, for example {@code MAIL}
 * @param start the index of its first character
 * @param end the index behind its last character
 */
public record Mark(String kind, int start, int end) {
    public Mark {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("a mark cannot be from " + start + " to " + end);
        }
    }

    private static final String SETTINGS = "settings ";

    /** Returns the mark of settings with that digest. */
    static Mark ofSettings(String digest) {
        return new Mark(SETTINGS + digest, 0, 0);
    }

    /** Returns whether it says with which settings the whole was searched, and no position of a value. */
    public boolean isOfSettings() {
        return kind.startsWith(SETTINGS);
    }

    /** Returns whether it is of other settings than those with that digest. */
    boolean isOfOtherSettings(String digest) {
        return isOfSettings() && !kind.equals(SETTINGS + digest);
    }
}
