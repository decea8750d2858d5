package dev.plumbline.body;

import java.util.regex.Pattern;

/**
 * A versioned SHA-256 over a specified byte form: {@code plb1:} and 64 hex digits. Equal content has equal fingerprints
 * whatever the key order, number spelling or builder path; {@code docs/fingerprint.md} fixes every byte.
 *
 * @param text the version and the digest
 */
public record Fingerprint(String text) implements Comparable<Fingerprint> {
    static final String VERSION = "plb1:";
    private static final Pattern FORM = Pattern.compile("plb1:[0-9a-f]{64}");

    public Fingerprint {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("a fingerprint is plb1: and 64 lower-case hex digits");
        }
    }

    /**
     * Reads what {@link #text()} wrote.
     *
     * @throws IllegalArgumentException for another version, length or spelling
     */
    public static Fingerprint parse(String text) {
        return new Fingerprint(text);
    }

    /** The version and eight digits, for tables; too short to be a key. */
    public String shortText() {
        return text.substring(0, VERSION.length() + 8);
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
