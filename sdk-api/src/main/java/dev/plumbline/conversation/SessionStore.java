package dev.plumbline.conversation;

import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where conversations are written down: for each a list of records that only grows. Safe for any number of threads. What
 * goes wrong outside the program is a {@link java.io.UncheckedIOException}.
 *
 * <p>Reading is apart from writing: any thread may {@link #list} and {@link #read} at any time, and one {@link Writer} at a
 * time writes a conversation.
 *
 * <p>A record is a JSON object. A store reads three of its members, if they are there: {@code namespace} of the first
 * record, and of the last one {@code at} (an ISO instant) and {@code open} (whether a turn is running).
 */
public interface SessionStore extends AutoCloseable {

    /** The stored conversations, newest first. */
    List<StoredSession> list();

    /**
     * The records of a conversation, oldest first; none for one that is not there. What a crash left half-written at the
     * end is cut and reported, never handed out. Close the stream.
     */
    Stream<Json> read(String sessionId);

    /**
     * Opens a conversation for writing, also one that is not there yet; it comes into being with its first record. Nobody
     * else opens it until the writer is closed, through this store or another one of the same place. It does not wait.
     *
     * @throws IllegalStateException when it is open already; the message says where: in this runtime, in another runtime of
     *     this process, or in another process. Also after close
     */
    Writer open(String sessionId);

    /**
     * Forgets a conversation; one that is not there is forgotten already.
     *
     * @throws IllegalStateException when it is open for writing; the message says where
     */
    void delete(String sessionId);

    /** Releases everything, open writers too; idempotent. */
    @Override
    void close();

    /**
     * A conversation that is open for writing: a lease of it, the stored records, and their number. Safe for
     * any number of threads. Close it to let others write.
     */
    interface Writer extends AutoCloseable {

        /** The number of records of the conversation as this writer knows it: the position of the next one. */
        long position();

        /** The records up to the position, oldest first. Close the stream. */
        Stream<Json> read();

        /**
         * Adds records after the stored ones. When it returns, they survive the death of the process. When it throws,
         * none of them was added; when the process dies meanwhile, the first few of them may be stored.
         *
         * @throws WriterLostException when the conversation is not as this writer left it, or its lease has ended; then it can
         *     never append again
         */
        void append(List<Json> records);

        /**
         * Removes all records after a position from the conversation, and stores them apart first, where nothing overwrites
         * them: for records that cannot be understood.
         *
         * @param position from 0 to {@link #position}
         * @return where they are stored, for display; empty when there are none, or the store has no such place
         * @throws IllegalArgumentException for another position
         * @throws WriterLostException as {@link #append}
         */
        String setAside(long position);

        /** Ends the lease: another writer may open the conversation, and this one appends no more. Idempotent. */
        @Override
        void close();
    }

    /**
     * A stored conversation.
     *
     * @param id of the conversation
     * @param namespace of its first record; empty when that has none
     * @param last when its last record was made; the epoch when that does not say
     * @param interrupted whether a turn was running then
     */
    record StoredSession(String id, String namespace, Instant last, boolean interrupted) {
        public StoredSession {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(namespace, "namespace");
            Objects.requireNonNull(last, "last");
        }

        /** A stored conversation, as its first and last record describe it. */
        public static StoredSession of(String id, Json first, Json last) {
            Json namespace = first.get("namespace");
            Json at = last.get("at");
            Json open = last.get("open");
            return new StoredSession(
                    id,
                    namespace.kind() == Json.Kind.STRING ? namespace.asText() : "",
                    at.kind() == Json.Kind.STRING ? Instant.parse(at.asText()) : Instant.EPOCH,
                    open.kind() == Json.Kind.BOOLEAN && open.asBoolean());
        }
    }
}
