package dev.plumbline.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;

/**
 * A cipher with AES-256 in GCM (NIST SP 800-38D): a nonce of 12 bytes that the platform draws for each payload, the
 * cipher text, and a tag of 16 bytes. The payload's context is authenticated with it. The key is read at each use.
 */
record AesGcmCipher(KeySource source) implements PayloadCipher {
    static final int TAG = 16;

    private static final int NONCE = 12;
    private static final String MARK = "plumbline.store";

    @Override
    public String mark() {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(source.key());
            return HexFormat.of().formatHex(mac.doFinal(MARK.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    @Override
    public boolean isEncrypting() {
        return true;
    }

    @Override
    public byte[] close(byte[] payload, byte[] bound) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, source.key());
            byte[] nonce = cipher.getIV();
            cipher.updateAAD(bound);
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
    public Optional<byte[]> open(byte[] closed, byte[] bound) {
        if (closed.length < NONCE + TAG) {
            return Optional.empty();
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, source.key(), new GCMParameterSpec(TAG * Byte.SIZE, closed, 0, NONCE));
            cipher.updateAAD(bound);
            return Optional.of(cipher.doFinal(closed, NONCE, closed.length - NONCE));
        } catch (GeneralSecurityException closedUnderAnotherKey) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "AesGcmCipher[hidden]";
    }
}
