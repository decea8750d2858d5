package dev.plumbline.call;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A state that knows no scopes: values live as long as it does. Most are never written, so its map is made by the first change. */
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
