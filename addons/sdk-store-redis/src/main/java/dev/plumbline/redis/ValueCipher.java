package dev.plumbline.redis;

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
 * Encrypts values with AES-256 in GCM (NIST SP 800-38D): a nonce of 12 bytes, the cipher text, a tag of 16 bytes. The
 * name of the value is authenticated with it, so that a server cannot give one value for another. The key is read at
 * each use.
 *
 * @param key 32 bytes, one a character
 */
record ValueCipher(Secret key) {
    private static final int KEY = 32;
    private static final int NONCE = 12;
    private static final int TAG = 16;
    private static final String MARK = "plumbline.redis";

    /** Returns a text that differs between keys, and reveals nothing about the key. */
    String mark() {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secretKey());
            return HexFormat.of().formatHex(mac.doFinal(MARK.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    byte[] encrypt(byte[] value, String name) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, secretKey());
            cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
            byte[] text = cipher.doFinal(value);
            return ByteBuffer.allocate(NONCE + text.length)
                    .put(cipher.getIV())
                    .put(text)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no AES in GCM", e);
        }
    }

    /** Returns the value; empty if it was not encrypted with this key, or under another name. */
    Optional<byte[]> decrypt(byte[] encrypted, String name) {
        if (encrypted.length < NONCE + TAG) {
            return Optional.empty();
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, secretKey(), new GCMParameterSpec(TAG * Byte.SIZE, encrypted, 0, NONCE));
            cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
            return Optional.of(cipher.doFinal(encrypted, NONCE, encrypted.length - NONCE));
        } catch (GeneralSecurityException damaged) {
            return Optional.empty();
        }
    }

    private SecretKey secretKey() {
        char[] given = key.reveal();
        byte[] bytes = new byte[KEY];
        try {
            if (given.length != KEY) {
                throw wrongKey();
            }
            for (int i = 0; i < KEY; i++) {
                if (given[i] > 0xFF) {
                    throw wrongKey();
                }
                bytes[i] = (byte) given[i];
            }
            return new SecretKeySpec(bytes, "AES");
        } finally {
            Arrays.fill(given, '\0');
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private static IllegalStateException wrongKey() {
        return new IllegalStateException("the key of a store has 32 bytes, one a character");
    }

    @Override
    public String toString() {
        return "ValueCipher[hidden]";
    }
}
