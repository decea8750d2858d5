package dev.plumbline.call.internal;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.CallIds.HashedId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * Makes {@link HashedId}s with HMAC-SHA256 under a private key. A call carries its runtime's instance as an attribute.
 * Immutable; thread-safe.
 */
public final class IdHasher {
    /** The attribute in which policies find the hasher of their runtime; without it they use {@link HashedId#NONE}. */
    public static final TypedKey<IdHasher> KEY = TypedKey.of("plumbline.marks", IdHasher.class);

    private static final int BLOCK = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    /**
     * The inner keyed state of RFC 2104; it is copied and never used itself, because a copy is much less work than to
     * begin with the key. {@code javax.crypto.Mac} would load every security provider of the JDK for the first call of
     * a process.
     */
    private final MessageDigest inner;

    private final MessageDigest outer;
    private final byte[] key;

    private IdHasher(byte[] given) {
        key = given.length > BLOCK ? sha256().digest(given) : given.clone();
        inner = keyed(INNER);
        outer = keyed(OUTER);
    }

    /**
     * Creates an instance with that key; it stores a copy.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public static IdHasher of(byte[] key) {
        if (key.length == 0) {
            throw new IllegalArgumentException("a key has at least 1 byte");
        }
        return new IdHasher(key);
    }

    /** Returns the hashed form of a name, an id or a fingerprint. */
    public HashedId of(String text) {
        return new HashedId(
                ByteBuffer.wrap(hmac(text.getBytes(StandardCharsets.UTF_8))).getLong());
    }

    byte[] hmac(byte[] message) {
        return copy(outer, OUTER).digest(copy(inner, INNER).digest(message));
    }

    private MessageDigest copy(MessageDigest keyed, byte pad) {
        try {
            return (MessageDigest) keyed.clone();
        } catch (CloneNotSupportedException e) {
            return keyed(pad); // a security provider of the host has digests without clone()
        }
    }

    private MessageDigest keyed(byte pad) {
        byte[] block = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            block[i] = (byte) (i < key.length ? key[i] ^ pad : pad);
        }
        MessageDigest sha256 = sha256();
        sha256.update(block);
        return sha256;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the hashed form of a text under the key that a call carries. */
    public static HashedId of(AiCall call, String text) {
        Optional<IdHasher> marks = call.attribute(KEY);
        return marks.isPresent() ? marks.get().of(text) : HashedId.NONE;
    }

    @Override
    public String toString() {
        return "IdHasher";
    }
}
