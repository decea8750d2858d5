package dev.plumbline.postgresql;

import dev.plumbline.internal.PayloadCipher;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * Converts payloads to stored bytes and back: one byte that says whether the rest is encrypted, and the payload as the
 * cipher leaves it.
 *
 * @param cipher encrypts them, or leaves them as they are
 */
record PayloadCodec(PayloadCipher cipher) {
    static final PayloadCodec PLAIN = new PayloadCodec(PayloadCipher.NONE);

    /** Separates digests from all else that is made with the key. */
    private static final String DIGEST = "plumbline.postgresql.digest.1\0";

    /** Returns the SHA-256 of a payload, or with a key its HMAC, which says nothing to who does not have the key. */
    byte[] digest(byte[] payload) {
        return cipher.digest(DIGEST, payload).orElseGet(() -> sha256(payload));
    }

    private static byte[] sha256(byte[] payload) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(payload);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the byte of all payloads with this cipher. */
    byte mark() {
        return (byte) (cipher.isEncrypting() ? 1 : 0);
    }

    byte[] encode(byte[] payload, byte[] context) {
        byte[] closed = cipher.close(payload, context);
        return ByteBuffer.allocate(1 + closed.length).put(mark()).put(closed).array();
    }

    /** Returns a payload; empty if this cipher did not encrypt it, or with another context. */
    Optional<byte[]> decode(byte[] stored, byte[] context) {
        return stored.length > 0 && stored[0] == mark() ? cipher.open(stored, 1, context) : Optional.empty();
    }
}
