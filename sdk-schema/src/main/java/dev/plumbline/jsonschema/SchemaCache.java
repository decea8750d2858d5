package dev.plumbline.jsonschema;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.json.Json;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Caches the last used checked schemas by the hash of their canonical text: at most 500, and 2 MiB of text together, because a
 * checked schema takes some thirty times its text. The same object is found again without hashing. Thread-safe.
 */
final class SchemaCache {
    private static final long MOST = 2L << 20;

    /** What a small schema counts at least, so that there are at most 500. */
    private static final long LEAST = MOST / 500;

    private static final int PLACES = 512;

    private final Function<Json, CheckedSchema> check;
    private final LruCache<String, CheckedSchema> checked = new LruCache<>(MOST);

    /** The last schema object of each slot, found by identity; a later one replaces it. */
    private final AtomicReferenceArray<@Nullable Seen> seen = new AtomicReferenceArray<>(PLACES);

    private final AtomicLong hashed = new AtomicLong();

    SchemaCache(Function<Json, CheckedSchema> check) {
        this.check = check;
    }

    CheckedSchema get(Json schema) {
        Seen known = seen.get(place(schema));
        CheckedSchema found = known != null && known.refersTo(schema) ? known.checked.get() : null;
        return found != null ? found : byHash(schema);
    }

    private static int place(Json schema) {
        return System.identityHashCode(schema) & (PLACES - 1);
    }

    private CheckedSchema byHash(Json schema) {
        hashed.incrementAndGet();
        try {
            CheckedSchema found =
                    checked.get(hash(schema), Math.max(LEAST, schema.utf8Length()), () -> check.apply(schema));
            seen.set(place(schema), new Seen(schema, found));
            return found;
        } catch (StackOverflowError e) {
            // Another thread may have a larger stack, so the failure is not cached.
            return CheckedSchema.refused(SchemaFindings.error("depth"));
        }
    }

    /** Returns how often a schema was looked up by its hash. */
    long hashed() {
        return hashed.get();
    }

    /** Returns the number of cached schemas. */
    long size() {
        return checked.size();
    }

    private static String hash(Json schema) {
        return Digest.of("plb1/schema").json(schema).fingerprint().text();
    }

    /** A schema and its check, both weakly referenced: what the cache drops is not kept here. */
    private static final class Seen extends WeakReference<Json> {
        private final WeakReference<CheckedSchema> checked;

        Seen(Json schema, CheckedSchema checked) {
            super(schema);
            this.checked = new WeakReference<>(checked);
        }
    }
}
