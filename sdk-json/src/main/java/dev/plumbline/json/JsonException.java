package dev.plumbline.json;

/**
 * Text that is not JSON, or a value that does not fit the type asked for. The message holds the place and the rule,
 * never the content: no value, and no member name that came with the data. There is no cause, because the messages of
 * parsers and of constructors quote what they refused.
 */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String rule;

    /** An exception for one place and one rule. */
    public JsonException(String place, String rule) {
        super(place.isEmpty() ? rule : place + ": " + rule);
        this.place = place;
        this.rule = rule;
    }

    /**
     * Where it is: a JSON Pointer such as {@code /walls/0/id}, or {@code line 3, column 14} in a text; empty for the
     * whole value. A {@code *} in a pointer stands for a member name that came with the data.
     */
    public String place() {
        return place;
    }

    /** What was broken and how to mend it, in one sentence without content. */
    public String rule() {
        return rule;
    }
}
