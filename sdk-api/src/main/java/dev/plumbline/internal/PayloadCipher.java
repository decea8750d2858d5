package dev.plumbline.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts what stores write with AES-256 in GCM (NIST SP 800-38D), or leaves it unchanged. An encrypted payload is a nonce
 * of 12 bytes that the platform draws for each, the cipher text, and a tag of 16 bytes. The context of a payload is
 * authenticated with it. The key is read at each use. Thread-safe if the source of its key is.
 */
public final class PayloadCipher {
    /** Leaves payloads unchanged. */
    public static final PayloadCipher NONE = new PayloadCipher(null);

    /** The length in bytes of the tag at the end of an encrypted payload. */
    public static final int TAG = 16;

    private static final int KEY = 32;
    private static final int NONCE = 12;
    private static final String PASS_PHRASE =
            "; a pass phrase is not a key, and stores in files have a method of their own for one";
    private static final String ALGORITHM = "AES/GCM/NoPadding";

    private final @Nullable Supplier<SecretKey> key;

    private PayloadCipher(@Nullable Supplier<SecretKey> key) {
        this.key = key;
    }

    /** Returns a cipher with the keys of that source, which {@link #key} has made. */
    public static PayloadCipher of(Supplier<SecretKey> source) {
        return new PayloadCipher(source);
    }

    /**
     * Returns a cipher with a key of 32 bytes, one a character; the arrays of the source are wiped.
     *
     * @throws IllegalArgumentException if the key is another one now, before anything is encrypted with it
     */
    public static PayloadCipher ofCharacters(Supplier<char[]> source) {
        var unused = key(source);
        return new PayloadCipher(() -> key(source));
    }

    private static SecretKey key(Supplier<char[]> source) {
        char[] given = source.get();
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
    }

    private static void requireByte(char given) {
        if (given > 0xFF) {
            throw new IllegalArgumentException(
                    "the key of a store has 32 bytes, one a character, and a character of this one is no byte"
                            + PASS_PHRASE);
        }
    }

    /**
     * Returns a key of these bytes, which are copied.
     *
     * @throws IllegalArgumentException if they are not 32
     */
    public static SecretKey key(byte[] bytes) {
        if (bytes.length != KEY) {
            throw new IllegalArgumentException(
                    "the key of a store has 32 bytes, one a character, not " + bytes.length + PASS_PHRASE);
        }
        return new SecretKeySpec(bytes, "AES");
    }

    /** Returns whether it encrypts. */
    public boolean isEncrypting() {
        return key != null;
    }

    /**
     * Returns a text that differs between keys and reveals nothing about them; empty without a key.
     *
     * @param purpose separates it from all else that is made with the key
     */
    public String mark(String purpose) {
        return key == null
                ? ""
                : HexFormat.of().formatHex(HmacSha256.of(key.get(), purpose.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Returns the HMAC of a payload with the key; empty without a key.
     *
     * @param purpose separates it from all else that is made with the key
     */
    public Optional<byte[]> digest(String purpose, byte[] payload) {
        return key == null
                ? Optional.empty()
                : Optional.of(HmacSha256.of(key.get(), purpose.getBytes(StandardCharsets.UTF_8), payload));
    }

    /**
     * Returns an encrypted payload; without a key, the payload itself.
     *
     * @param context must be the same when it is opened
     */
    public byte[] close(byte[] payload, byte[] context) {
        if (key == null) {
            return payload;
        }
        try {
            Cipher cipher = Cipher.getInstance(ALGORITHM);
            cipher.init(Cipher.ENCRYPT_MODE, key.get());
            cipher.updateAAD(context);
            byte[] text = cipher.doFinal(payload);
            return ByteBuffer.allocate(NONCE + text.length)
                    .put(cipher.getIV())
                    .put(text)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no AES in GCM", e);
        }
    }

    /**
     * Returns the payload of stored bytes; empty if this key did not encrypt them, or with another context. Without a key,
     * they are the payload themselves.
     */
    public Optional<byte[]> open(byte[] closed, byte[] context) {
        return key == null ? Optional.of(closed) : open(closed, 0, context);
    }

    /** Returns the payload of stored bytes from an index on, as {@link #open(byte[], byte[])}. */
    public Optional<byte[]> open(byte[] stored, int from, byte[] context) {
        if (key == null) {
            return Optional.of(Arrays.copyOfRange(stored, from, stored.length));
        }
        if (stored.length - from < NONCE + TAG) {
            return Optional.empty();
        }
        try {
            Cipher cipher = Cipher.getInstance(ALGORITHM);
            cipher.init(Cipher.DECRYPT_MODE, key.get(), new GCMParameterSpec(TAG * Byte.SIZE, stored, from, NONCE));
            cipher.updateAAD(context);
            return Optional.of(cipher.doFinal(stored, from + NONCE, stored.length - from - NONCE));
        } catch (GeneralSecurityException closedWithAnotherKey) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "PayloadCipher[" + (key == null ? "none" : "hidden") + "]";
    }
}
