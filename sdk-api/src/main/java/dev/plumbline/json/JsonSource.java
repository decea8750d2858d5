package dev.plumbline.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/** UTF-8 bytes that are read as JSON: opens a parser over them, and tells in own words where and why it stopped. */
@SuppressWarnings("ArrayRecordComponent") // never compared, and the bytes are not ours to copy
record JsonSource(byte[] bytes, int from, int to) {
    // Jackson's own default pool is one per class loader of Jackson and would outlive us; this one goes with this
    // class.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Node.MOST_LEVELS)
                    .maxNumberLength(Decimal.MOST_CHARACTERS)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    static final String ENDS_EARLY = "the text ends before its value does";

    static JsonFactory factory() {
        return FACTORY;
    }

    /** A parser that stands before the first token; JsonException for what is not UTF-8. */
    JsonParser open() {
        if (startsWithByteOrderMark()) {
            throw fault(from, "the text begins with a byte order mark: leave it out");
        }
        int malformed = Unicode.firstMalformed(bytes, from, to);
        if (malformed < to) {
            throw fault(malformed, "the bytes are not UTF-8 here");
        }
        // Jackson guesses other encodings from zero bytes; JSON in UTF-8 has none.
        for (int i = from; i < Math.min(from + 4, to); i++) {
            if (bytes[i] == 0) {
                throw fault(i, "a zero byte is not JSON");
            }
        }
        return FACTORY.createParser(ObjectReadContext.empty(), bytes, from, to - from);
    }

    private boolean startsWithByteOrderMark() {
        return to - from >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
    }

    /** Sees to it that nothing but white space is left. */
    void refuseMore(JsonParser parser) {
        try {
            if (parser.nextToken() != null) {
                throw fault(parser, "the value has ended: nothing may follow it");
            }
        } catch (JacksonException e) {
            throw fault(parser, e);
        }
    }

    /** Where and why a parser stopped. */
    JsonException fault(JsonParser parser, JacksonException cause) {
        return fault(from + (int) parser.currentLocation().getByteOffset(), rule(parser, cause));
    }

    private static String rule(JsonParser parser, JacksonException cause) {
        if (cause instanceof StreamConstraintsException) {
            return parser.streamReadContext().getNestingDepth() > Node.MOST_LEVELS
                    ? Node.TOO_DEEP
                    : "a name or a number is longer than allowed";
        }
        return cause instanceof UnexpectedEndOfInputException ? ENDS_EARLY : "this is not JSON as RFC 8259 defines it";
    }

    /** A fault where the parser stands. */
    JsonException fault(JsonParser parser, String rule) {
        return fault(from + (int) parser.currentTokenLocation().getByteOffset(), rule);
    }

    private JsonException fault(int position, String rule) {
        int line = 1;
        int column = 1;
        for (int i = from; i < Math.min(position, to); i++) {
            if (bytes[i] == '\n') {
                line++;
                column = 1;
            } else if ((bytes[i] & 0xC0) != 0x80) {
                column++;
            }
        }
        return new JsonException("line " + line + ", column " + column, rule);
    }
}
