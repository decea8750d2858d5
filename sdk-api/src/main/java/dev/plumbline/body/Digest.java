package dev.plumbline.body;

import dev.plumbline.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A SHA-256 (FIPS 180-4) over typed, length-framed fields: the byte form that {@code docs/fingerprint.md} fixes. Every
 * field is one type byte, an eight-byte big-endian length and that many bytes, so no two field lists share a byte
 * string. Taking the bytes ends a digest; {@link #begin} starts the next one on the same machine. Used by one thread.
 */
public final class Digest {
    private static final byte[] NOTHING = {};

    private final MessageDigest sha;
    private final byte[] frame = new byte[1 + Long.BYTES];
    private final byte[] eight = new byte[Long.BYTES];

    Digest() {
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** A digest whose first field is its domain, e.g. {@code plb1/call}. */
    public static Digest of(String domain) {
        return new Digest().begin(domain);
    }

    /** Starts a digest of that domain, in place of the one before it. */
    public Digest begin(String domain) {
        sha.reset();
        return text(domain);
    }

    /** Adds text as UTF-8 (type {@code T}). */
    public Digest text(String text) {
        return field('T', text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a JSON value in its canonical form (type {@code J}). */
    public Digest json(Json json) {
        return field('J', json.canonicalBytes());
    }

    /** Adds the 32 bytes of another digest (type {@code D}). */
    public Digest digest(byte[] other) {
        return field('D', other);
    }

    /** Adds a count or an ordinal (type {@code L}). */
    public Digest number(long number) {
        write(number, eight, 0);
        return field('L', eight);
    }

    /** Adds the mark of a field that has no value (type {@code N}). */
    public Digest absent() {
        return field('N', NOTHING);
    }

    /** The 32 bytes. */
    public byte[] bytes() {
        return sha.digest();
    }

    /** The bytes as a fingerprint of this version. */
    public Fingerprint fingerprint() {
        return Fingerprint.of(bytes());
    }

    Digest raw(byte[] bytes) {
        sha.update(bytes);
        return this;
    }

    private Digest field(char type, byte[] bytes) {
        frame[0] = (byte) type;
        write(bytes.length, frame, 1);
        sha.update(frame);
        sha.update(bytes);
        return this;
    }

    private static void write(long number, byte[] into, int at) {
        for (int i = 0; i < Long.BYTES; i++) {
            into[at + i] = (byte) (number >>> (56 - 8 * i));
        }
    }
}
