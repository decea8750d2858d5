package dev.plumbline.body;

import java.nio.charset.StandardCharsets;

/**
 * A versioned SHA-256 over a specified byte form: {@code plb1:} and 64 hex digits. Equal content has equal
 * fingerprints, independent of key order, number spelling and builder order; {@code docs/fingerprint.md} specifies
 * every byte.
 *
 * @param text the version and the digest
 */
public record Fingerprint(String text) implements Comparable<Fingerprint> {
    private static final String VERSION = "plb1:";
    private static final int LENGTH = VERSION.length() + 64;
    private static final String DIGITS = "0123456789abcdef";

    public Fingerprint {
        if (!isFingerprint(text)) {
            throw new IllegalArgumentException("a fingerprint is plb1: and 64 lower-case hex digits");
        }
    }

    /**
     * Parses the form of {@link #text()}.
     *
     * @throws IllegalArgumentException for another version, length or spelling
     */
    public static Fingerprint parse(String text) {
        return new Fingerprint(text);
    }

    public static Fingerprint of(byte[] digest) {
        byte[] text = new byte[LENGTH];
        for (int i = 0; i < VERSION.length(); i++) {
            text[i] = (byte) VERSION.charAt(i);
        }
        for (int i = 0; i < digest.length; i++) {
            text[VERSION.length() + 2 * i] = (byte) DIGITS.charAt((digest[i] >> 4) & 0xF);
            text[VERSION.length() + 2 * i + 1] = (byte) DIGITS.charAt(digest[i] & 0xF);
        }
        return new Fingerprint(new String(text, StandardCharsets.ISO_8859_1));
    }

    /** Returns the version and eight digits, for tables; too short to be a key. */
    public String shortText() {
        return text.substring(0, VERSION.length() + 8);
    }

    private static boolean isFingerprint(String text) {
        if (text.length() != LENGTH || !text.startsWith(VERSION)) {
            return false;
        }
        for (int i = VERSION.length(); i < LENGTH; i++) {
            if (DIGITS.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
     * (0063).
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint fingerprint && text.equals(fingerprint.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public int compareTo(Fingerprint other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
