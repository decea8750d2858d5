package dev.plumbline.redis;

import dev.plumbline.internal.PayloadCipher;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The frame of a value: {@code plb1}, the length of the head as six hexadecimal digits, the head with the names of the
 * indexes, which scripts read, one byte that says what was done with the payload, a CRC-32C of all the rest, and the
 * payload.
 */
final class AnswerFrame {
    /** The size in bytes above which an answer is neither stored nor read. */
    static final int LARGEST = 16 << 20;

    /** {@code plb1}. */
    private static final int MAGIC = 0x706C6231;

    private static final int HEAD = 10;
    private static final byte DEFLATED = 1;

    /** Below that number of bytes, a hit would take longer by a third, and an answer is some packets anyway. */
    static final int SMALL = 8192;

    /**
     * What is done with an answer before it is stored.
     *
     * @param compressFrom the smallest size in bytes that is compressed
     * @param cipher encrypts it with its name, or leaves it as it is
     */
    record Packing(int compressFrom, PayloadCipher cipher) {}

    private AnswerFrame() {}

    /** Returns the frame of an answer, compressed and encrypted. */
    static byte[] of(byte[] answer, List<String> indexes, String name, Packing packing) {
        byte[] head = String.join(" ", indexes).getBytes(StandardCharsets.US_ASCII);
        byte[] deflated = answer.length < packing.compressFrom() ? answer : DeflatedBytes.deflate(answer);
        boolean saves = deflated.length < answer.length;
        byte[] packed = saves ? deflated : answer;
        byte[] payload = packing.cipher().close(packed, name.getBytes(StandardCharsets.UTF_8));
        ByteBuffer frame = ByteBuffer.allocate(HEAD + head.length + 1 + Integer.BYTES + payload.length)
                .putInt(MAGIC)
                .put(String.format("%06x", head.length).getBytes(StandardCharsets.US_ASCII))
                .put(head)
                .put(saves ? DEFLATED : 0);
        int start = frame.position();
        return frame.putInt(checksum(frame.array(), start, payload))
                .put(payload)
                .array();
    }

    private static int checksum(byte[] frame, int length, byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(frame, 0, length);
        crc.update(payload);
        return (int) crc.getValue();
    }

    /**
     * Returns the answer in a frame, from its position to its limit; empty if it is damaged, too large, or was not
     * encrypted with that key. A hit waits for it, so nothing is copied that need not be.
     */
    static Optional<ByteBuffer> answer(byte[] frame, String name, PayloadCipher cipher) {
        int at = HEAD + head(frame);
        int from = at + 1 + Integer.BYTES;
        if (at < HEAD || from > frame.length || frame.length > LARGEST) {
            return Optional.empty();
        }
        CRC32C crc = new CRC32C();
        crc.update(frame, 0, at + 1);
        crc.update(frame, from, frame.length - from);
        if (ByteBuffer.wrap(frame).getInt(at + 1) != (int) crc.getValue()) {
            return Optional.empty();
        }
        Optional<ByteBuffer> packed = cipher.isEncrypting()
                ? cipher.open(frame, from, name.getBytes(StandardCharsets.UTF_8))
                        .map(ByteBuffer::wrap)
                : Optional.of(ByteBuffer.wrap(frame, from, frame.length - from));
        return frame[at] == DEFLATED
                ? packed.flatMap(bytes -> DeflatedBytes.inflate(bytes, LARGEST)).map(ByteBuffer::wrap)
                : packed;
    }

    /** Returns the length of the head; negative if the bytes are no frame. */
    private static int head(byte[] frame) {
        if (frame.length < HEAD || ByteBuffer.wrap(frame).getInt() != MAGIC) {
            return -HEAD - 1;
        }
        try {
            return Integer.parseInt(
                    new String(frame, Integer.BYTES, HEAD - Integer.BYTES, StandardCharsets.US_ASCII), 16);
        } catch (NumberFormatException damaged) {
            return -HEAD - 1;
        }
    }
}
