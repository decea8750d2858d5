package dev.plumbline.json.internal;

import java.util.List;

/** A string. */
public sealed class TextNode implements Node {
    private final String text;

    public TextNode(String text) {
        this.text = text;
    }

    public final String text() {
        return text;
    }

    @Override
    public final List<Mark> marks() {
        return this instanceof Marked marked ? marked.marks : List.of();
    }

    @Override
    public final int levels() {
        return 0;
    }

    @Override
    public final void write(JsonBuffer out, Form form) {
        out.quoted(JsonBuffer.NOTHING, text, JsonBuffer.NOTHING);
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof TextNode node && text.equals(node.text);
    }

    @Override
    public final int hashCode() {
        return text.hashCode();
    }

    @Override
    public final String summary() {
        return "string, " + text.length() + " characters";
    }

    @Override
    public final String toString() {
        return summary();
    }

    /** A string with marks. */
    static final class Marked extends TextNode {
        private final List<Mark> marks;

        Marked(String text, List<Mark> marks) {
            super(text);
            this.marks = List.copyOf(marks);
        }
    }
}
