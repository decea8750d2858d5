package dev.plumbline.policies;

import dev.plumbline.policy.ResponseStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Answers in memory, bounded by number: those not asked for lately go first. Starts no thread. Safe for any number of
 * threads; once closed it is empty and keeps nothing.
 */
public final class InMemoryResponseStore implements ResponseStore {
    private static final int FEW = 16;
    private static final float LOAD = 0.75f;

    private final int max;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(FEW, LOAD, true);
    private boolean closed;

    private InMemoryResponseStore(int max) {
        this.max = max;
    }

    /**
     * A store of at most so many answers.
     *
     * @throws IllegalArgumentException when {@code max} is not positive
     */
    public static InMemoryResponseStore ofEntries(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("a store keeps at least 1 answer, not " + max);
        }
        return new InMemoryResponseStore(max);
    }

    @Override
    public synchronized Optional<Entry> find(Key key) {
        return Optional.ofNullable(entries.get(key));
    }

    @Override
    public synchronized void store(Key key, Entry entry) {
        if (!closed) {
            entries.put(key, entry);
            if (entries.size() > max) {
                entries.remove(entries.keySet().iterator().next());
            }
        }
    }

    /** Asks {@code which} without a lock: it may take its time, or use this store. */
    @Override
    public long invalidate(Predicate<Key> which) {
        return remove(keys().stream().filter(which).toList());
    }

    private synchronized List<Key> keys() {
        return List.copyOf(entries.keySet());
    }

    private synchronized long remove(List<Key> some) {
        long before = entries.size();
        some.forEach(entries::remove);
        return before - entries.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        entries.clear();
    }

    @Override
    public String toString() {
        return "InMemoryResponseStore[at most " + max + "]";
    }
}
