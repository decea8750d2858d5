package dev.plumbline.schemas;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plumbline.json.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Function;

/**
 * Schemas that were checked, by the hash of their canonical text: once each, the latest 500 of them. A schema that is asked
 * for again as the same object is not even hashed. Thread-safe.
 */
final class SchemaCache {
    private static final int MOST = 500;

    private final Function<Json, CheckedSchema> check;
    private final Cache<String, CheckedSchema> checked = sized().recordStats().build();
    private final Cache<Json, CheckedSchema> seen = sized().weakKeys().build();

    SchemaCache(Function<Json, CheckedSchema> check) {
        this.check = check;
    }

    // The caller's thread does the housekeeping, so that no pool of the host is asked to.
    private static Caffeine<Object, Object> sized() {
        return Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run);
    }

    CheckedSchema get(Json schema) {
        CheckedSchema known = seen.getIfPresent(schema);
        return known == null ? byHash(schema) : known;
    }

    private CheckedSchema byHash(Json schema) {
        try {
            CheckedSchema found = checked.get(hash(schema), hash -> check.apply(schema));
            seen.put(schema, found);
            return found;
        } catch (StackOverflowError e) {
            // The caller's stack is too small for this schema; another thread's may do, so nothing is remembered.
            return CheckedSchema.refused(Findings.error("depth"));
        }
    }

    /** How often a schema was looked up by its hash. */
    long hashed() {
        return checked.stats().requestCount();
    }

    /** How many schemas are kept. */
    long size() {
        checked.cleanUp();
        return checked.estimatedSize();
    }

    private static String hash(Json schema) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(schema.canonicalBytes()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
