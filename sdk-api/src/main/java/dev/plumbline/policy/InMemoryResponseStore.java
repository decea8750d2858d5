package dev.plumbline.policy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.internal.HashedKey;
import dev.plumbline.policy.internal.OperationLimit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Stores answers in memory, up to a number, and evicts the least recently used ones. It finds answers by the quick
 * hashes of their keys, so that a call with another question costs no digest; the keys of 100 answers at most keep what
 * their calls sent. Starts no thread. Thread-safe; after it is closed it is empty and stores nothing.
 */
final class InMemoryResponseStore implements ResponseStore {
    private static final int FEW = 16;
    private static final float LOAD = 0.75f;

    /** How many keys may have no fingerprint yet: each of these keeps what its call sent. */
    private static final int MOST_LAZY = 100;

    private final int max;
    private final Map<HashedKey, Entry> entries = new LinkedHashMap<>(FEW, LOAD, true);

    /** Whether a key without a quick hash was seen; from then on all are found by their fingerprints. */
    private boolean byFingerprint;

    private boolean closed;

    InMemoryResponseStore(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("a response store needs at least 1 entry; got " + max);
        }
        this.max = max;
    }

    @Override
    public synchronized Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        return Optional.ofNullable(entries.get(hashed(key)));
    }

    @Override
    public synchronized void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        if (!closed) {
            entries.put(hashed(key), entry);
            if (entries.size() > max) {
                entries.remove(entries.keySet().iterator().next());
            }
            if (entries.size() > MOST_LAZY) {
                key.call();
            }
        }
    }

    @Override
    public synchronized boolean remove(Key key, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        return entries.remove(hashed(key)) != null;
    }

    @Override
    public synchronized long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        long before = entries.size();
        entries.entrySet().removeIf(kept -> selection.matches(kept.getKey().key(), kept.getValue()));
        return before - entries.size();
    }

    private HashedKey hashed(Key key) {
        if (!byFingerprint && key.quickHash().isEmpty()) {
            byFingerprint = true;
            Map<HashedKey, Entry> all = new LinkedHashMap<>(entries);
            entries.clear();
            all.forEach((kept, entry) -> entries.put(HashedKey.byFingerprint(kept.key()), entry));
        }
        return byFingerprint ? HashedKey.byFingerprint(key) : HashedKey.quick(key);
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
