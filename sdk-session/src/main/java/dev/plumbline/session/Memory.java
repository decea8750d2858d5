package dev.plumbline.session;

import dev.plumbline.call.State;
import dev.plumbline.call.StateKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** The memory of a branch: one made from it begins with what it knew and goes its own way. */
final class Memory implements State {
    private final Map<StateKey<?>, Object> values;

    private Memory(Map<StateKey<?>, Object> values) {
        this.values = new ConcurrentHashMap<>(values);
    }

    static Memory empty() {
        return new Memory(Map.of());
    }

    Memory copy() {
        return new Memory(values);
    }

    @Override
    @SuppressWarnings("unchecked") // a value is only ever stored under a key of its type
    public <T> T get(StateKey<T> key) {
        return (T) values.getOrDefault(key, key.initial());
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
        return (T) values.compute(key, (k, old) -> change.apply(old == null ? key.initial() : (T) old));
    }
}
