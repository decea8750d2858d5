package dev.plumbline.testkit.laws;

import dev.plumbline.policy.ResponseStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** A store in a map, under a place made from the key. */
class MapResponseStore implements ResponseStore {
    final Map<Object, Map.Entry<Key, Entry>> kept = new HashMap<>();
    private final Function<Key, Object> place;

    MapResponseStore(Function<Key, Object> place) {
        this.place = place;
    }

    @Override
    public Optional<Entry> find(Key key) {
        return Optional.ofNullable(kept.get(place.apply(key))).map(Map.Entry::getValue);
    }

    @Override
    public void store(Key key, Entry entry) {
        kept.put(place.apply(key), Map.entry(key, entry));
    }

    @Override
    public long invalidate(Predicate<Key> which) {
        int before = kept.size();
        kept.values().removeIf(entry -> which.test(entry.getKey()));
        return before - kept.size();
    }

    @Override
    public void close() {}
}
