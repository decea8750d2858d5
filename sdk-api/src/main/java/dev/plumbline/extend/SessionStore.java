package dev.plumbline.extend;

import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where conversations are written down: for each a list of records that only grows. Safe for any number of threads. What
 * goes wrong outside the program is a {@link java.io.UncheckedIOException}.
 *
 * <p>A record is a JSON object. A store reads three of its members, if they are there: {@code namespace} of the first
 * record, and of the last one {@code at} (an ISO instant) and {@code open} (whether a turn is running).
 */
public interface SessionStore extends AutoCloseable {

    /** What is there, newest first. */
    List<Summary> list();

    /**
     * The records of a conversation, oldest first; none for one that is not there. What a crash left half-written at the
     * end is cut and reported, never handed out. Close the stream.
     */
    Stream<Json> read(String sessionId);

    /**
     * Adds a record, and the conversation with its first one. When it returns, the record survives the death of the
     * process. When it throws, nothing was added.
     *
     * @throws IllegalStateException when another program writes this conversation
     */
    void append(String sessionId, Json record);

    /** Forgets a conversation; one that is not there is forgotten already. */
    void delete(String sessionId);

    /** The conversation is at rest: what is held for writing it may go. It may be written again later. */
    default void release(String sessionId) {}

    /** Releases everything; idempotent. */
    @Override
    void close();

    /**
     * A stored conversation.
     *
     * @param id of the conversation
     * @param namespace of its first record; empty when that has none
     * @param last when its last record was made; the epoch when that does not say
     * @param interrupted whether a turn was running then
     */
    record Summary(String id, String namespace, Instant last, boolean interrupted) {
        public Summary {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(namespace, "namespace");
            Objects.requireNonNull(last, "last");
        }

        /** What a conversation's first and last record say of it. */
        public static Summary of(String id, Json first, Json last) {
            Json namespace = first.get("namespace");
            Json at = last.get("at");
            Json open = last.get("open");
            return new Summary(
                    id,
                    namespace.kind() == Json.Kind.STRING ? namespace.asText() : "",
                    at.kind() == Json.Kind.STRING ? Instant.parse(at.asText()) : Instant.EPOCH,
                    open.kind() == Json.Kind.BOOLEAN && open.asBoolean());
        }
    }
}
