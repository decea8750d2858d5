package dev.plumbline.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-GCM, NIST SP 800-38D, with a random nonce of 96 bits before each record. The place of a record is authenticated
 * with it, so records cannot be moved or left out unseen.
 */
final class AesRecordSeal implements RecordSeal {
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    /** How much longer a sealed record is. */
    static final int OVERHEAD = NONCE + TAG_BITS / 8;

    private final SecureRandom random = new SecureRandom();
    private final SecretKey key;

    AesRecordSeal(SecretKey key) {
        this.key = key;
        if (!key.getAlgorithm().equals("AES")) {
            throw new IllegalArgumentException("a journal is sealed with an AES key");
        }
    }

    @Override
    public boolean seals() {
        return true;
    }

    @Override
    public byte[] seal(byte[] record, long place) throws IOException {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] sealed = run(Cipher.ENCRYPT_MODE, nonce, record, place);
        return ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array();
    }

    @Override
    public byte[] open(byte[] sealed, long place) throws IOException {
        byte[] nonce = Arrays.copyOf(sealed, NONCE);
        return run(
                Cipher.DECRYPT_MODE, nonce, Arrays.copyOfRange(sealed, NONCE, Math.max(NONCE, sealed.length)), place);
    }

    private byte[] run(int mode, byte[] nonce, byte[] input, long place) throws IOException {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(ByteBuffer.allocate(Long.BYTES).putLong(place).array());
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IOException("a record cannot be opened: was it sealed with another key?", e);
        }
    }
}
