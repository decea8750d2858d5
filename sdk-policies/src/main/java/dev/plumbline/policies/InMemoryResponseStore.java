package dev.plumbline.policies;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plumbline.extend.ResponseStore;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Answers in memory, bounded by number: those not asked for lately go first. Starts no thread. Safe for any number of
 * threads; once closed it is empty and keeps nothing.
 */
public final class InMemoryResponseStore implements ResponseStore {
    private final int max;
    private final Object lock = new Object();
    private @Nullable Cache<Key, Entry> entries;
    private volatile boolean closed;

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
    public Optional<Entry> find(Key key) {
        return Optional.ofNullable(entries().getIfPresent(key));
    }

    @Override
    public void store(Key key, Entry entry) {
        entries().put(key, entry);
        if (closed) {
            entries().invalidateAll();
        }
    }

    @Override
    public long invalidate(Predicate<Key> which) {
        AtomicLong removed = new AtomicLong();
        entries().asMap().keySet().removeIf(key -> {
            boolean match = which.test(key);
            removed.addAndGet(match ? 1 : 0);
            return match;
        });
        return removed.get();
    }

    @Override
    public void close() {
        closed = true;
        entries().invalidateAll();
    }

    @Override
    public String toString() {
        return "InMemoryResponseStore[at most " + max + "]";
    }

    /** Made on first use, because loading the library costs more than most programs ever gain from it. */
    private Cache<Key, Entry> entries() {
        synchronized (lock) {
            Cache<Key, Entry> made = entries;
            if (made == null) {
                made = Caffeine.newBuilder()
                        .maximumSize(max)
                        .executor(Runnable::run)
                        .build();
                entries = made;
            }
            return made;
        }
    }
}
