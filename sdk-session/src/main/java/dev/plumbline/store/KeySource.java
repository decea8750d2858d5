package dev.plumbline.store;

import dev.plumbline.provider.Secret;
import java.util.Arrays;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Supplies the AES key of a store at each use. */
@FunctionalInterface
interface KeySource {
    /** The length of an AES-256 key in bytes. */
    int BYTES = 32;

    /**
     * Returns the key.
     *
     * @throws IllegalStateException if the secret of the host is not a valid key
     */
    SecretKey key();

    /** Returns the source of a key whose 32 bytes are the characters of the secret. */
    static KeySource ofBytes(Secret secret) {
        return () -> {
            char[] given = secret.reveal();
            byte[] bytes = new byte[given.length];
            try {
                for (int i = 0; i < given.length; i++) {
                    requireByte(given[i]);
                    bytes[i] = (byte) given[i];
                }
                return key(bytes);
            } finally {
                Arrays.fill(given, '\0');
                Arrays.fill(bytes, (byte) 0);
            }
        };
    }

    private static void requireByte(char given) {
        if (given > 0xFF) {
            throw new IllegalStateException("the key of a store has 32 bytes, one a character, and a character of this"
                    + " one is no byte; a pass phrase has a method of its own");
        }
    }

    /** Returns a key of these bytes, which are copied. */
    static SecretKey key(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalStateException("the key of a store has 32 bytes, one a character, not " + bytes.length
                    + "; a pass phrase has a method of its own");
        }
        return new SecretKeySpec(bytes, "AES");
    }
}
