package dev.plumbline.postgresql;

import dev.plumbline.provider.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts payloads with AES-256 in GCM (NIST SP 800-38D), or leaves them as they are. A stored payload begins with a
 * byte that says which. The context of a payload is authenticated with it. The key is read at each use.
 *
 * @param key 32 bytes, one a character; empty for no encryption
 */
record PayloadCipher(Optional<Secret> key) {
    private static final int KEY = 32;
    private static final int NONCE = 12;
    private static final int TAG = 16;
    private static final byte PLAIN = 0;
    private static final byte ENCRYPTED = 1;

    /** Separates digests from all else that is made with the key. */
    private static final String DIGEST = "plumbline.postgresql.digest.1\0";

    static PayloadCipher none() {
        return new PayloadCipher(Optional.empty());
    }

    /** Returns the SHA-256 of a payload, or with a key its HMAC, which says nothing to who does not have the key. */
    byte[] digest(byte[] payload) {
        try {
            if (key.isEmpty()) {
                return MessageDigest.getInstance("SHA-256").digest(payload);
            }
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(aes(key.get()));
            mac.update(DIGEST.getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(payload);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    byte[] close(byte[] payload, byte[] context) {
        if (key.isEmpty()) {
            return ByteBuffer.allocate(1 + payload.length)
                    .put(PLAIN)
                    .put(payload)
                    .array();
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, aes(key.get()));
            byte[] nonce = cipher.getIV();
            cipher.updateAAD(context);
            byte[] text = cipher.doFinal(payload);
            return ByteBuffer.allocate(1 + nonce.length + text.length)
                    .put(ENCRYPTED)
                    .put(nonce)
                    .put(text)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no AES in GCM", e);
        }
    }

    /** Decrypts a payload; empty if this cipher did not encrypt it, or with another context. */
    Optional<byte[]> open(byte[] stored, byte[] context) {
        if (stored.length > 0 && stored[0] == PLAIN && key.isEmpty()) {
            return Optional.of(Arrays.copyOfRange(stored, 1, stored.length));
        }
        if (stored.length < 1 + NONCE + TAG || stored[0] != ENCRYPTED || key.isEmpty()) {
            return Optional.empty();
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, aes(key.get()), new GCMParameterSpec(TAG * Byte.SIZE, stored, 1, NONCE));
            cipher.updateAAD(context);
            return Optional.of(cipher.doFinal(stored, 1 + NONCE, stored.length - 1 - NONCE));
        } catch (GeneralSecurityException closedWithAnotherKey) {
            return Optional.empty();
        }
    }

    private static SecretKeySpec aes(Secret secret) {
        char[] given = secret.reveal();
        byte[] bytes = new byte[given.length];
        try {
            boolean isBytes = given.length == KEY;
            for (int i = 0; i < given.length; i++) {
                isBytes &= given[i] <= 0xFF;
                bytes[i] = (byte) given[i];
            }
            if (!isBytes) {
                throw new IllegalStateException("the key of a store has 32 bytes, one a character");
            }
            return new SecretKeySpec(bytes, "AES");
        } finally {
            Arrays.fill(given, '\0');
            Arrays.fill(bytes, (byte) 0);
        }
    }

    @Override
    public String toString() {
        return "PayloadCipher[hidden]";
    }
}
