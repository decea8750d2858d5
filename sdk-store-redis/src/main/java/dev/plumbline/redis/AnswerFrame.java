package dev.plumbline.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
    private static final int SMALL = 8192;

    private AnswerFrame() {}

    /** Returns the frame of an answer, compressed and encrypted. */
    static byte[] of(byte[] answer, List<String> indexes, String name, Optional<ValueCipher> cipher) {
        byte[] head = String.join(" ", indexes).getBytes(StandardCharsets.US_ASCII);
        byte[] deflated = answer.length < SMALL ? answer : DeflatedBytes.deflate(answer);
        boolean saves = deflated.length < answer.length;
        byte[] packed = saves ? deflated : answer;
        byte[] payload = cipher.map(given -> given.encrypt(packed, name)).orElse(packed);
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

    /** Returns the answer in a frame; empty if it is damaged, too large, or was not encrypted with that key. */
    static Optional<byte[]> answer(byte[] frame, String name, Optional<ValueCipher> cipher) {
        int at = HEAD + head(frame);
        if (at < HEAD || at + 1 + Integer.BYTES > frame.length || frame.length > LARGEST) {
            return Optional.empty();
        }
        byte[] payload = Arrays.copyOfRange(frame, at + 1 + Integer.BYTES, frame.length);
        if (ByteBuffer.wrap(frame).getInt(at + 1) != checksum(frame, at + 1, payload)) {
            return Optional.empty();
        }
        Optional<byte[]> packed = cipher.isPresent() ? cipher.get().decrypt(payload, name) : Optional.of(payload);
        return frame[at] == DEFLATED ? packed.flatMap(bytes -> DeflatedBytes.inflate(bytes, LARGEST)) : packed;
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
