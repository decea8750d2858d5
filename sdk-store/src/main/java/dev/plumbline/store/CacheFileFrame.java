package dev.plumbline.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A framed record, the one form in which bytes are stored in a file: four bytes of magic and version, the length of the
 * payload and a CRC-32C of length and payload as big-endian numbers of four bytes, then the payload. A file may hold one
 * frame or many after each other; where reading stops is where a torn tail begins.
 */
final class CacheFileFrame {
    /** The length of the header before every payload. */
    static final int HEAD = 12;

    /** {@code PLB} and the version of the form. */
    private static final int MAGIC = 0x504C4201;

    private CacheFileFrame() {}

    /** The frame of a payload. */
    static byte[] of(byte[] payload) {
        return ByteBuffer.allocate(HEAD + payload.length)
                .putInt(MAGIC)
                .putInt(payload.length)
                .putInt(checksum(payload, 0, payload.length))
                .put(payload)
                .array();
    }

    /** The payload of a file that must be one whole frame and nothing else. */
    static Optional<byte[]> only(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        return next(bytes).filter(payload -> !bytes.hasRemaining());
    }

    /**
     * The payload of the frame at the buffer's position, which moves after it. Empty, and the position stays, at the end
     * and for what is torn, changed or not of this form.
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

    /** The CRC-32C of the length of a payload and the payload. */
    static int checksum(byte[] payload, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, length));
        crc.update(payload, from, length);
        return (int) crc.getValue();
    }
}
