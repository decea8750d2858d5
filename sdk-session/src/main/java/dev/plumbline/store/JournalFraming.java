package dev.plumbline.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.zip.CRC32C;

/**
 * The framing of records in a file: a header of eight bytes, then for each record a word, the CRC-32C of word and
 * record, four bytes each and big-endian, and the record. The word is the record's length. Its highest bit says that
 * the next record was appended together with this one, so that both count or neither.
 */
final class JournalFraming {
    static final int HEADER = 8;
    static final int FRAME = 8;

    /** The maximum length of a record in bytes; a longer record is refused, and a longer length in a file is damage. */
    static final int LONGEST = 256 << 20;

    /** The version of new files. Version 1 had no batches and bound an encrypted record to its offset only. */
    static final int VERSION = 2;

    private static final int CHUNK = 1 << 16;

    private static final int MAGIC = 0x504C424A; // PLBJ
    private static final int MORE = 1 << 31;

    private JournalFraming() {}

    static byte[] header(boolean encrypted) {
        return ByteBuffer.allocate(HEADER)
                .putInt(MAGIC)
                .putShort((short) VERSION)
                .putShort((short) (encrypted ? 1 : 0))
                .array();
    }

    /** Returns whether these are the first bytes of a journal of any version. */
    static boolean isJournal(byte[] header) {
        return header.length == HEADER && ByteBuffer.wrap(header).getInt() == MAGIC;
    }

    /**
     * Returns the version of a journal.
     *
     * @throws IOException if this program or this store cannot read it
     */
    static int version(byte[] header, boolean encrypted) throws IOException {
        ByteBuffer read = ByteBuffer.wrap(header, Integer.BYTES, HEADER - Integer.BYTES);
        int version = read.getShort();
        if (version < 1 || version > VERSION) {
            throw new IOException(
                    "its format is version " + version + ", and this program reads version 1 to " + VERSION);
        }
        boolean isEncrypted = read.getShort() == 1;
        if (isEncrypted != encrypted) {
            throw new IOException(
                    isEncrypted
                            ? "it is encrypted: open the store with its key"
                            : "it is not encrypted: open without a key");
        }
        return version;
    }

    /**
     * Returns the frame of a record.
     *
     * @param more whether the next record belongs to the same batch
     * @throws IllegalArgumentException if the record is too long to be read again
     */
    static byte[] frame(byte[] record, boolean more) {
        requireLength(record.length);
        ByteBuffer frame = ByteBuffer.allocate(FRAME + record.length);
        put(frame, record, more);
        return frame.array();
    }

    /** Puts the frame of a record whose length was checked. */
    static void put(ByteBuffer to, byte[] record, boolean more) {
        int word = record.length | (more ? MORE : 0);
        int at = to.arrayOffset() + to.position();
        to.putInt(word).putInt(0).put(record);
        CRC32C crc = new CRC32C();
        crc.update(to.array(), at, Integer.BYTES);
        crc.update(to.array(), at + FRAME, record.length);
        to.putInt(to.position() - FRAME - record.length + Integer.BYTES, (int) crc.getValue());
    }

    static void requireLength(long length) {
        if (length > LONGEST) {
            throw new IllegalArgumentException("a record has " + length + " bytes and cannot be stored: at most "
                    + LONGEST + " can be read again; keep large values in files of their own");
        }
    }

    /**
     * Reads a record; less of it at the end of the file or at a hole. A record has no zeros in plain text and not many
     * when it is encrypted, so that zeros are what a program has not written, and take memory without end.
     */
    static byte[] read(InputStream in, int length) throws IOException {
        ByteArrayOutputStream record = new ByteArrayOutputStream(Math.min(length, CHUNK));
        while (record.size() < length) {
            byte[] chunk = in.readNBytes(Math.min(CHUNK, length - record.size()));
            if (chunk.length == 0 || isHole(chunk)) {
                break;
            }
            record.writeBytes(chunk);
        }
        return record.toByteArray();
    }

    private static boolean isHole(byte[] chunk) {
        if (chunk.length < CHUNK) {
            return false;
        }
        for (byte each : chunk) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    /** Reads a record at an offset as {@link #read(InputStream, int)} does. */
    static byte[] read(RandomAccessFile file, long at, int length) throws IOException {
        file.seek(at);
        return read(Channels.newInputStream(file.getChannel()), length);
    }

    static int length(int word) {
        return word & ~MORE;
    }

    static boolean hasMore(int word) {
        return word < 0;
    }

    static int checksum(int word, byte[] record) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, word));
        crc.update(record, 0, record.length);
        return (int) crc.getValue();
    }
}
