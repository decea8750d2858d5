package dev.plumbline.json.internal;

/** A string. */
public record TextNode(String text) implements Node {

    @Override
    public int levels() {
        return 0;
    }

    @Override
    public void write(JsonBuffer out, Form form) {
        out.quoted(JsonBuffer.NOTHING, text, JsonBuffer.NOTHING);
    }

    /**
     * Compares by hand, because the JDK creates a record's method by method handles, which slows a first call (0063).
     */
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
