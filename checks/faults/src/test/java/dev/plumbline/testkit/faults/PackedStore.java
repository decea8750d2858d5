package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponseStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** A response store of an eleventh author in packed memory, or one of its faults by number. */
final class PackedStore implements ResponseStore {
    private static final int LARGEST = 4 << 20;

    private record Packed(byte[] bytes, long sum, Instant stored, Instant expires, String model, Set<String> tags) {}

    private final int wrong;
    private final int capacity;
    private final Map<Key, Packed> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Set<Key>> tagged = new HashMap<>();

    PackedStore(int wrong, int capacity) {
        this.wrong = wrong;
        this.capacity = capacity;
    }

    @Override
    public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        Packed packed = wrong == 21 ? kept.get(key) : packed(key);
        return packed == null ? Optional.empty() : Optional.of(unpacked(packed));
    }

    private synchronized @Nullable Packed packed(Key key) {
        return kept.get(key);
    }

    @Override
    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        byte[] plain = entry.answer().canonicalBytes();
        if (plain.length > LARGEST) {
            synchronized (this) {
                drop(key); // what was there is no longer the answer
            }
            throw new AiException(
                    AiError.of(AiError.Category.TOO_LARGE, "too-large", "the answer is too large to be kept"));
        }
        Packed packed = packed(plain, entry);
        synchronized (this) {
            if (wrong != 19) {
                drop(key);
            }
            kept.put(key, packed);
            packed.tags()
                    .forEach(tag ->
                            tagged.computeIfAbsent(tag, none -> new HashSet<>()).add(key));
            while (kept.size() > capacity) {
                drop(kept.keySet().iterator().next());
            }
        }
    }

    @Override
    public synchronized boolean remove(Key key, Duration limit, Cancellation cancellation) {
        if (wrong != 20) {
            require(limit, cancellation);
        }
        boolean was = drop(key);
        require(limit, cancellation);
        return was;
    }

    @Override
    public synchronized long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        Set<Key> some = new HashSet<>();
        switch (selection.by()) {
            case ALL -> some.addAll(kept.keySet());
            case TAG -> some.addAll(tagged.getOrDefault(selection.value(), Set.of()));
            case NAMESPACE ->
                kept.keySet().stream()
                        .filter(key -> key.namespace().equals(selection.value()))
                        .forEach(some::add);
            case MODEL ->
                kept.forEach((key, packed) -> {
                    if (packed.model().equals(selection.value())) {
                        some.add(key);
                    }
                });
        }
        some.forEach(this::drop);
        return some.size();
    }

    private boolean drop(Key key) {
        Packed old = kept.remove(key);
        if (old == null) {
            return false;
        }
        for (String tag : old.tags()) {
            Set<Key> others = tagged.get(tag);
            if (others != null && others.remove(key) && others.isEmpty()) {
                tagged.remove(tag);
            }
        }
        return true;
    }

    private static Packed packed(byte[] plain, Entry entry) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Packed(
                bytes.toByteArray(),
                sum(bytes.toByteArray()),
                entry.stored(),
                entry.expires(),
                entry.model(),
                entry.tags());
    }

    private static Entry unpacked(Packed packed) {
        if (sum(packed.bytes()) != packed.sum()) {
            throw damaged();
        }
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(packed.bytes()))) {
            Json answer = Json.parse(in.readAllBytes());
            return new Entry(answer, packed.stored(), packed.expires(), packed.model(), packed.tags());
        } catch (IOException | JsonException e) {
            throw damaged();
        }
    }

    private static long sum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return sum.getValue();
    }

    private static AiException damaged() {
        return new AiException(
                AiError.of(AiError.Category.INVALID_RESPONSE, "damaged", "the stored answer is damaged"));
    }

    private static void require(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isZero() || limit.isNegative()) {
            throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
        }
    }

    synchronized boolean flip(Key key, int at) {
        Packed packed = kept.get(key);
        if (packed == null || packed.bytes().length == 0) {
            return false;
        }
        packed.bytes()[Math.floorMod(at, packed.bytes().length)] ^= 1;
        return true;
    }

    @Override
    public synchronized void close() {
        kept.clear();
        tagged.clear();
    }
}
