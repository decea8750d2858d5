package dev.plumbline.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map by name, for values that are not null; a modified copy shares all but the path to the change, so every operation takes O(log n).
 *
 * <p>A weight-balanced tree with the parameters 3 and 2, which Hirai and Yamamoto, "Balancing weight-balanced trees" (JFP
 * 21, 2011), prove to keep the balance.
 */
public final class PersistentTreeMap<V> {
    private static final int DELTA = 3;
    private static final int RATIO = 2;
    private static final PersistentTreeMap<Object> EMPTY = new PersistentTreeMap<>(null);

    private final @Nullable Node<V> top;

    private PersistentTreeMap(@Nullable Node<V> top) {
        this.top = top;
    }

    /** Returns the map with nothing in it. */
    @SuppressWarnings("unchecked") // it has no value of any type
    public static <V> PersistentTreeMap<V> empty() {
        return (PersistentTreeMap<V>) EMPTY;
    }

    /** Returns a map of all these entries, in O(n). */
    public static <V> PersistentTreeMap<V> of(SortedMap<String, V> all) {
        List<Map.Entry<String, V>> sorted = List.copyOf(all.entrySet());
        return new PersistentTreeMap<>(middle(sorted, 0, sorted.size()));
    }

    private static <V> @Nullable Node<V> middle(List<Map.Entry<String, V>> sorted, int from, int to) {
        if (from == to) {
            return null;
        }
        int middle = (from + to) >>> 1;
        Map.Entry<String, V> at = sorted.get(middle);
        return new Node<>(at.getKey(), at.getValue(), middle(sorted, from, middle), middle(sorted, middle + 1, to));
    }

    /** Returns the number of entries. */
    public int size() {
        return size(top);
    }

    /** Returns whether there is no entry. */
    public boolean isEmpty() {
        return top == null;
    }

    /** Returns whether there is an entry of that name. */
    public boolean containsKey(String name) {
        return get(name) != null;
    }

    /** Returns the value of that name; null if there is none. */
    public @Nullable V get(String name) {
        Node<V> at = top;
        while (at != null) {
            int order = name.compareTo(at.name);
            if (order == 0) {
                return at.value;
            }
            at = order < 0 ? at.left : at.right;
        }
        return null;
    }

    /** Returns a copy in which that name has that value. */
    public PersistentTreeMap<V> with(String name, V value) {
        return new PersistentTreeMap<>(with(top, name, value));
    }

    /** Returns a copy without that name; the same map if it is not in it. */
    public PersistentTreeMap<V> without(String name) {
        return get(name) == null ? this : new PersistentTreeMap<>(without(top, name));
    }

    /** Calls the action with each name and value, in the order of the names. */
    public void forEach(BiConsumer<String, V> action) {
        forEach(top, action);
    }

    /** Returns the values in the order of their names, in O(n). */
    public List<V> values() {
        List<V> values = new ArrayList<>();
        forEach((name, value) -> values.add(value));
        return values;
    }

    private static <V> void forEach(@Nullable Node<V> at, BiConsumer<String, V> action) {
        if (at != null) {
            forEach(at.left, action);
            action.accept(at.name, at.value);
            forEach(at.right, action);
        }
    }

    /** Returns whether the other is a map of the same class with equal entries, however it was made. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PersistentTreeMap<?> map && size() == map.size() && isWithin(top, map);
    }

    private static boolean isWithin(@Nullable Node<?> at, PersistentTreeMap<?> map) {
        return at == null
                || at == map.top
                || (at.value.equals(map.get(at.name)) && isWithin(at.left, map) && isWithin(at.right, map));
    }

    @Override
    public int hashCode() {
        return hash(top);
    }

    /** Returns what {@link Map#hashCode} returns for the same entries. */
    private static int hash(@Nullable Node<?> at) {
        return at == null ? 0 : (at.name.hashCode() ^ at.value.hashCode()) + hash(at.left) + hash(at.right);
    }

    /** Returns the entries in the order of their names, as maps of the JDK write them. */
    @Override
    public String toString() {
        StringJoiner entries = new StringJoiner(", ", "{", "}");
        forEach((name, value) -> entries.add(name + "=" + value));
        return entries.toString();
    }

    private static <V> Node<V> with(@Nullable Node<V> at, String name, V value) {
        if (at == null) {
            return new Node<>(name, value, null, null);
        }
        int order = name.compareTo(at.name);
        if (order == 0) {
            return new Node<>(name, value, at.left, at.right);
        }
        return order < 0
                ? balanced(at, with(at.left, name, value), at.right)
                : balanced(at, at.left, with(at.right, name, value));
    }

    private static <V> @Nullable Node<V> without(@Nullable Node<V> at, String name) {
        if (at == null) {
            return null;
        }
        int order = name.compareTo(at.name);
        if (order == 0) {
            return joined(at.left, at.right);
        }
        return order < 0
                ? balanced(at, without(at.left, name), at.right)
                : balanced(at, at.left, without(at.right, name));
    }

    /** Joins both subtrees of a removed node, under the smallest entry of the right one. */
    private static <V> @Nullable Node<V> joined(@Nullable Node<V> left, @Nullable Node<V> right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        Node<V> next = right;
        for (Node<V> less = next.left; less != null; less = less.left) {
            next = less;
        }
        return balanced(next, left, without(right, next.name));
    }

    private static <V> Node<V> balanced(Node<V> at, @Nullable Node<V> left, @Nullable Node<V> right) {
        if (right != null && isHeavier(right, left)) {
            return liftRight(at, left, right);
        }
        return left != null && isHeavier(left, right)
                ? liftLeft(at, left, right)
                : new Node<>(at.name, at.value, left, right);
    }

    private static boolean isHeavier(Node<?> one, @Nullable Node<?> other) {
        return one.size + 1 > DELTA * ((other == null ? 0 : other.size) + 1);
    }

    private static <V> Node<V> liftRight(Node<V> at, @Nullable Node<V> left, Node<V> right) {
        Node<V> inner = right.left;
        return inner == null || size(inner) + 1 < RATIO * (size(right.right) + 1)
                ? right.over(at.over(left, inner), right.right)
                : inner.over(at.over(left, inner.left), right.over(inner.right, right.right));
    }

    private static <V> Node<V> liftLeft(Node<V> at, Node<V> left, @Nullable Node<V> right) {
        Node<V> inner = left.right;
        return inner == null || size(inner) + 1 < RATIO * (size(left.left) + 1)
                ? left.over(left.left, at.over(inner, right))
                : inner.over(left.over(left.left, inner.left), at.over(inner.right, right));
    }

    private static int size(@Nullable Node<?> knot) {
        return knot == null ? 0 : knot.size;
    }

    /** Returns the number of nodes on the longest path from the root. */
    int depth() {
        return depth(top);
    }

    private static int depth(@Nullable Node<?> knot) {
        return knot == null ? 0 : 1 + Math.max(depth(knot.left), depth(knot.right));
    }

    private static final class Node<V> {
        private final String name;
        private final V value;
        private final @Nullable Node<V> left;
        private final @Nullable Node<V> right;
        private final int size;

        Node(String name, V value, @Nullable Node<V> left, @Nullable Node<V> right) {
            this.name = name;
            this.value = value;
            this.left = left;
            this.right = right;
            this.size = 1 + (left == null ? 0 : left.size) + (right == null ? 0 : right.size);
        }

        Node<V> over(@Nullable Node<V> newLeft, @Nullable Node<V> newRight) {
            return new Node<>(name, value, newLeft, newRight);
        }
    }
}
