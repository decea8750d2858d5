package dev.plumbline.testkit.laws;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A store in a map, under a place made from the key. */
class MapResponseStore implements ResponseStore {
    final Map<Object, Map.Entry<Key, Entry>> kept = new ConcurrentHashMap<>();
    private final Function<Key, Object> place;

    MapResponseStore(Function<Key, Object> place) {
        this.place = place;
    }

    @Override
    public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
        StoreLimit.require(limit, cancellation);
        return Optional.ofNullable(kept.get(place.apply(key))).map(Map.Entry::getValue);
    }

    @Override
    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
        StoreLimit.require(limit, cancellation);
        kept.put(place.apply(key), Map.entry(key, entry));
    }

    @Override
    public boolean remove(Key key, Duration limit, Cancellation cancellation) {
        StoreLimit.require(limit, cancellation);
        return kept.remove(place.apply(key)) != null;
    }

    @Override
    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
        StoreLimit.require(limit, cancellation);
        int before = kept.size();
        kept.values().removeIf(entry -> selection.matches(entry.getKey(), entry.getValue()));
        return before - kept.size();
    }

    long matching(Selection selection) {
        return kept.values().stream()
                .filter(entry -> selection.matches(entry.getKey(), entry.getValue()))
                .count();
    }

    @Override
    public void close() {}
}
