package dev.plumbline.jsonschema;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.json.Json;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Caches the 500 last used checked schemas by the hash of their canonical text. The same object is found again without
 * hashing. Thread-safe.
 */
final class SchemaCache {
    private static final int MOST = 500;
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
        return known != null && known.refersTo(schema) ? known.checked : byHash(schema);
    }

    private static int place(Json schema) {
        return System.identityHashCode(schema) & (PLACES - 1);
    }

    private CheckedSchema byHash(Json schema) {
        hashed.incrementAndGet();
        try {
            CheckedSchema found = checked.get(hash(schema), () -> check.apply(schema));
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

    /** A weakly referenced schema and its check. */
    private static final class Seen extends WeakReference<Json> {
        private final CheckedSchema checked;

        Seen(Json schema, CheckedSchema checked) {
            super(schema);
            this.checked = checked;
        }
    }
}
