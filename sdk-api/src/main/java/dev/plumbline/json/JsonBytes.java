package dev.plumbline.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing piece of JSON text in UTF-8, or only its length. Strings are escaped as RFC 8785 says. Not thread-safe. */
final class JsonBytes {
    private static final String HEX = "0123456789abcdef";

    private final boolean counts;
    private byte[] bytes;
    private int size;
    private long dropped;

    JsonBytes(int expected) {
        this(expected, false);
    }

    private JsonBytes(int expected, boolean counts) {
        this.bytes = new byte[expected];
        this.counts = counts;
    }

    /** One that forgets what it is given and knows only how much it was. */
    static JsonBytes counting() {
        return new JsonBytes(64, true);
    }

    /** How much there was, forgotten bytes included. */
    long length() {
        return dropped + size;
    }

    int size() {
        return size;
    }

    void raw(char ascii) {
        ensure(1);
        bytes[size++] = (byte) ascii;
    }

    void ascii(String text) {
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
    }

    void bytes(byte[] more) {
        ensure(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }

    /** Takes back what was written after a size. */
    void truncate(int to) {
        size = to;
    }

    /** A string with its quotes; JsonException for half a surrogate pair. */
    void quoted(String text) {
        ensure(text.length() + 2);
        bytes[size++] = '"';
        int plain = plainPrefix(text);
        for (int i = plain; i < text.length(); i++) {
            i += character(text, i);
        }
        raw('"');
    }

    private int plainPrefix(String text) {
        byte[] to = bytes;
        int at = size;
        int i = 0;
        while (i < text.length() && isPlain(text.charAt(i))) {
            to[at++] = (byte) text.charAt(i++);
        }
        size = at;
        return i;
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
    }

    /** Appends the character at a position and answers how many chars it took beyond the first. */
    private int character(String text, int i) {
        char c = text.charAt(i);
        ensure(6);
        if (isPlain(c)) {
            bytes[size++] = (byte) c;
        } else if (c < 0x80) {
            escape(c);
        } else if (c < 0x800) {
            bytes[size++] = (byte) (0xC0 | c >> 6);
            tail(c, 0);
        } else if (!Character.isSurrogate(c)) {
            bytes[size++] = (byte) (0xE0 | c >> 12);
            tail(c, 6);
            tail(c, 0);
        } else {
            supplementary(text.codePointAt(i));
            return 1;
        }
        return 0;
    }

    private void supplementary(int codePoint) {
        if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
            throw new JsonException("", Unicode.LONE_SURROGATE);
        }
        bytes[size++] = (byte) (0xF0 | codePoint >> 18);
        tail(codePoint, 12);
        tail(codePoint, 6);
        tail(codePoint, 0);
    }

    private void tail(int codePoint, int shift) {
        bytes[size++] = (byte) (0x80 | ((codePoint >> shift) & 0x3F));
    }

    private void escape(char c) {
        bytes[size++] = '\\';
        switch (c) {
            case '"', '\\' -> bytes[size++] = (byte) c;
            case '\b' -> bytes[size++] = 'b';
            case '\t' -> bytes[size++] = 't';
            case '\n' -> bytes[size++] = 'n';
            case '\f' -> bytes[size++] = 'f';
            case '\r' -> bytes[size++] = 'r';
            default -> {
                ascii("u00");
                raw(HEX.charAt(c >> 4));
                raw(HEX.charAt(c & 15));
            }
        }
    }

    private void ensure(int more) {
        if (counts && bytes.length - size < more) {
            dropped += size;
            size = 0;
        }
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, (int)
                    Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    String toText() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }
}
