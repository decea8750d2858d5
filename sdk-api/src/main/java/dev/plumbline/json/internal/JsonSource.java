package dev.plumbline.json.internal;

import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/** A source of UTF-8 bytes for JSON: opens a parser and describes where and why it failed. */
final class JsonSource {
    static final String GOES_ON = "the value has ended: nothing may follow it";
    static final String ENDS_EARLY = "the text ends before its value does";

    private static final String TOO_LONG = "a name or a number is longer than allowed";

    /** The bytes, which must not be changed; read from {@link #from} to before {@link #to}. */
    final byte[] bytes;

    final int from;
    final int to;

    /** The start of the document that contains this part. */
    final int document;

    private JsonSource(byte[] bytes, int document, int from, int to) {
        this.bytes = bytes;
        this.document = document;
        this.from = from;
        this.to = to;
    }

    /** Creates a source of a whole document. */
    JsonSource(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.document = from;
        this.from = from;
        this.to = to;
    }

    /** Returns a part of the document, whose positions are reported as positions in the document. */
    JsonSource part(int start, int end) {
        return new JsonSource(bytes, document, start, end);
    }

    /** Returns the text of some of the bytes. */
    String text(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    static JsonFactory factory() {
        return Parsers.FACTORY;
    }

    /** Returns a parser before the first token of checked bytes. */
    JsonParser open() {
        return Parsers.FACTORY.createParser(ObjectReadContext.empty(), bytes, from, to - from);
    }

    /** Refuses bytes that are not UTF-8 or begin as JSON in UTF-8 never does. */
    void check() {
        checkBeginning();
        int malformed = UnicodeValidator.firstMalformed(bytes, from, to);
        if (malformed < to) {
            throw fault(malformed, "the bytes are not UTF-8 here");
        }
    }

    /** Refuses UTF-8 that begins as JSON never does. */
    void checkBeginning() {
        if (to - from >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF) {
            throw fault(from, "the text begins with a byte order mark: leave it out");
        }
        // Jackson guesses other encodings from zero bytes; JSON in UTF-8 has none.
        for (int i = from; i < Math.min(from + 4, to); i++) {
            if (bytes[i] == 0) {
                throw fault(i, "a zero byte is not JSON");
            }
        }
    }

    /** Returns whether the text has escapes, which can break a surrogate pair in spite of UTF-8. */
    boolean hasEscapes() {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** Refuses anything but white space after the value. */
    void refuseMore(JsonParser parser) {
        try {
            if (parser.nextToken() != null) {
                throw fault(parser, GOES_ON);
            }
        } catch (JacksonException e) {
            throw fault(parser, e);
        }
    }

    /** Returns the exception for a byte: the parser fails at it again, so that all readers have the same message. */
    JsonException broken(int position) {
        JsonParser parser = part(document, to).open();
        try (parser) {
            while (parser.nextToken() != null) {
                parser.finishToken();
            }
        } catch (JacksonException e) {
            return fault(parser, e);
        }
        return fault(position, position < to ? rule(bytes[position]) : ENDS_EARLY);
    }

    /**
     * Returns the exception for a parser's failure. Jackson's message is used only to classify it and is never passed
     * on.
     */
    JsonException fault(JsonParser parser, JacksonException cause) {
        if (cause instanceof StreamConstraintsException) {
            boolean tooDeep = parser.streamReadContext().getNestingDepth() > Node.MOST_LEVELS;
            return fault(position(parser.currentLocation()), tooDeep ? Node.TOO_DEEP : TOO_LONG);
        }
        TokenStreamLocation location = cause.getLocation();
        int position = position(location == null ? parser.currentLocation() : location);
        if (cause.getOriginalMessage().startsWith("Non-standard token")) {
            return fault(startOfWord(position), JavaToJson.NOT_FINITE);
        }
        if (cause.getOriginalMessage().contains("surrogate")) {
            return fault(position, UnicodeValidator.LONE_SURROGATE);
        }
        return fault(position, position < to ? rule(bytes[position]) : ENDS_EARLY);
    }

    private int position(TokenStreamLocation location) {
        return from + (int) Math.max(0, Math.min(location.getByteOffset(), to - from));
    }

    private int startOfWord(int end) {
        int start = end;
        while (start > from && Character.isLetter(bytes[start - 1])) {
            start--;
        }
        return start;
    }

    /** Returns the likely mistake, derived from the unexpected byte. */
    private static String rule(byte found) {
        return switch (found) {
            case '\'', '`' -> "not JSON: strings and names take double quotes";
            case '/', '#' -> "not JSON: there are no comments";
            case ',' -> "not JSON: a value is missing before this comma";
            case ']', '}' -> "not JSON: this bracket follows a comma or half a value, or closes what is not open";
            case '"' -> "not JSON: a comma or a colon is missing before this quote";
            default ->
                found >= 0 && found < 0x20
                        ? "not JSON: a control character must be escaped, and only inside a string"
                        : "not JSON as RFC 8259 defines it";
        };
    }

    /** Returns an exception at the parser's position. */
    JsonException fault(JsonParser parser, String rule) {
        return fault(position(parser.currentTokenLocation()), rule);
    }

    /** Returns an exception at the position of a byte. */
    JsonException fault(int position, String rule) {
        int line = 1;
        int column = 1;
        for (int i = document; i < Math.min(position, to); i++) {
            if (bytes[i] == '\n') {
                line++;
                column = 1;
            } else if ((bytes[i] & 0xC0) != 0x80) {
                column++;
            }
        }
        return new JsonException("line " + line + ", column " + column, rule);
    }

    /** Holds the Jackson factory, which is loaded by the first text that needs it; scanning and writing do not. */
    private static final class Parsers {
        // Jackson's default pool is shared by all who use Jackson and would outlive us.
        static final JsonFactory FACTORY = JsonFactory.builder()
                .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(JacksonDatabind.MOST_LEVELS)
                        .build())
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Node.MOST_LEVELS)
                        .maxNumberLength(Decimal.MOST_CHARACTERS)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }
}
