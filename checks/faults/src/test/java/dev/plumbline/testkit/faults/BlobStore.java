package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponseStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;

/**
 * A store of a twelfth author, or one of its faults by number: answers as blobs, each under the digest of its key, four bytes of checksum
 * and then JSON in UTF-8. It keeps so many, and forgets the one that was not used for the longest time. Namespaces, models and tags are
 * found by an index.
 */
final class BlobStore implements ResponseStore {
    private final int most;
    private final int largest;
    private final LinkedHashMap<String, byte[]> blobs = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Set<String>> index = new HashMap<>(); // of what selects to the names of blobs
    private final Map<String, Set<String>> selected = new HashMap<>(); // the other way round

    private final int wrong;

    BlobStore(int wrong, int most, int largest) {
        this.wrong = wrong;
        this.most = most;
        this.largest = largest;
    }

    @Override
    public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        byte[] blob;
        synchronized (blobs) {
            blob = blobs.get(name(key));
        }
        return blob == null ? Optional.empty() : Optional.of(decode(blob));
    }

    @Override
    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        byte[] blob = encode(entry);
        String name = name(key);
        synchronized (blobs) {
            if (wrong == 18) {
                blobs.remove(name);
            } else if (wrong != 19) {
                forget(name); // also if the new one is too large: the old one is not the newest answer
            }
            if (blob.length > largest) {
                throw failure(Category.TOO_LARGE, "too-large", "the answer is larger than this store keeps");
            }
            if (wrong == 19) {
                forget(name);
            }
            blobs.put(name, blob);
            Set<String> terms = new HashSet<>();
            terms.add(term(By.NAMESPACE, key.namespace()));
            terms.add(term(By.MODEL, entry.model()));
            entry.tags().forEach(tag -> terms.add(term(By.TAG, tag)));
            selected.put(name, terms);
            terms.forEach(term ->
                    index.computeIfAbsent(term, none -> new LinkedHashSet<>()).add(name));
            if (blobs.size() > most) {
                forget(blobs.keySet().iterator().next());
            }
        }
    }

    @Override
    public boolean remove(Key key, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        synchronized (blobs) {
            return forget(name(key));
        }
    }

    @Override
    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
        require(limit, cancellation);
        synchronized (blobs) {
            Set<String> names = selection.by() == By.ALL
                    ? blobs.keySet()
                    : index.getOrDefault(term(selection.by(), selection.value()), Set.of());
            List<String> gone = List.copyOf(names);
            gone.forEach(this::forget);
            return gone.size();
        }
    }

    @Override
    public void close() {}

    /** For tests: what another program could do to a blob. */
    boolean flip(Key key, int at) {
        synchronized (blobs) {
            byte[] blob = blobs.get(name(key));
            if (blob == null) {
                return false;
            }
            byte[] changed = blob.clone();
            changed[Math.floorMod(at, changed.length)] ^= 1;
            blobs.put(name(key), changed);
            return true;
        }
    }

    private boolean forget(String name) {
        Set<String> terms = selected.remove(name);
        if (terms != null) {
            for (String term : terms) {
                Set<String> names = index.get(term);
                names.remove(name);
                if (names.isEmpty()) {
                    index.remove(term);
                }
            }
        }
        return blobs.remove(name) != null;
    }

    private static String term(By by, String value) {
        return by + " " + value;
    }

    private static String name(Key key) {
        Json parts = Json.object()
                .with("namespace", key.namespace())
                .with("call", key.call().text())
                .with("resources", new TreeMap<>(key.resources()))
                .with("format", key.format());
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(parts.canonicalBytes()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] encode(Entry entry) {
        byte[] content = Json.object()
                .with("answer", entry.answer())
                .with("stored", entry.stored().toString())
                .with("expires", entry.expires().toString())
                .with("model", entry.model())
                .with("tags", List.copyOf(new TreeSet<>(entry.tags())))
                .text()
                .getBytes(StandardCharsets.UTF_8);
        CRC32 sum = new CRC32();
        sum.update(content);
        return ByteBuffer.allocate(4 + content.length)
                .putInt((int) sum.getValue())
                .put(content)
                .array();
    }

    private static Entry decode(byte[] blob) {
        CRC32 sum = new CRC32();
        sum.update(blob, 4, blob.length - 4);
        if (ByteBuffer.wrap(blob).getInt() != (int) sum.getValue()) {
            throw failure(Category.INVALID_RESPONSE, "damaged", "the stored answer is damaged");
        }
        try {
            Json json = Json.parse(new String(blob, 4, blob.length - 4, StandardCharsets.UTF_8));
            Set<String> tags = new TreeSet<>();
            json.get("tags").elements().forEach(tag -> tags.add(tag.asText()));
            return new Entry(
                    json.get("answer"),
                    Instant.parse(json.get("stored").asText()),
                    Instant.parse(json.get("expires").asText()),
                    json.get("model").asText(),
                    tags);
        } catch (JsonException | DateTimeException e) {
            throw failure(Category.INVALID_RESPONSE, "damaged", "the stored answer is damaged");
        }
    }

    private static void require(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isZero() || limit.isNegative()) {
            throw failure(Category.TIMEOUT_TOTAL, "deadline", "there is no time left");
        }
    }

    private static AiException failure(Category category, String code, String message) {
        return new AiException(AiError.of(category, code, message));
    }
}
