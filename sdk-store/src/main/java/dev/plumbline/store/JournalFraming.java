package dev.plumbline.store;

import java.nio.ByteBuffer;

/**
 * How records lie in a file: a header of eight bytes, then for each record its length and the CRC-32C of length and
 * record, four bytes each and big-endian, and the record.
 */
final class JournalFraming {
    static final int HEADER = 8;
    static final int FRAME = 8;

    /** No record is longer; a length beyond it is a broken one. */
    static final int LONGEST = 256 << 20;

    private static final int MAGIC = 0x504C424A; // PLBJ
    private static final int VERSION = 1;

    private JournalFraming() {}

    static byte[] header(boolean sealed) {
        return ByteBuffer.allocate(HEADER)
                .putInt(MAGIC)
                .putShort((short) VERSION)
                .putShort((short) (sealed ? 1 : 0))
                .array();
    }

    /** What is wrong with a header; empty when it is the one of a file that can be read. */
    static String fault(byte[] header, boolean sealed) {
        ByteBuffer read = ByteBuffer.wrap(header);
        if (read.getInt() != MAGIC) {
            return "it is no journal";
        }
        int version = read.getShort();
        if (version != VERSION) {
            return "its format is version " + version + ", and this program reads version " + VERSION;
        }
        boolean isSealed = read.getShort() == 1;
        if (isSealed != sealed) {
            return isSealed
                    ? "it is encrypted: open the store with its key"
                    : "it is not encrypted: open without a key";
        }
        return "";
    }

    static byte[] frame(byte[] record) {
        return ByteBuffer.allocate(FRAME + record.length)
                .putInt(record.length)
                .putInt(CacheFileFrame.checksum(record, 0, record.length))
                .put(record)
                .array();
    }
}
