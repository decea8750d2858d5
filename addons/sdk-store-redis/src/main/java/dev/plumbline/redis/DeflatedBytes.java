package dev.plumbline.redis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses bytes with DEFLATE (RFC 1951), as fast as the JDK can. */
final class DeflatedBytes {
    private static final int BUFFER = 8192;

    private DeflatedBytes() {}

    /** Returns the length of the bytes, four bytes, and then what they are compressed to. */
    static byte[] deflate(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2);
            out.writeBytes(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            byte[] buffer = new byte[BUFFER];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** Returns the bytes; empty if they are damaged, or would be more than that. */
    static Optional<byte[]> inflate(ByteBuffer deflated, int most) {
        int length = deflated.remaining() < Integer.BYTES ? -1 : deflated.getInt();
        if (length < 0 || length > most) {
            return Optional.empty();
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(deflated);
            byte[] bytes = new byte[length];
            return inflater.inflate(bytes) == length ? Optional.of(bytes) : Optional.empty();
        } catch (DataFormatException damaged) {
            return Optional.empty();
        } finally {
            inflater.end();
        }
    }
}
