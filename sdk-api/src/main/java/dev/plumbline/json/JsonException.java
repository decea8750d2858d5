package dev.plumbline.json;

/**
 * Thrown for text that is not JSON, or for a value that does not fit the expected type. The message has the place and
 * the rule, never content: no value, and no member name from the data. There is no cause, because the messages of
 * parsers and constructors quote content.
 */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String rule;

    /** Creates an exception for one place and one rule. */
    public JsonException(String place, String rule) {
        super(place.isEmpty() ? rule : place + ": " + rule);
        this.place = place;
        this.rule = rule;
    }

    /**
     * Returns the place: a JSON Pointer such as {@code /walls/0/id}, or {@code line 3, column 14} in a text; empty for
     * the whole value. A {@code *} in a pointer stands for a member name from the data.
     */
    public String place() {
        return place;
    }

    /** Returns the broken rule and the remedy, without content. */
    public String rule() {
        return rule;
    }
}
