package dev.plumbline.policies;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A store that shows what it holds and can be set to fail. */
final class FakeResponseStore implements ResponseStore {
    final Map<Key, Entry> entries = new ConcurrentHashMap<>();
    long invalidated;
    boolean broken;
    Optional<AiError.Category> refuses = Optional.empty();

    @Override
    public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
        check();
        refuse(AiError.Category.INVALID_RESPONSE);
        return Optional.ofNullable(entries.get(key));
    }

    @Override
    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
        check();
        refuse(AiError.Category.TOO_LARGE);
        entries.put(key, entry);
    }

    @Override
    public boolean remove(Key key, Duration limit, Cancellation cancellation) {
        check();
        invalidated++;
        return entries.remove(key) != null;
    }

    @Override
    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
        check();
        long before = entries.size();
        entries.entrySet().removeIf(kept -> selection.matches(kept.getKey(), kept.getValue()));
        invalidated += before - entries.size();
        return before - entries.size();
    }

    @Override
    public void close() {}

    private void refuse(AiError.Category category) {
        if (refuses.equals(Optional.of(category))) {
            throw new AiException(AiError.of(category, "test", "refused"));
        }
    }

    private void check() {
        if (broken) {
            throw new IllegalStateException("the disk is full");
        }
    }
}
