package dev.plumbline.body;

import dev.plumbline.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A SHA-256 (FIPS 180-4) over typed, length-framed fields: the byte form that {@code docs/fingerprint.md} fixes. Every
 * field is one type byte, an eight-byte big-endian length and that many bytes, so no two field lists share a byte
 * string. Used once, by one thread.
 */
public final class Digest {
    private final MessageDigest sha;
    private final byte[] head = new byte[9];

    Digest() {
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private Digest(String tag) {
        this();
        text(tag);
    }

    /** A digest whose first field is its domain, e.g. {@code plb1/call}. */
    public static Digest of(String tag) {
        return new Digest(tag);
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
        return field('L', ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    /** Adds the mark of a field that has no value (type {@code N}). */
    public Digest absent() {
        return field('N', new byte[0]);
    }

    /** The 32 bytes; the digest is used up. */
    public byte[] bytes() {
        return sha.digest();
    }

    /** The bytes as a fingerprint of this version; the digest is used up. */
    public Fingerprint fingerprint() {
        return new Fingerprint(Fingerprint.VERSION + HexFormat.of().formatHex(bytes()));
    }

    Digest update(byte[] raw) {
        sha.update(raw);
        return this;
    }

    private Digest field(char type, byte[] bytes) {
        head[0] = (byte) type;
        long length = bytes.length;
        for (int i = 8; i > 0; i--) {
            head[i] = (byte) length;
            length >>>= 8;
        }
        sha.update(head);
        sha.update(bytes);
        return this;
    }
}
