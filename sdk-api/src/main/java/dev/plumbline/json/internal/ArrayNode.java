package dev.plumbline.json.internal;

import java.util.Arrays;

/** An array. The elements given to the constructor are kept, not copied. */
public final class ArrayNode implements Node {
    public static final ArrayNode EMPTY = new ArrayNode(new Node[0]);

    private final Node[] elements;
    private final int levels;
    private int hash;

    ArrayNode(Node[] elements) {
        this.elements = elements;
        this.levels = 1 + deepest(elements);
    }

    static int deepest(Node[] nodes) {
        int deepest = 0;
        for (Node node : nodes) {
            deepest = Math.max(deepest, node.levels());
        }
        return deepest;
    }

    public int size() {
        return elements.length;
    }

    public Node element(int index) {
        return elements[index];
    }

    @Override
    public int levels() {
        return levels;
    }

    @Override
    public void write(JsonBuffer out, Form form) {
        out.raw('[');
        for (int i = 0; i < elements.length; i++) {
            if (i > 0) {
                out.raw(',');
            }
            elements[i].write(out, form);
        }
        out.raw(']');
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ArrayNode that
                && hashCode() == that.hashCode()
                && Arrays.equals(elements, that.elements);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = Arrays.hashCode(elements);
        }
        return hash;
    }

    @Override
    public String summary() {
        return "array, " + elements.length + " elements";
    }

    @Override
    public String toString() {
        return summary();
    }
}
