package dev.plumbline.json.internal;

import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An object. Names are distinct; the arrays given to the constructor are kept, not copied. */
public final class ObjectNode implements Node {
    public static final ObjectNode EMPTY = new ObjectNode(new String[0], new Node[0]);

    /** The number of members up to which a linear search is faster than an index. */
    static final int FEW = 8;

    private final String[] names;
    private final Node[] values;
    private final int levels;
    private int hash;

    // Volatile, or another thread could see the array before its content.
    private volatile int @Nullable [] sorted;

    ObjectNode(String[] names, Node[] values) {
        this.names = names;
        this.values = values;
        this.levels = 1 + ArrayNode.deepest(values);
    }

    int size() {
        return names.length;
    }

    String name(int index) {
        return names[index];
    }

    public Node value(int index) {
        return values[index];
    }

    /** Returns the position of a member, or -1. */
    public int find(String name) {
        return names.length <= FEW ? findAmongFew(name) : findAmongMany(name);
    }

    private int findAmongFew(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private int findAmongMany(String name) {
        int[] order = sorted();
        int low = 0;
        int high = order.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int side = names[order[middle]].compareTo(name);
            if (side == 0) {
                return order[middle];
            }
            low = side < 0 ? middle + 1 : low;
            high = side > 0 ? middle - 1 : high;
        }
        return -1;
    }

    /** Returns the positions in the order of the names' UTF-16 code units. */
    private int[] sorted() {
        int[] order = sorted;
        if (order == null) {
            order = names.length <= FEW ? sortedFew() : sortedMany();
            sorted = order;
        }
        return order;
    }

    private int[] sortedFew() {
        int[] order = new int[names.length];
        for (int i = 0; i < order.length; i++) {
            int gap = i;
            while (gap > 0 && names[order[gap - 1]].compareTo(names[i]) > 0) {
                order[gap] = order[--gap];
            }
            order[gap] = i;
        }
        return order;
    }

    /** Without streams: a first call comes by here (0063). */
    private int[] sortedMany() {
        TreeMap<String, Integer> places = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            places.put(names[i], i);
        }
        int[] order = new int[names.length];
        int next = 0;
        for (int place : places.values()) {
            order[next++] = place;
        }
        return order;
    }

    /** Returns a copy with one member set: in its place if it is there, else at the end. */
    public ObjectNode with(String name, Node value) {
        int found = find(name);
        int size = found < 0 ? names.length + 1 : names.length;
        String[] newNames = Arrays.copyOf(names, size);
        Node[] newValues = Arrays.copyOf(values, size);
        int at = found < 0 ? size - 1 : found;
        newNames[at] = name;
        newValues[at] = value;
        return new ObjectNode(newNames, newValues);
    }

    /** Returns a copy without the member at a position. */
    public ObjectNode without(int index) {
        String[] newNames = new String[names.length - 1];
        Node[] newValues = new Node[names.length - 1];
        System.arraycopy(names, 0, newNames, 0, index);
        System.arraycopy(names, index + 1, newNames, index, newNames.length - index);
        System.arraycopy(values, 0, newValues, 0, index);
        System.arraycopy(values, index + 1, newValues, index, newValues.length - index);
        return new ObjectNode(newNames, newValues);
    }

    @Override
    public int levels() {
        return levels;
    }

    @Override
    public void write(JsonBuffer out, Form form) {
        int[] order = form == Form.CANONICAL ? sorted() : null;
        if (names.length == 0) {
            out.raw('{');
        }
        for (int i = 0; i < names.length; i++) {
            int at = order == null ? i : order[i];
            out.quoted(i == 0 ? '{' : ',', names[at], ':');
            values[at].write(out, form);
        }
        out.raw('}');
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectNode that
                && names.length == that.names.length
                && hashCode() == that.hashCode()
                && hasMembersOf(that);
    }

    private boolean hasMembersOf(ObjectNode that) {
        for (int i = 0; i < names.length; i++) {
            int at = names[i].equals(that.names[i]) ? i : that.find(names[i]);
            if (at < 0 || !values[i].equals(that.values[at])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            int sum = 1;
            for (int i = 0; i < names.length; i++) {
                sum += 31 * names[i].hashCode() ^ Integer.rotateLeft(values[i].hashCode(), 16);
            }
            hash = sum;
        }
        return hash;
    }

    @Override
    public String summary() {
        return "object, " + names.length + " members";
    }

    @Override
    public String toString() {
        return summary();
    }
}
