package dev.plumbline.policy;

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
import org.jspecify.annotations.Nullable;

/**
 * Supplies a fact to the model, by key; or a value that is not sent but decides whether a cached answer still holds.
 * Immutable; what it reads may change.
 */
@Value.Immutable
public sealed interface ContextSource permits ImmutableContextSource {

    /** A fact, read once per turn, at the same time as other facts. */
    static ContextSource of(String key, Supplier<?> value) {
        return of(key, request -> value.get());
    }

    /** A fact that depends on what the user said: retrieval, memory; read once per turn. */
    static ContextSource of(String key, Function<ReadContext, ?> value) {
        return ImmutableContextSource.builder()
                .key(named(key))
                .reader(value::apply)
                .build();
    }

    /** A hash that is not sent to the model and only part of the cache key; read before every call. */
    static ContextSource resource(String name, Supplier<String> hash) {
        return ImmutableContextSource.builder()
                .key(named(name))
                .reader(request -> hash.get())
                .isResource(true)
                .isVolatile(true)
                .build();
    }

    /**
     * The document that is worked on: which one it is, and what state it is in, under the key {@code document}. Read
     * before every call, on the host's UI thread if there is one; sent to the model, so that it notices changes by others to the
     * document, and part of the cache key, so no answer for another document or another state of it is ever given. An
     * approval that holds {@code whileUnchanged("document")} is void when the state changes.
     *
     * @param identity e.g. a digest of the file's path; equal for no two documents
     * @param revision a number that grows with each edit, or a digest of the content, which also knows a state again that
     *     was there before: after undo, or when the program was started anew
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

    /** Unique in a session; what context filters name. */
    String key();

    /** Whether it is a resource: keyed but not sent. */
    @Value.Default
    default boolean isResource() {
        return false;
    }

    /** Whether answers depend on it. */
    @Value.Default
    default boolean isCacheRelevant() {
        return true;
    }

    /** Whether no answer is kept or given again when it cannot be read, because nobody knows what it depends on. */
    @Value.Default
    default boolean isEssential() {
        return isResource();
    }

    /** Whether it is read before every call. */
    @Value.Default
    default boolean isVolatile() {
        return false;
    }

    /** The thread it is read on: POOL unless it says otherwise, where it may take its time. */
    @Value.Default
    default ThreadAffinity affinity() {
        return ThreadAffinity.POOL;
    }

    /** The time limit of one read; 2 s by default. A value that comes later is not sent. */
    @Value.Default
    default Duration timeout() {
        return Duration.ofSeconds(2);
    }

    /** The extension it comes from; empty for the host's own. Filters name it with {@code @}. */
    @Value.Default
    default String owner() {
        return "";
    }

    /** Reads it. */
    @Value.Auxiliary
    Reader reader();

    /** A copy that is sent to the model and is part of the cache key or not; the default is that it is. */
    default ContextSource withCacheRelevant(boolean relevant) {
        return ImmutableContextSource.copyOf(this).copyIsCacheRelevant(relevant);
    }

    /**
     * A copy that is read before every call and sent after the history; or once per turn and sent before it, which is
     * the default.
     */
    default ContextSource withVolatile(boolean changes) {
        return ImmutableContextSource.copyOf(this).copyIsVolatile(changes);
    }

    /** A copy that is read on that thread; those of the host's UI thread are read in one visit to it. */
    default ContextSource withAffinity(ThreadAffinity affinity) {
        return ImmutableContextSource.copyOf(this).copyAffinity(affinity);
    }

    /**
     * A copy that may take that long.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    default ContextSource withTimeout(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("a context source takes some time; its limit must be positive");
        }
        return ImmutableContextSource.copyOf(this).copyTimeout(limit);
    }

    /** A copy that comes from that extension. */
    default ContextSource withOwner(String extension) {
        return ImmutableContextSource.copyOf(this).copyOwner(extension);
    }

    private static String named(String key) {
        if (!key.matches("[A-Za-z0-9_.:/-]{1,64}")) {
            throw new IllegalArgumentException("a context key is 1 to 64 letters, digits and _ . : / -");
        }
        return key;
    }

    /** Reads a fact; what it returns must have a JSON form. */
    @FunctionalInterface
    interface Reader {
        /** The value; null or empty means that there is none. */
        @Nullable
        Object read(ReadContext asked);
    }

    /**
     * What a source may look at.
     *
     * @param input what the user said
     * @param conversation the path so far
     * @param ids session and turn
     * @param cancellation given when the turn ends
     */
    record ReadContext(
            Interaction.User input, List<Interaction> conversation, CallIds ids, Cancellation cancellation) {}
}
