package dev.plumbline.body.internal;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UnicodeValidator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A SHA-256 (FIPS 180-4) over typed, length-framed fields: the byte form that {@code docs/fingerprint.md} specifies.
 * Every field is one type byte, an eight-byte big-endian length and that many bytes, so no two field lists have the
 * same bytes. Reading the bytes ends a digest; {@link #begin} starts the next one in the same instance. Used by one
 * thread.
 */
public final class Digest {
    private static final int HEAD = 1 + Long.BYTES;

    private final MessageDigest sha;

    /** The head of a field, and its bytes if they are few: short fields are passed to SHA-256 in one piece. */
    private final byte[] field = new byte[64];

    public Digest() {
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns a digest whose first field is its domain, e.g. {@code plb1/call}. */
    public static Digest of(String domain) {
        return new Digest().begin(domain);
    }

    /** Starts a digest of that domain, replacing the one before it. */
    public Digest begin(String domain) {
        sha.reset();
        return text(domain);
    }

    /** Adds text as UTF-8 (type {@code T}). */
    public Digest text(String text) {
        byte[] bytes = UnicodeValidator.requireWellFormed(text, "text").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > field.length - HEAD) {
            return many('T', bytes);
        }
        System.arraycopy(bytes, 0, field, HEAD, bytes.length);
        return few('T', bytes.length);
    }

    /** Adds a JSON value in its canonical form (type {@code J}). */
    public Digest json(Json json) {
        return canonical(json.canonicalBytes());
    }

    /** Adds a JSON value whose {@linkplain Json#canonicalBytes() canonical form} is known (type {@code J}). */
    public Digest canonical(byte[] json) {
        return many('J', json);
    }

    /** Adds the 32 bytes of another digest (type {@code D}). */
    public Digest digest(byte[] other) {
        System.arraycopy(other, 0, field, HEAD, other.length);
        return few('D', other.length);
    }

    /** Adds a count or an ordinal (type {@code L}). */
    public Digest number(long number) {
        write(number, HEAD);
        return few('L', Long.BYTES);
    }

    /** Adds a field that has no value (type {@code N}). */
    public Digest absent() {
        return few('N', 0);
    }

    /** Returns the 32 bytes and ends the digest. */
    public byte[] bytes() {
        return sha.digest();
    }

    /** Returns the bytes as a fingerprint of this version and ends the digest. */
    public Fingerprint fingerprint() {
        return Fingerprint.of(bytes());
    }

    public Digest raw(byte[] bytes) {
        sha.update(bytes);
        return this;
    }

    /** Adds a field whose bytes are already in the buffer, after the head. */
    private Digest few(char type, int length) {
        head(type, length);
        sha.update(field, 0, HEAD + length);
        return this;
    }

    private Digest many(char type, byte[] bytes) {
        head(type, bytes.length);
        sha.update(field, 0, HEAD);
        sha.update(bytes);
        return this;
    }

    private void head(char type, int length) {
        field[0] = (byte) type;
        write(length, 1);
    }

    private void write(long number, int at) {
        for (int i = 0; i < Long.BYTES; i++) {
            field[at + i] = (byte) (number >>> (56 - 8 * i));
        }
    }
}
