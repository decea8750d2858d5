package dev.plumbline.redaction;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache of scan results by the identity of objects, for as long as they exist. The most recently used results are
 * kept, up to a total size. Thread-safe.
 */
final class WeakIdentityCache {
    private static final int FEW = 16;
    private static final float LOAD = 0.75f;

    private final long mostWeight;
    private final Map<Object, ScanResult<?>> kept = new LinkedHashMap<>(FEW, LOAD, true);
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private long weight;

    WeakIdentityCache(long mostWeight) {
        this.mostWeight = mostWeight;
    }

    synchronized @Nullable ScanResult<?> get(Object thing) {
        return kept.get(new Probe(thing));
    }

    synchronized void put(Object thing, ScanResult<?> value) {
        for (Reference<?> dead = gone.poll(); dead != null; dead = gone.poll()) {
            forget(kept.remove(dead));
        }
        forget(kept.put(new Key(thing, gone), value));
        weight += value.weight();
        Iterator<ScanResult<?>> eldest = kept.values().iterator();
        while (weight > mostWeight) {
            forget(eldest.next());
            eldest.remove();
        }
    }

    private void forget(@Nullable ScanResult<?> value) {
        weight -= value == null ? 0 : value.weight();
    }

    synchronized void clear() {
        kept.clear();
        weight = 0;
    }

    /** A key for lookups only, with a strong reference to its object. */
    private record Probe(Object thing) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.refersTo(thing);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(thing);
        }
    }

    /** A weak key, equal to another one of the same living object, and to itself after the object is gone. */
    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object thing, ReferenceQueue<Object> gone) {
            super(thing, gone);
            hash = System.identityHashCode(thing);
        }

        @Override
        public boolean equals(Object other) {
            Object thing = get();
            return this == other || (thing != null && other instanceof Key key && key.refersTo(thing));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
