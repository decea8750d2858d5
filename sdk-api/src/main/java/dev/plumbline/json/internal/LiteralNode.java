package dev.plumbline.json.internal;

/** The literals true, false and null, and the missing value. */
public enum LiteralNode implements Node {
    TRUE("boolean", "true"),
    FALSE("boolean", "false"),
    NULL("null", "null"),
    MISSING("missing", "");

    private final String summary;
    private final String text;

    LiteralNode(String summary, String text) {
        this.summary = summary;
        this.text = text;
    }

    static LiteralNode of(boolean value) {
        return value ? TRUE : FALSE;
    }

    @Override
    public int levels() {
        return 0;
    }

    @Override
    public void write(JsonBuffer out, Form form) {
        out.ascii(text);
    }

    @Override
    public String summary() {
        return summary;
    }
}
