package dev.plumbline.json.internal;

/**
 * The position of a value in a text that redaction hides. A mark has no value, so it can be stored.
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
}
