package dev.plumbline.json.internal;

import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer of JSON text in UTF-8, or only of its length. Strings are escaped by RFC 8785. Not thread-safe. */
public final class JsonBuffer {
    private static final String HEX = "0123456789abcdef";

    /** Stands for no character before or after a string. */
    static final char NOTHING = 0;

    /** The length of a string's quotes and of one character before and one after them. */
    private static final int FRAME = 4;

    /** The maximum number of bytes of one char, as an escape. */
    private static final int LONGEST = 6;

    private static final int ASCII = 0x80;

    /** The length from which a piece is not copied twice. */
    private static final int LARGE = 4 << 10;

    private static final byte[] NONE = new byte[0];

    /** The character after the backslash of an ASCII character that has to be escaped; 0 for all others. */
    private static final byte[] ESCAPES = escapes();

    private final boolean counts;
    private byte[] bytes;
    private int size;
    private long dropped;

    /** A large piece that was given as bytes; copied once, when the text is read. */
    private byte[] piece = NONE;

    private int pieceFrom;
    private int pieceLength;
    private int pieceAt;

    public JsonBuffer(int expected) {
        this.bytes = new byte[expected];
        this.counts = false;
    }

    private JsonBuffer(int expected, boolean counts) {
        this.bytes = new byte[expected];
        this.counts = counts;
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[ASCII];
        Arrays.fill(escapes, 0, ' ', (byte) 'u');
        escapes['\b'] = 'b';
        escapes['\t'] = 't';
        escapes['\n'] = 'n';
        escapes['\f'] = 'f';
        escapes['\r'] = 'r';
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        return escapes;
    }

    /** Returns a buffer that counts the bytes and does not keep them. */
    public static JsonBuffer counting() {
        return new JsonBuffer(16, true);
    }

    /** Returns the length in bytes, including bytes that were not kept. */
    public long length() {
        return dropped + size;
    }

    int size() {
        return size + pieceLength;
    }

    void raw(char ascii) {
        if (size == bytes.length) {
            ensure(1);
        }
        bytes[size++] = (byte) ascii;
    }

    @SuppressWarnings("deprecation") // copies ASCII in one step
    void ascii(String text) {
        int length = text.length();
        if (bytes.length - size < length) {
            ensure(length);
        }
        text.getBytes(0, length, bytes, size);
        size += length;
    }

    void bytes(byte[] more, int from, int to) {
        if (to - from >= LARGE && piece.length == 0) {
            piece = more;
            pieceFrom = from;
            pieceLength = to - from;
            pieceAt = size;
            return;
        }
        ensure(to - from);
        System.arraycopy(more, from, bytes, size, to - from);
        size += to - from;
    }

    /**
     * Writes a string with its quotes, between two ASCII characters or {@link #NOTHING}; throws a JsonException for
     * half a surrogate pair and then writes nothing.
     */
    void quoted(char before, String text, char after) {
        int length = text.length();
        if (bytes.length - size < length + FRAME) {
            ensure(length + FRAME);
        }
        byte[] to = bytes;
        int at = size;
        if (before != NOTHING) {
            to[at++] = (byte) before;
        }
        to[at++] = '"';
        int i = 0;
        char c;
        while (i < length && (c = text.charAt(i)) >= ' ' && c < ASCII && c != '"' && c != '\\') {
            to[at++] = (byte) c;
            i++;
        }
        if (i < length) {
            at = rest(text, i, at);
        }
        bytes[at++] = '"';
        if (after != NOTHING) {
            bytes[at++] = (byte) after;
        }
        size = at;
    }

    /**
     * Writes a string from its first character that must be escaped or encoded; returns its end, with capacity for two
     * more bytes.
     */
    private int rest(String text, int from, int position) {
        int before = size;
        byte[] to = bytes;
        int at = position;
        for (int i = from; i < text.length(); i++) {
            if (to.length - at < LONGEST + 2) {
                size = at;
                ensure(LONGEST + 2);
                to = bytes;
                at = size;
            }
            char c = text.charAt(i);
            if (c < ASCII && ESCAPES[c] == 0) {
                to[at++] = (byte) c;
            } else if (c < ASCII) {
                at = escape(c, at);
            } else if (c < 0x800) {
                to[at++] = (byte) (0xC0 | c >> 6);
                to[at++] = (byte) (0x80 | (c & 0x3F));
            } else if (!Character.isSurrogate(c)) {
                to[at++] = (byte) (0xE0 | c >> 12);
                to[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                to[at++] = (byte) (0x80 | (c & 0x3F));
            } else {
                int codePoint = text.codePointAt(i++);
                if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
                    size = before;
                    throw new JsonException("", UnicodeValidator.LONE_SURROGATE);
                }
                at = supplementary(codePoint, at);
            }
        }
        return at;
    }

    private int escape(char c, int position) {
        int at = position;
        bytes[at++] = '\\';
        bytes[at++] = ESCAPES[c];
        if (ESCAPES[c] == 'u') {
            bytes[at++] = '0';
            bytes[at++] = '0';
            bytes[at++] = (byte) HEX.charAt(c >> 4);
            bytes[at++] = (byte) HEX.charAt(c & 15);
        }
        return at;
    }

    private int supplementary(int codePoint, int at) {
        bytes[at] = (byte) (0xF0 | codePoint >> 18);
        bytes[at + 1] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
        bytes[at + 2] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        bytes[at + 3] = (byte) (0x80 | (codePoint & 0x3F));
        return at + 4;
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

    public byte[] toBytes() {
        if (pieceLength == 0) {
            return Arrays.copyOf(bytes, size);
        }
        byte[] all = new byte[size()];
        System.arraycopy(bytes, 0, all, 0, pieceAt);
        System.arraycopy(piece, pieceFrom, all, pieceAt, pieceLength);
        System.arraycopy(bytes, pieceAt, all, pieceAt + pieceLength, size - pieceAt);
        return all;
    }

    public String toText() {
        return pieceLength == 0
                ? new String(bytes, 0, size, StandardCharsets.UTF_8)
                : new String(toBytes(), StandardCharsets.UTF_8);
    }
}
