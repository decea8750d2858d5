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

    private Marks(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
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
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return new Mark(ByteBuffer.wrap(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)))
                    .getLong());
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
