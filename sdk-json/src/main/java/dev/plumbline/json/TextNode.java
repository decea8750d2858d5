package dev.plumbline.json;

/** A string. */
record TextNode(String text) implements Node {

    @Override
    public Json.Kind kind() {
        return Json.Kind.STRING;
    }

    @Override
    public int levels() {
        return 0;
    }

    @Override
    public void write(JsonBytes out, Form form) {
        out.quoted(JsonBytes.NOTHING, text, JsonBytes.NOTHING);
    }

    @Override
    public String summary() {
        return "string, " + text.length() + " characters";
    }

    @Override
    public String toString() {
        return summary();
    }
}
