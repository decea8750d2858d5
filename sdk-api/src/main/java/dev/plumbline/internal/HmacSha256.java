package dev.plumbline.internal;

import java.security.GeneralSecurityException;
import java.security.Key;
import javax.crypto.Mac;

/** HMAC with SHA-256 (RFC 2104), which only who has the key can compute. */
public final class HmacSha256 {
    /** The name of the algorithm, for keys. */
    public static final String NAME = "HmacSHA256";

    private HmacSha256() {}

    /** Returns the 32 bytes for parts that follow each other. */
    public static byte[] of(Key key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(NAME);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + NAME, e);
        }
    }
}
