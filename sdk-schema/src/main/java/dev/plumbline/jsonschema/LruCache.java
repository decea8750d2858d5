package dev.plumbline.jsonschema;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Values by key, each made once; those asked for last are kept, a number of them. Thread-safe. */
final class LruCache<K, V> {
    private static final int FEW = 16;
    private static final float LOAD = 0.75f;

    private final int most;
    private final Map<K, Lazy<V>> kept = new LinkedHashMap<>(FEW, LOAD, true);

    LruCache(int most) {
        this.most = most;
    }

    /** The value of the key; others that ask for it meanwhile wait, and those of other keys do not. What throws is not kept. */
    V get(K key, Supplier<V> make) {
        Lazy<V> value = find(key, make);
        try {
            return value.get();
        } catch (RuntimeException | Error e) {
            forget(key, value);
            throw e;
        }
    }

    private synchronized Lazy<V> find(K key, Supplier<V> make) {
        Lazy<V> known = kept.get(key);
        if (known == null) {
            known = new Lazy<>(make);
            kept.put(key, known);
            if (kept.size() > most) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
        return known;
    }

    private synchronized void forget(K key, Lazy<V> value) {
        kept.remove(key, value);
    }

    synchronized int size() {
        return kept.size();
    }
}
