package dev.plumbline.jsonschema;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** A least-recently-used cache that creates each value once and bounds the weight of all values. Thread-safe. */
final class LruCache<K, V> {
    private static final int FEW = 16;
    private static final float LOAD = 0.75f;

    private final long most;
    private final Map<K, Kept<V>> kept = new LinkedHashMap<>(FEW, LOAD, true);
    private long weight;

    /** Creates a cache of at most this weight; one value is kept whatever it weighs. */
    LruCache(long most) {
        this.most = most;
    }

    /**
     * Returns the value of the key and creates it if it is missing. Other callers of this key wait, those of other keys
     * do not. A failed creation is not cached.
     */
    V get(K key, long weighs, Supplier<V> make) {
        Lazy<V> value = find(key, weighs, make);
        try {
            return value.get();
        } catch (RuntimeException | Error e) {
            forget(key, value);
            throw e;
        }
    }

    private synchronized Lazy<V> find(K key, long weighs, Supplier<V> make) {
        Kept<V> known = kept.get(key);
        if (known == null) {
            known = new Kept<>(new Lazy<>(make), weighs);
            kept.put(key, known);
            weight += weighs;
            while (weight > most && kept.size() > 1) {
                K oldest = kept.keySet().iterator().next();
                weight -= Objects.requireNonNull(kept.remove(oldest), "the oldest is kept").weighs;
            }
        }
        return known.value;
    }

    private synchronized void forget(K key, Lazy<V> value) {
        Kept<V> known = kept.get(key);
        if (known != null && known.value == value) {
            kept.remove(key);
            weight -= known.weighs;
        }
    }

    private record Kept<V>(Lazy<V> value, long weighs) {}

    synchronized int size() {
        return kept.size();
    }
}
