package dev.plumbline.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The frame in which bytes are stored in a file: four bytes of magic and version, the length of the payload and a
 * CRC-32C of length and payload as big-endian numbers of four bytes, then the payload. A file may hold one frame or a
 * sequence of frames; a torn end begins where reading stops.
 */
final class CacheFileFrame {
    /** The length of the header before every payload. */
    static final int HEAD = 12;

    /** {@code PLB} and the version of the format. */
    private static final int MAGIC = 0x504C4201;

    private CacheFileFrame() {}

    /** Returns the frame of a payload. */
    static byte[] of(byte[] payload) {
        return ByteBuffer.allocate(HEAD + payload.length)
                .putInt(MAGIC)
                .putInt(payload.length)
                .putInt(checksum(payload, 0, payload.length))
                .put(payload)
                .array();
    }

    /** Returns the payload of a file that must be exactly one complete frame. */
    static Optional<byte[]> only(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        return next(bytes).filter(payload -> !bytes.hasRemaining());
    }

    /**
     * Returns the payload of the frame at the buffer's position, which moves after it. Empty, with an unchanged
     * position, at the end and for a frame that is torn, changed or of another format.
     */
    static Optional<byte[]> next(ByteBuffer bytes) {
        int start = bytes.position();
        if (bytes.remaining() < HEAD || bytes.getInt(start) != MAGIC) {
            return Optional.empty();
        }
        int length = bytes.getInt(start + 4);
        if (length < 0 || length > bytes.remaining() - HEAD) {
            return Optional.empty();
        }
        int from = bytes.arrayOffset() + start + HEAD;
        if (bytes.getInt(start + 8) != checksum(bytes.array(), from, length)) {
            return Optional.empty();
        }
        bytes.position(start + HEAD + length);
        return Optional.of(Arrays.copyOfRange(bytes.array(), from, from + length));
    }

    /** Returns the CRC-32C of the length of a payload and the payload. */
    static int checksum(byte[] payload, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, length));
        crc.update(payload, from, length);
        return (int) crc.getValue();
    }
}
