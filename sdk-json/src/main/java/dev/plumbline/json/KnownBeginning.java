package dev.plumbline.json;

import java.util.Arrays;

/**
 * How a document began, up to the value of a member: what has the same bytes says the same, so a document that begins alike need
 * not be read again up to there.
 *
 * @param bytes from the document's first to the one before the value
 * @param name where among them the member's name begins
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a value
record KnownBeginning(byte[] bytes, int name) {
    static final KnownBeginning NONE = new KnownBeginning(new byte[0], 0);

    private static final int LONGEST = 4 << 10;

    /** These bytes up to the value of a member, with its name in the document; none if that would be too long to store. */
    static KnownBeginning of(JsonSource read, int name) {
        int from = read.from;
        return read.to - from > LONGEST
                ? NONE
                : new KnownBeginning(Arrays.copyOfRange(read.bytes, from, read.to), name - from);
    }

    /** Where this ends in a document that begins so; where the document begins if it does not. */
    int endIn(JsonSource document) {
        int from = document.from;
        int end = from + bytes.length;
        boolean begins = end <= document.to && Arrays.equals(bytes, 0, bytes.length, document.bytes, from, end);
        return begins ? end : from;
    }
}
