package dev.plumbline.policies;

import dev.plumbline.policy.ResponseStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** A store that shows what it holds and can be set to fail. */
final class MapStore implements ResponseStore {
    final Map<Key, Entry> entries = new ConcurrentHashMap<>();
    long invalidated;
    boolean broken;

    @Override
    public Optional<Entry> find(Key key) {
        check();
        return Optional.ofNullable(entries.get(key));
    }

    @Override
    public void store(Key key, Entry entry) {
        check();
        entries.put(key, entry);
    }

    @Override
    public long invalidate(Predicate<Key> which) {
        check();
        long before = entries.size();
        entries.keySet().removeIf(which);
        invalidated += before - entries.size();
        return before - entries.size();
    }

    @Override
    public void close() {}

    private void check() {
        if (broken) {
            throw new IllegalStateException("the disk is full");
        }
    }
}
