package dev.plumbline.policy;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.tool.ThreadAffinity;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.immutables.value.Value;

/**
 * Supplies a fact to the model, by key; or a value that is not sent but decides whether a cached answer is still valid.
 * Immutable; the value that it reads may change.
 */
@Value.Immutable
public sealed interface ContextSource permits ImmutableContextSource {

    /** Returns a source of a fact, read once per turn, at the same time as other facts. */
    static ContextSource of(String key, Supplier<?> value) {
        return of(key, request -> value.get());
    }

    /** Returns a source of a fact that depends on the user's message: retrieval, memory; read once per turn. */
    static ContextSource of(String key, Function<ReadContext, ?> value) {
        return ImmutableContextSource.builder().key(named(key)).reader(value).build();
    }

    /**
     * Returns a source of a hash that is only part of the cache key and not sent to the model; read before every call.
     */
    static ContextSource resource(String name, Supplier<String> hash) {
        return ImmutableContextSource.builder()
                .key(named(name))
                .reader(request -> hash.get())
                .isResource(true)
                .isVolatile(true)
                .build();
    }

    /**
     * Returns a source of the document being edited: its identity and its state, under the key {@code document}. Read
     * before every call, on the host's UI thread if there is one; sent to the model, so that it notices changes by
     * others to the document, and part of the cache key, so a cached answer for another document or another state is
     * never used. An approval with {@code validWhileUnchanged("document")} is void when the state changes.
     *
     * @param identity e.g. a digest of the file's path; different for any two documents
     * @param revision a number that grows with each edit, or a digest of the content, which is also equal for an
     *     earlier state: after undo, or after a restart of the program
     */
    static ContextSource document(Supplier<String> identity, Supplier<String> revision) {
        return ImmutableContextSource.builder()
                .key("document")
                .reader(asked -> Json.object().with("id", identity.get()).with("revision", revision.get()))
                .isEssential(true)
                .isVolatile(true)
                .affinity(ThreadAffinity.AUTO)
                .build();
    }

    /** Returns the key, unique in a session; context filters use it. */
    String key();

    /** Returns whether it is a resource: in the cache key but not sent. */
    @Value.Default
    default boolean isResource() {
        return false;
    }

    /** Returns whether answers depend on it. */
    @Value.Default
    default boolean isCacheRelevant() {
        return true;
    }

    /**
     * Returns whether answers are neither cached nor taken from the cache if it cannot be read, because their
     * dependencies are unknown.
     */
    @Value.Default
    default boolean isEssential() {
        return isResource();
    }

    /** Returns whether its values may be in the journal of a conversation. */
    @Value.Default
    default boolean isStored() {
        return true;
    }

    /** Returns whether it is read before every call. */
    @Value.Default
    default boolean isVolatile() {
        return false;
    }

    /** Returns the thread it is read on: POOL by default, where it may take its time. */
    @Value.Default
    default ThreadAffinity affinity() {
        return ThreadAffinity.POOL;
    }

    /** Returns the time limit of one read; 2 s by default. A value that arrives later is not sent. */
    @Value.Default
    default Duration timeout() {
        return Duration.ofSeconds(2);
    }

    /** Returns the extension that adds it; empty for the host's own. Filters name it with {@code @}. */
    @Value.Default
    default String owner() {
        return "";
    }

    /**
     * Returns where its values come from; {@link ContentOrigin#HOST} by default. An untrusted value is sent as {@code
     * {"origin":…,"untrusted":true,"content":…}}.
     */
    @Value.Default
    default ContentOrigin origin() {
        return ContentOrigin.HOST;
    }

    /** Returns the reader of the value, which must have a JSON form; null or empty means that there is none. */
    @Value.Auxiliary
    Function<ReadContext, ?> reader();

    /** Returns a copy that is part of the cache key or not; it is by default. Sent to the model in both cases. */
    default ContextSource withCacheRelevant(boolean relevant) {
        return ImmutableContextSource.copyOf(this).copyIsCacheRelevant(relevant);
    }

    /**
     * Returns a copy whose values may be in the journal or not; they may by default. A conversation that is resumed starts
     * over without the values that were not stored: the source is read again, and signed parts of earlier answers are left
     * out.
     */
    default ContextSource withStored(boolean stored) {
        return ImmutableContextSource.copyOf(this).copyIsStored(stored);
    }

    /** Returns a copy that is read before every call, or once per turn, which is the default. */
    default ContextSource withVolatile(boolean changes) {
        return ImmutableContextSource.copyOf(this).copyIsVolatile(changes);
    }

    /** Returns a copy that is read on that thread; all sources of the host's UI thread are read in one task on it. */
    default ContextSource withAffinity(ThreadAffinity affinity) {
        return ImmutableContextSource.copyOf(this).copyAffinity(affinity);
    }

    /**
     * Returns a copy with that time limit of one read.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    default ContextSource withTimeout(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("a context source takes some time; its limit must be positive");
        }
        return ImmutableContextSource.copyOf(this).copyTimeout(limit);
    }

    /** Returns a copy whose values have that label, e.g. those of a document that somebody else wrote. */
    default ContextSource withOrigin(ContentOrigin label) {
        return ImmutableContextSource.copyOf(this).copyOrigin(label);
    }

    /** Returns a copy that belongs to that extension. */
    default ContextSource withOwner(String extension) {
        return ImmutableContextSource.copyOf(this).copyOwner(extension);
    }

    private static String named(String key) {
        if (!key.matches("[A-Za-z0-9_.:/-]{1,64}")) {
            throw new IllegalArgumentException("a context key is 1 to 64 letters, digits and _ . : / -");
        }
        return key;
    }

    /**
     * The input of a context source.
     *
     * @param input the user's message
     * @param conversation the path so far
     * @param ids the ids of session and turn
     * @param cancellation given when the turn ends
     */
    record ReadContext(
            Interaction.User input, List<Interaction> conversation, CallIds ids, Cancellation cancellation) {}
}
