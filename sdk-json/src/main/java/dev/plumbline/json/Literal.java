package dev.plumbline.json;

import dev.plumbline.json.Json.Kind;

/** The values without content, and the value that is not there. */
enum Literal implements Node {
    TRUE(Kind.BOOLEAN, "true"),
    FALSE(Kind.BOOLEAN, "false"),
    NULL(Kind.NULL, "null"),
    MISSING(Kind.MISSING, "");

    private final Kind kind;
    private final String text;

    Literal(Kind kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    static Literal of(boolean value) {
        return value ? TRUE : FALSE;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public int levels() {
        return 0;
    }

    @Override
    public void write(JsonBytes out, Form form) {
        out.ascii(text);
    }

    @Override
    public String summary() {
        return kind.word();
    }
}
