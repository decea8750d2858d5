package dev.plumbline.policy;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.conversation.Entry;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Stores finished answers for the response cache. Thread-safe; a store that throws makes calls slower, never wrong. */
public interface ResponseStore extends AutoCloseable {

    /** The answer under that key; compares the whole key, not its hash. */
    Optional<Entry> find(Key key);

    /** Keeps an answer, wholly or not at all. */
    void store(Key key, Entry entry);

    /** Removes what matches and says how many that were. */
    long invalidate(Predicate<Key> which);

    /** Releases what it holds; idempotent. */
    @Override
    void close();

    /**
     * Everything an answer depends on.
     *
     * @param namespace tenant or document
     * @param call the fingerprint of the effective call
     * @param resources name and hash of what else it depends on
     * @param format the version of the stored form
     */
    record Key(String namespace, Fingerprint call, Map<String, String> resources, int format) {
        public Key {
            Objects.requireNonNull(namespace, "namespace");
            Objects.requireNonNull(call, "call");
            resources = java.util.Collections.unmodifiableMap(new TreeMap<>(resources));
        }

        /** Written out: the one of the JDK is made by method handles, which a first call would wait for (0063). */
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && call.equals(key.call)
                    && namespace.equals(key.namespace)
                    && resources.equals(key.resources)
                    && format == key.format;
        }

        @Override
        public int hashCode() {
            return 31 * call.hashCode() + namespace.hashCode();
        }
    }

    /**
     * A finished answer.
     *
     * @param answer in the form of whoever stored it
     * @param stored when
     */
    record Entry(Json answer, Instant stored) {
        public Entry {
            Objects.requireNonNull(answer, "answer");
            Objects.requireNonNull(stored, "stored");
        }
    }
}
