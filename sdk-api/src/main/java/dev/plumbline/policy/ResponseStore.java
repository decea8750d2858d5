package dev.plumbline.policy;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.CallIdentity;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store of finished answers for the response cache. Thread-safe; a store that throws makes calls slower, never wrong.
 * Each operation has a time limit, and throws an AiException, TIMEOUT_TOTAL or CANCELLED, if the limit passes or the
 * operation is cancelled before it has an effect. A store in the same process may check both only before it begins.
 */
public interface ResponseStore extends AutoCloseable {
    /**
     * Returns a store in memory of at most that many answers, which evicts the least recently used ones. It finds answers by
     * the quick hashes of their keys, so that a call with another question costs no digest; the keys of 100 answers at most
     * keep what their calls sent. Starts no thread. After it is closed it is empty and stores nothing.
     *
     * @throws IllegalArgumentException if {@code max} is not positive
     */
    static ResponseStore inMemory(int max) {
        return new InMemoryResponseStore(max);
    }

    /** A limit that never expires. */
    Duration NO_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);

    /**
     * Finds the answer under that key; compares the whole key, not its hash. An expired answer may or may not be found.
     *
     * @throws dev.plumbline.event.AiException INVALID_RESPONSE if what is stored there is damaged: no entry, or not that
     *     of the key. The caller removes it
     */
    Optional<Entry> find(Key key, Duration limit, Cancellation cancellation);

    /** Finds the answer under that key, without a time limit. */
    default Optional<Entry> find(Key key) {
        return find(key, NO_LIMIT, Cancellation.create());
    }

    /**
     * Stores an answer, wholly or not at all, replacing the one under the same key, also a damaged one.
     *
     * @throws dev.plumbline.event.AiException TOO_LARGE if the store refuses it because of its size; then none is stored
     *     under the key
     */
    void put(Key key, Entry entry, Duration limit, Cancellation cancellation);

    /** Stores an answer, without a time limit. */
    default void put(Key key, Entry entry) {
        put(key, entry, NO_LIMIT, Cancellation.create());
    }

    /** Removes one answer, and returns whether it existed. */
    boolean remove(Key key, Duration limit, Cancellation cancellation);

    /** Removes one answer, without a time limit. */
    default boolean remove(Key key) {
        return remove(key, NO_LIMIT, Cancellation.create());
    }

    /** Removes the selected answers, and returns their number. A store may have an index for each selection. */
    long invalidate(Selection selection, Duration limit, Cancellation cancellation);

    /** Removes the selected answers, without a time limit. */
    default long invalidate(Selection selection) {
        return invalidate(selection, NO_LIMIT, Cancellation.create());
    }

    /**
     * Takes the lease of a missing answer: the right to ask for it, which one of all programs that share the store has
     * at a time. The store renews it until it is released. After the death of its holder it ends by itself, and another
     * program gets it. A store of one program gives every lease, because the cache joins equal calls of a program.
     *
     * @param awaited the holder for whose answer the caller has waited, from an earlier {@link Lease}; empty if it has
     *     not waited
     */
    default Lease lease(Key key, String awaited, Duration limit, Cancellation cancellation) {
        return Lease.UNSHARED;
    }

    /** Releases its resources; idempotent. */
    @Override
    void close();

    /**
     * The answer to a request for a lease. Releasing is idempotent, throws nothing, and has no effect if another program
     * has the lease.
     */
    interface Lease {
        /** The lease of a store that no other program uses: it is held, and nobody waits for it. */
        Lease UNSHARED = new Lease() {
            @Override
            public State state() {
                return State.UNSHARED;
            }

            @Override
            public String holder() {
                return "";
            }

            @Override
            public void release(boolean unanswered) {
                // nobody waits
            }
        };

        /** Returns whether the caller has the lease. */
        State state();

        /** Returns a name of the holder, which is random and different for each lease. */
        String holder();

        /**
         * Releases the lease.
         *
         * @param unanswered whether an answer came that is not stored, such as tool calls or a failure; then the
         *     programs that wait ask themselves, all at once. Otherwise one of them gets the lease
         */
        void release(boolean unanswered);

        /** Who has a lease. */
        enum State {
            /** The caller, and no other program uses the store. */
            UNSHARED,
            /** The caller; another program may have stored the answer before. */
            HELD,
            /** Another program; wait, and look for its answer. */
            BUSY,
            /** Nobody: the program for which the caller waited got no answer that is stored. */
            UNANSWERED
        }
    }

    /**
     * The cache key: everything that an answer depends on. Two keys are equal if their namespaces, fingerprints,
     * resources and formats are. The key of a call computes the fingerprint when it is first asked for, and keeps what
     * is sent until then; so a store that has no answer with the same {@linkplain #quickHash() quick hash} costs no
     * digest. Immutable; thread-safe.
     */
    final class Key {
        private final String namespace;
        private final Map<String, String> resources;
        private final int format;
        private final OptionalInt quickHash;
        private volatile @Nullable CallIdentity identity;
        private volatile @Nullable Fingerprint call;

        private Key(AiCall call, int format) {
            CallIdentity of = CallAccess.identity(call);
            boolean large = of.hasAttachments();
            this.namespace = call.namespace();
            this.identity = large ? null : of;
            this.call = large ? of.fingerprint() : null;
            this.resources = sorted(call.resources());
            this.format = format;
            this.quickHash = OptionalInt.of(of.quickHash());
        }

        /**
         * Creates a key of known parts.
         *
         * @param namespace tenant or document
         * @param call the fingerprint of the effective call
         * @param resources name and hash of its other dependencies
         * @param format the version of the stored form
         */
        public Key(String namespace, Fingerprint call, Map<String, String> resources, int format) {
            this.namespace = Objects.requireNonNull(namespace, "namespace");
            this.call = Objects.requireNonNull(call, "call");
            this.resources = sorted(resources);
            this.format = format;
            this.quickHash = OptionalInt.empty();
        }

        /**
         * Returns the key of a call, with its namespace and resources. The fingerprint of a call with attachments is
         * computed at once, so that no key keeps these.
         */
        public static Key of(AiCall call, int format) {
            return new Key(call, format);
        }

        private static Map<String, String> sorted(Map<String, String> resources) {
            return Collections.unmodifiableMap(new TreeMap<>(resources));
        }

        /** Returns the tenant or document. */
        public String namespace() {
            return namespace;
        }

        /** Returns the fingerprint of the effective call; computed once. */
        public Fingerprint call() {
            CallIdentity from = identity;
            Fingerprint known = call;
            if (known == null) {
                known = Objects.requireNonNull(from, "a key has an identity until it has a fingerprint")
                        .fingerprint();
                call = known;
                identity = null;
            }
            return known;
        }

        /** Returns name and hash of the other dependencies; unmodifiable. */
        public Map<String, String> resources() {
            return resources;
        }

        /** Returns the version of the stored form. */
        public int format() {
            return format;
        }

        /**
         * Returns a hash that costs no digest, and that equal keys of calls share; empty for a key that was made of a
         * fingerprint. A store in memory may compare it before it compares keys.
         */
        public OptionalInt quickHash() {
            return quickHash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof Key key
                            && namespace.equals(key.namespace)
                            && resources.equals(key.resources)
                            && format == key.format
                            && call().equals(key.call()));
        }

        /** Returns a hash of the fingerprint, which is computed if it is not known yet. */
        @Override
        public int hashCode() {
            return 31 * call().hashCode() + namespace.hashCode();
        }

        @Override
        public String toString() {
            Fingerprint known = call;
            return "Key[namespace=" + namespace + ", call=" + (known == null ? "not computed" : known) + ", resources="
                    + resources + ", format=" + format + "]";
        }
    }

    /**
     * A finished answer.
     *
     * @param answer the answer in the form of the cache that stored it
     * @param stored when it was stored
     * @param expires when it is no longer used, so that a store may remove it; {@link Instant#MAX} for never
     * @param model the model that was called, as {@code provider:name}; empty if it is not known
     * @param tags for {@link Selection#ofTag}: the response cache takes the names of the resources
     */
    record Entry(Json answer, Instant stored, Instant expires, String model, Set<String> tags) {
        public Entry {
            Objects.requireNonNull(answer, "answer");
            Objects.requireNonNull(stored, "stored");
            Objects.requireNonNull(expires, "expires");
            Objects.requireNonNull(model, "model");
            tags = Set.copyOf(tags);
        }

        /** Creates an entry that never expires, without model and tags. */
        public Entry(Json answer, Instant stored) {
            this(answer, stored, Instant.MAX, "", Set.of());
        }
    }

    /**
     * A selection of answers by a common property.
     *
     * @param by the property
     * @param value the value of the property; empty for all answers
     */
    record Selection(By by, String value) {
        public Selection {
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(value, "value");
        }

        /** Returns the selection of all answers. */
        public static Selection all() {
            return new Selection(By.ALL, "");
        }

        /** Returns the selection of a tenant's or document's answers. */
        public static Selection ofNamespace(String namespace) {
            return new Selection(By.NAMESPACE, namespace);
        }

        /** Returns the selection of a model's answers, as {@code provider:name}. */
        public static Selection ofModel(String model) {
            return new Selection(By.MODEL, model);
        }

        /** Returns the selection of answers with a tag. */
        public static Selection ofTag(String tag) {
            return new Selection(By.TAG, tag);
        }

        /** Returns whether it selects an answer; for a store without an index. */
        public boolean matches(Key key, Entry entry) {
            return switch (by) {
                case ALL -> true;
                case NAMESPACE -> key.namespace().equals(value);
                case MODEL -> entry.model().equals(value);
                case TAG -> entry.tags().contains(value);
            };
        }
    }

    /** The properties by which answers are selected. */
    enum By {
        ALL,
        NAMESPACE,
        MODEL,
        TAG
    }
}
