package dev.plumbline.store;

import dev.plumbline.provider.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256 in GCM (NIST SP 800-38D): a nonce of 12 bytes that the platform draws for each payload, the cipher text, a tag
 * of 16 bytes. The place of a payload is authenticated with it, so none can be moved or left out unseen. The key is asked for at each use and wiped.
 */
record AesGcmCipher(Secret key) implements PayloadCipher {
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY = 32;
    private static final String MARK = "plumbline.store";

    @Override
    public String mark() {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secretKey());
            return HexFormat.of().formatHex(mac.doFinal(MARK.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    @Override
    public int overhead() {
        return NONCE + TAG_BITS / 8;
    }

    @Override
    public byte[] close(byte[] payload, long place) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, secretKey());
            byte[] nonce = cipher.getIV();
            cipher.updateAAD(bytes(place));
            byte[] text = cipher.doFinal(payload);
            return ByteBuffer.allocate(nonce.length + text.length)
                    .put(nonce)
                    .put(text)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no AES in GCM", e);
        }
    }

    @Override
    public Optional<byte[]> open(byte[] closed, long place) {
        if (closed.length < NONCE) {
            return Optional.empty();
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, secretKey(), new GCMParameterSpec(TAG_BITS, closed, 0, NONCE));
            cipher.updateAAD(bytes(place));
            return Optional.of(cipher.doFinal(closed, NONCE, closed.length - NONCE));
        } catch (GeneralSecurityException closedUnderAnotherKey) {
            return Optional.empty();
        }
    }

    private static byte[] bytes(long place) {
        return ByteBuffer.allocate(Long.BYTES).putLong(place).array();
    }

    /** The key, one byte for each character, so that the bytes of a key store fit as they are. */
    private SecretKey secretKey() {
        char[] given = key.reveal();
        byte[] bytes = new byte[given.length];
        try {
            for (int i = 0; i < given.length; i++) {
                bytes[i] = (byte) given[i];
            }
            return secretKey(bytes);
        } finally {
            Arrays.fill(given, '\0');
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private static SecretKey secretKey(byte[] bytes) {
        if (bytes.length != KEY) {
            throw new IllegalStateException("the key of a store has 32 bytes, one a character; hand in one that does");
        }
        return new SecretKeySpec(bytes, "AES");
    }

    @Override
    public String toString() {
        return "AesGcmCipher[hidden]";
    }
}
