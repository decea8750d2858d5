package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts what has no order into one. The elements of {@code Set.of} and the members of {@code Map.of} come in another order in
 * each process, and a fingerprint of them, or the text that is sent, must not.
 */
public final class Unordered {
    private Unordered() {}

    /** Returns whether it is a set without an order of its own. */
    static boolean is(Iterable<?> items) {
        return items instanceof Set
                && !(items instanceof SortedSet || items instanceof LinkedHashSet || items instanceof EnumSet);
    }

    /** Returns whether it is one of the JDK's maps without an order. Another class may keep one, which is not visible. */
    static boolean is(Map<?, ?> map) {
        Class<?> type = map.getClass();
        return type == HashMap.class
                || type == ConcurrentHashMap.class
                || type.getName().startsWith("java.util.ImmutableCollections$Map");
    }

    /** Returns the elements by their canonical form. */
    static Set<?> sorted(Set<?> items) {
        List<Object> sorted = new ArrayList<>(items);
        sorted.sort(Comparator.comparing(item -> Json.of(item).canonical()));
        return new LinkedHashSet<>(sorted);
    }

    /** Returns a copy in the order of the map; by names if it has none. */
    public static <V extends @Nullable Object> Map<String, V> copy(Map<String, V> map) {
        return is(map) ? new LinkedHashMap<>(new TreeMap<>(map)) : new LinkedHashMap<>(map);
    }

    /** Returns the members by their names. */
    static Map<?, ?> sorted(Map<?, ?> map) {
        List<Map.Entry<?, ?>> sorted = new ArrayList<>(map.entrySet());
        if (sorted.size() > 1) { // each lambda is a class, and a first call comes by here (0063)
            sorted.sort(Comparator.comparing(entry -> String.valueOf(entry.getKey())));
        }
        Map<Object, Object> ordered = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : sorted) {
            ordered.put(entry.getKey(), entry.getValue());
        }
        return ordered;
    }

    /** Returns the canonical form, by which elements are compared. */
    static String canonical(Node node) {
        JsonBuffer out = new JsonBuffer(16);
        node.write(out, Node.Form.CANONICAL);
        return out.toText();
    }
}
