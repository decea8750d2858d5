package dev.plumbline.json.internal;

import java.util.Arrays;

/**
 * The parsed beginning of a document, up to the value of a member. A document that begins with the same bytes need not
 * be read again up to there.
 *
 * @param bytes the bytes from the document's first to the one before the value
 * @param name the index at which the member's name begins
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a value
record ParsedPrefix(byte[] bytes, int name) {
    static final ParsedPrefix NONE = new ParsedPrefix(new byte[0], 0);

    private static final int LONGEST = 4 << 10;

    /** Returns the prefix up to the value of the member whose name begins there; empty if it is too long to store. */
    static ParsedPrefix of(JsonSource read, int name) {
        int from = read.from;
        return read.to - from > LONGEST
                ? NONE
                : new ParsedPrefix(Arrays.copyOfRange(read.bytes, from, read.to), name - from);
    }

    /** Returns the end of this prefix in a document that begins with it; otherwise the start of the document. */
    int endIn(JsonSource document) {
        int from = document.from;
        int end = from + bytes.length;
        boolean begins = end <= document.to && Arrays.equals(bytes, 0, bytes.length, document.bytes, from, end);
        return begins ? end : from;
    }
}
