package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.internal.PayloadCipher;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the records of one conversation. A record is bound to the id of the conversation, to its position and to the
 * tag of the preceding record, so that changing, moving, removing or inserting records is detected. Position and tag
 * are stored unencrypted, so that a record after a damaged one can be decrypted. Without a key, records stay unchanged.
 */
final class RecordCipher {
    private static final int LINK = Long.BYTES + PayloadCipher.TAG;
    private static final String CONTEXT = "plumbline.journal.2";

    private final PayloadCipher cipher;
    private final String id;
    private final int version;

    RecordCipher(PayloadCipher cipher, String id, int version) {
        this.cipher = cipher;
        this.id = id;
        this.version = version;
    }

    /**
     * The position of a record, to which the record is bound.
     *
     * @param position the number of records before it
     * @param offset the offset of its frame in the file
     * @param tag the tag of the preceding record, one byte per character; zeros for the first record, and in files that
     *     are not encrypted
     */
    record Link(long position, long offset, String tag) {
        static final Link FIRST = new Link(0, JournalFraming.HEADER, "\0".repeat(PayloadCipher.TAG));

        /**
         * Written by hand, because the JDK's equals of records keeps the class loader of the last record that was compared
         * (S5).
         */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Link link
                    && position == link.position
                    && offset == link.offset
                    && tag.equals(link.tag);
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(position) + tag.hashCode();
        }
    }

    /** The text of a record, its link, and the link of the following record. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Opened(byte[] text, Link link, Link next, boolean hasMore) {}

    private boolean isLinked() {
        return cipher.isEncrypting() && version > 1;
    }

    /** Returns the bytes that are stored for a record. */
    byte[] close(byte[] text, boolean more, Link link) {
        if (!cipher.isEncrypting()) {
            return text;
        }
        byte[] closed = cipher.close(text, bound(more, link.position(), link.tag()));
        return ByteBuffer.allocate(LINK + closed.length)
                .putLong(link.position())
                .put(bytes(link.tag()))
                .put(closed)
                .array();
    }

    /** Returns the link after a record that was stored as these bytes. */
    Link next(Link link, byte[] stored) {
        return new Link(
                link.position() + 1,
                link.offset() + JournalFraming.FRAME + stored.length,
                isLinked() ? tag(stored, stored.length - PayloadCipher.TAG) : link.tag());
    }

    /**
     * Decrypts the record at a link.
     *
     * @throws DamagedSessionException if these bytes are not the record of that link
     */
    Opened open(byte[] stored, boolean more, Link link) {
        Opened opened = openAnywhere(stored, more, link)
                .orElseThrow(() -> damaged(
                        link.position(),
                        "cannot be decrypted: it was encrypted with another key, belongs to another conversation, or was"
                                + " changed"));
        if (!opened.link().equals(link)) {
            throw damaged(
                    link.position(), "does not follow the one before it: records were removed, moved or replayed");
        }
        return opened;
    }

    DamagedSessionException damaged(long position, String why) {
        return new DamagedSessionException("record " + (position + 1) + " of conversation " + id + " " + why, position);
    }

    /** Decrypts a record of this conversation at any position; empty if it is not one. */
    Optional<Opened> openAnywhere(byte[] stored, boolean more, Link at) {
        if (!isLinked()) {
            byte[] offset = ByteBuffer.allocate(Long.BYTES).putLong(at.offset()).array();
            return cipher.open(stored, offset).map(text -> new Opened(text, at, next(at, stored), more));
        }
        if (stored.length < LINK) {
            return Optional.empty();
        }
        long position = ByteBuffer.wrap(stored).getLong();
        String tag = tag(stored, Long.BYTES);
        Link claimed = new Link(position, at.offset(), tag);
        return cipher.open(Arrays.copyOfRange(stored, LINK, stored.length), bound(more, position, tag))
                .map(text -> new Opened(text, claimed, next(claimed, stored), more));
    }

    private static String tag(byte[] stored, int from) {
        return new String(stored, from, PayloadCipher.TAG, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String tag) {
        return tag.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns whether a record that belongs after that link may begin with these bytes; a cheap test before its
     * checksum is computed.
     */
    boolean mayBegin(ByteBuffer first, Link from, long size) {
        if (isLinked()) {
            long ahead = first.remaining() < Long.BYTES ? -1 : first.getLong() - from.position();
            return ahead >= 0 && ahead < size;
        }
        return cipher.isEncrypting() || first.get() == '{';
    }

    /** Returns the context of a record; the id is last because its length varies. */
    private byte[] bound(boolean more, long position, String tag) {
        byte[] context = bytes(CONTEXT);
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(context.length + 1 + LINK + name.length)
                .put(context)
                .put((byte) (more ? 1 : 0))
                .putLong(position)
                .put(bytes(tag))
                .put(name)
                .array();
    }
}
