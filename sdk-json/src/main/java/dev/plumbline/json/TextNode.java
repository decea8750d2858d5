package dev.plumbline.json;

/** A string. */
record TextNode(String text) implements Node {

    @Override
    public int levels() {
        return 0;
    }

    @Override
    public void write(JsonBuffer out, Form form) {
        out.quoted(JsonBuffer.NOTHING, text, JsonBuffer.NOTHING);
    }

    /** Written out: the one of the JDK is made by method handles, which a first call would wait for (0063). */
    @Override
    public boolean equals(Object other) {
        return other instanceof TextNode node && text.equals(node.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
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
