package dev.plumbline.call;

import dev.plumbline.event.Mark;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who makes {@link Mark}s: HMAC-SHA256 under a key that never leaves it. A call carries its runtime's as a note. Immutable;
 * safe for any number of threads.
 */
public final class Marks {
    /** The note by which layers find the marks of their runtime; without it they show {@link Mark#NONE}. */
    public static final Key<Marks> KEY = Key.of("plumbline.marks", Marks.class);

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** Never used itself: a copy of it is much less work than to begin with the key. */
    private final Mac keyed;

    private Marks(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.keyed = fresh();
    }

    /**
     * Marks under that key; a copy of it is kept.
     *
     * @throws IllegalArgumentException for an empty one
     */
    public static Marks of(byte[] key) {
        return new Marks(key);
    }

    /** The mark of a name, an id or a fingerprint. */
    public Mark of(String text) {
        byte[] mac = copy().doFinal(text.getBytes(StandardCharsets.UTF_8));
        return new Mark(ByteBuffer.wrap(mac).getLong());
    }

    private Mac copy() {
        try {
            return (Mac) keyed.clone();
        } catch (CloneNotSupportedException e) {
            return fresh(); // the host brought a security provider of its own
        }
    }

    private Mac fresh() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** The mark of a text under the key that a call carries. */
    public static Mark of(AiCall call, String text) {
        return call.get(KEY).map(marks -> marks.of(text)).orElse(Mark.NONE);
    }

    @Override
    public String toString() {
        return "Marks";
    }
}
