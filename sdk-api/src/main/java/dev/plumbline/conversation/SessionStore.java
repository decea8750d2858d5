package dev.plumbline.conversation;

import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A store of conversations: for each an append-only list of records. Thread-safe. Failures outside the program are
 * {@link java.io.UncheckedIOException}s.
 *
 * <p>Reading is separate from writing: any thread may {@link #list} and {@link #read} at any time and sees whole
 * batches, and one {@link Writer} at a time writes a conversation. In a store that several machines share, the lease of
 * a writer ends unless it is renewed, and an append is refused by its fencing token or its position, not by the time.
 *
 * <p>Operations that may wait for a disk or a server have a time limit and a cancellation. A store of files may check the
 * limit only before it begins, and the cancellation between records and between conversations.
 *
 * <p>A record is a JSON object. A store reads three of its members, if they exist: {@code namespace} of the first
 * record, and {@code at} (an ISO instant) and {@code open} (whether a turn is running) of the last one.
 */
public interface SessionStore extends AutoCloseable {

    /** A limit that never expires. */
    Duration NO_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);

    /**
     * Returns the stored conversations, newest first.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     * @throws dev.plumbline.event.AiException CANCELLED if it was cancelled, TIMEOUT_TOTAL if the limit has passed
     */
    List<StoredSession> list(Duration limit, Cancellation cancellation);

    /** Returns the stored conversations, newest first, without a time limit. */
    default List<StoredSession> list() {
        return list(NO_LIMIT, Cancellation.create());
    }

    /**
     * Returns the conversations that {@link #list} leaves out because of damage or another key: their ids, and the reason for
     * each, as a sentence for display. None by default.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     * @throws dev.plumbline.event.AiException CANCELLED if it was cancelled, TIMEOUT_TOTAL if the limit has passed
     */
    default Map<String, String> unreadable(Duration limit, Cancellation cancellation) {
        return Map.of();
    }

    /**
     * Returns the records of a conversation, oldest first; none if it does not exist. A record at the end that a crash
     * left half-written is cut off and reported, never returned. Close the stream.
     *
     * @param limit the maximum duration until the stream is closed
     * @param cancellation ends it early, also while the stream is read
     * @throws dev.plumbline.event.AiException from this method or the stream: CANCELLED if it was cancelled,
     *     TIMEOUT_TOTAL if the limit has passed
     */
    Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation);

    /** Returns the records of a conversation, oldest first, without a time limit. Close the stream. */
    default Stream<Json> read(String sessionId) {
        return read(sessionId, NO_LIMIT, Cancellation.create());
    }

    /**
     * Opens a conversation for writing, also one that does not exist yet; its first record creates it. Until the writer
     * is closed or its lease has ended, no other writer can open it, through this store or another one of the same
     * place. Does not wait for another writer.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     * @throws IllegalStateException if it is already open; the message names where: in this runtime, in another runtime
     *     of this process, or in another process. Also after close
     * @throws DamagedSessionException if there are records after a damaged one; {@link #repair} removes it
     * @throws UnwritableStoreException if the store's place cannot be written, such as a folder in whose place a file is;
     *     the store logs it, once for each outage
     * @throws dev.plumbline.event.AiException CANCELLED if it was cancelled, TIMEOUT_TOTAL if the limit has passed; then
     *     it is not open
     */
    Writer open(String sessionId, Duration limit, Cancellation cancellation);

    /** Opens a conversation for writing, without a time limit. */
    default Writer open(String sessionId) {
        return open(sessionId, NO_LIMIT, Cancellation.create());
    }

    /**
     * Repairs a conversation whose records are damaged: preserves the damaged state in another place, and continues
     * with the records that can be read, before the damage and after it. The default is for stores whose records cannot be
     * damaged: it returns empty, also while a conversation is open.
     *
     * @return the lost part; empty for a conversation without damage
     * @throws IllegalStateException if it is open for writing; the message names where
     * @throws DamagedSessionException if no record can be read, as with another key
     */
    default Optional<Damage> repair(String sessionId) {
        return Optional.empty();
    }

    /**
     * Deletes a conversation; does nothing if it does not exist.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     * @throws IllegalStateException if it is open for writing; the message names where
     * @throws dev.plumbline.event.AiException CANCELLED if it was cancelled, TIMEOUT_TOTAL if the limit has passed,
     *     before anything was deleted
     */
    void delete(String sessionId, Duration limit, Cancellation cancellation);

    /** Deletes a conversation, without a time limit; does nothing if it does not exist. */
    default void delete(String sessionId) {
        delete(sessionId, NO_LIMIT, Cancellation.create());
    }

    /**
     * Returns a text that a program keeps beside the conversations, such as a title or what was typed and not sent. None by
     * default.
     *
     * @return empty if there is none of that name, or it was written with another key
     */
    default Optional<String> findNote(String name) {
        return Optional.empty();
    }

    /**
     * Keeps a text beside the conversations, encrypted as they are; a blank one removes it. The default, of stores without
     * notes, ignores it.
     *
     * @param name identifies it; 100 bytes can be used
     * @param text 512 KiB can be kept
     */
    default void putNote(String name, String text) {}

    /** Releases everything, including open writers; idempotent. */
    @Override
    void close();

    /**
     * A conversation that is open for writing: its lease, the stored records, and their number. Thread-safe. Close it
     * to let others write.
     */
    interface Writer extends AutoCloseable {

        /**
         * Returns the lease of the conversation. After its end, this writer may continue until another one opens the
         * conversation.
         */
        default Lease lease() {
            return Lease.WITHOUT_END;
        }

        /**
         * Extends the lease, as each append does; has no effect on a lease without end.
         *
         * @throws WriterLostException as for {@link #append}
         */
        default Lease renew(Duration limit, Cancellation cancellation) {
            return lease();
        }

        /** Returns the number of records that this writer knows: the position of the next one. */
        long position();

        /** Returns the records up to the position, oldest first. Close the stream. */
        Stream<Json> read();

        /**
         * Returns what was cut off the end of the conversation when it was opened, for example after a crash; usually
         * empty.
         */
        default Optional<Damage> damage() {
            return Optional.empty();
        }

        /**
         * Adds records after those that are stored: all of them, or none. When it returns, they survive the death of
         * the process. If a store cannot determine whether they were added, it throws; then the next append at the same
         * position is refused if they were.
         *
         * @param position the number of records that are stored
         * @param limit the maximum duration; a store that writes to a file need not check it while it writes
         * @param cancellation ends it early
         * @throws WriterLostException if the conversation has another number of records, or another writer has opened
         *     it. Then nothing was added, and this writer can never append again
         * @throws dev.plumbline.event.AiException CANCELLED if it was cancelled, TIMEOUT_TOTAL if the limit has passed
         * @throws IllegalArgumentException for a value that is not a record or could not be read again; nothing was
         *     added
         */
        void append(long position, List<Json> records, Duration limit, Cancellation cancellation);

        /** Adds records at the position of this writer, without a time limit. */
        default void append(List<Json> records) {
            append(position(), records, NO_LIMIT, Cancellation.create());
        }

        /**
         * Removes all records after a position from the conversation, and first stores them in another place, where
         * they are never overwritten: for records that cannot be interpreted.
         *
         * @param position from 0 to {@link #position}
         * @return where they are stored, for display; empty if there are none, or the store has no place for them
         * @throws IllegalArgumentException for another position
         * @throws WriterLostException as for {@link #append}
         */
        String setAside(long position);

        /** Ends the lease: another writer may open the conversation, and this one can no longer append. Idempotent. */
        @Override
        void close();
    }

    /**
     * The exclusive right to write a conversation until it ends.
     *
     * @param token the fencing token: greater than those of all earlier leases of the conversation, so that a system
     *     that keeps the greatest one can refuse a late write of an earlier writer; 0 for a lease without end
     * @param until when others may open the conversation unless the lease is renewed
     */
    record Lease(long token, Instant until) {
        /** A lease that ends with the writer or its process, such as a lock of the operating system. */
        public static final Lease WITHOUT_END = new Lease(0, Instant.MAX);

        public Lease {
            Objects.requireNonNull(until, "until");
        }

        /** Returns whether it ends unless it is renewed. */
        public boolean ends() {
            return until.isBefore(Instant.MAX);
        }
    }

    /**
     * The unreadable part of a conversation.
     *
     * @param position the number of records before it
     * @param behind the number of records after it, which were kept
     * @param bytes the number of bytes that are not a record
     * @param location where these bytes are stored, for display
     */
    record Damage(long position, long behind, long bytes, String location) {
        public Damage {
            Objects.requireNonNull(location, "location");
        }
    }

    /**
     * A stored conversation.
     *
     * @param id the id of the conversation
     * @param namespace the namespace of its first record; empty if that has none
     * @param last when its last record was created; the epoch if that has no time
     * @param interrupted whether a turn was running then
     */
    record StoredSession(String id, String namespace, Instant last, boolean interrupted) {
        public StoredSession {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(namespace, "namespace");
            Objects.requireNonNull(last, "last");
        }

        /** Returns a stored conversation, as its first and last record describe it. */
        public static StoredSession of(String id, Json first, Json last) {
            Json namespace = first.get("namespace");
            Json at = last.get("at");
            Json open = last.get("open");
            return new StoredSession(
                    id,
                    namespace.findText().orElse(""),
                    at.findText().map(Instant::parse).orElse(Instant.EPOCH),
                    open.kind() == Json.Kind.BOOLEAN && open.asBoolean());
        }
    }

    /**
     * Thrown by a store whose place, such as its folder, cannot be written: a file is in its place, the program may not
     * write it, or the disk is full. What was stored before can still be read.
     */
    final class UnwritableStoreException extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        private final String place;

        /**
         * Creates an exception for a place.
         *
         * @param place the place as a user knows it, such as the absolute path of a folder; never content
         * @param reason why it cannot be written, as the end of a sentence
         */
        public UnwritableStoreException(String place, String reason, IOException cause) {
            super(
                    "conversations are written into " + place + ", which cannot be written: " + reason
                            + "; give the journal a folder with free space in which this program may create files",
                    cause);
            this.place = Objects.requireNonNull(place, "place");
        }

        /** Returns the place that cannot be written, such as the absolute path of a folder. */
        public String place() {
            return place;
        }
    }

    /**
     * Thrown by a {@link SessionStore.Writer} that can no longer write: it was closed, its lease ended, or another writer
     * has written the conversation since. Nothing was changed. Open the conversation again to see its state.
     */
    final class WriterLostException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        /** Creates an exception whose message names the conversation and the cause, without its content. */
        public WriterLostException(String message) {
            super(message);
        }
    }

    /**
     * Thrown for a stored conversation whose records were damaged, changed, moved or removed. Nothing was changed. {@link
     * SessionStore#repair} preserves the damaged state and continues with the records that can be read.
     */
    final class DamagedSessionException extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        private final long position;

        /**
         * Creates an exception that names the record and its damage, without its content.
         *
         * @param position the number of records before it
         */
        public DamagedSessionException(String message, long position) {
            super(message, new IOException(message));
            this.position = position;
        }

        /** Returns the number of records before the first that cannot be read. */
        public long position() {
            return position;
        }
    }
}
