package dev.plumbline.redis;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses bytes with DEFLATE (RFC 1951), as fast as the JDK can. */
final class DeflatedBytes {
    private static final int BUFFER = 8192;

    private DeflatedBytes() {}

    static byte[] deflate(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2);
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
    static Optional<byte[]> inflate(byte[] deflated, int most) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(deflated);
            ByteArrayOutputStream out = new ByteArrayOutputStream(Math.min(most, deflated.length * 4));
            byte[] buffer = new byte[BUFFER];
            while (!inflater.finished()) {
                int some = inflater.inflate(buffer);
                if (some == 0 || out.size() + some > most) {
                    return Optional.empty();
                }
                out.write(buffer, 0, some);
            }
            return Optional.of(out.toByteArray());
        } catch (DataFormatException damaged) {
            return Optional.empty();
        } finally {
            inflater.end();
        }
    }
}
