package dev.plumbline.call;

import dev.plumbline.call.State.StateKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A state without scopes: values exist as long as it does. Its map is created by the first change, because most states
 * are never written.
 */
final class InMemoryState implements State {
    private volatile @Nullable Map<StateKey<?>, Object> values;

    @Override
    @SuppressWarnings("unchecked") // a value is only ever stored under a key of its type
    public <T> T get(StateKey<T> key) {
        Map<StateKey<?>, Object> known = values;
        return known == null ? key.initial() : (T) known.getOrDefault(key, key.initial());
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
        return (T) made().compute(key, (k, old) -> change.apply(old == null ? key.initial() : (T) old));
    }

    private synchronized Map<StateKey<?>, Object> made() {
        Map<StateKey<?>, Object> known = values;
        if (known == null) {
            known = new ConcurrentHashMap<>();
            values = known;
        }
        return known;
    }
}
