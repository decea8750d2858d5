package dev.plumbline.json;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Finds where the values of a JSON text end, and makes nothing of them: one pass over the bytes, without a copy, a token or a
 * parser's state. What is no JSON is refused at its place, in the words of {@link JsonSource}. Not thread-safe.
 */
final class JsonScanner {
    private static final int MOST_IN_A_NAME = 50_000;
    private static final int MOST_DIGITS_OF_A_LONG = 18;

    private final JsonSource source;
    private final byte[] bytes;
    private final int to;
    private int at;
    private boolean escaped;

    /** A scanner in front of bytes that are UTF-8, at one that may begin a token. */
    JsonScanner(JsonSource source, int at) {
        this.source = source;
        this.bytes = source.bytes();
        this.at = at;
        this.to = source.to();
    }

    /** Where it stands. */
    int at() {
        return at;
    }

    /** Goes over white space; whether nothing else is left. */
    boolean isAtEnd() {
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
        return at == to;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** The byte behind white space; it stands on that. */
    byte peek() {
        if (isAtEnd()) {
            throw source.fault(to, JsonSource.ENDS_EARLY);
        }
        return bytes[at];
    }

    /** Goes over a byte that has to follow. */
    void pass(char ascii) {
        if (peek() != ascii) {
            throw source.broken(at);
        }
        at++;
    }

    /** Goes over a member's name and its colon; answers where the name ended, with its quotes. */
    int name() {
        int start = at;
        string();
        int end = at;
        if (end - start > MOST_IN_A_NAME || (escaped && Unicode.hasLoneSurrogate(unescaped(start, end)))) {
            throw source.broken(start);
        }
        pass(':');
        return end;
    }

    /** Goes over the value it stands on, which is nested so deep. */
    void value(int depth) {
        switch (bytes[at]) {
            case '{' -> object(depth + 1);
            case '[' -> array(depth + 1);
            default -> scalar();
        }
    }

    private void object(int depth) {
        open(depth);
        if (peek() != '}') {
            member(depth);
            while (peek() == ',') {
                at++;
                peek();
                member(depth);
            }
        }
        pass('}');
    }

    private void member(int depth) {
        name();
        peek();
        value(depth);
    }

    private void array(int depth) {
        open(depth);
        if (peek() != ']') {
            value(depth);
            while (peek() == ',') {
                at++;
                peek();
                value(depth);
            }
        }
        pass(']');
    }

    /** Goes into the object or array it stands on. */
    void open(int depth) {
        if (depth > UntrustedJson.MAX_DEPTH) {
            throw source.fault(at, UntrustedJson.rule(UntrustedJson.depth(source.text(source.document(), to))));
        }
        at++;
    }

    /** Goes over the string, number, true, false or null it stands on. */
    void scalar() {
        switch (bytes[at]) {
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        }
    }

    private void word(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (!isAt(word.charAt(i))) {
                throw source.broken(at);
            }
            at++;
        }
    }

    /** Whether the string it went over last has escapes. */
    boolean hasEscapes() {
        return escaped;
    }

    private void string() {
        if (bytes[at] != '"') {
            throw source.broken(at);
        }
        escaped = false;
        int i = plain(at + 1);
        while (i < to && bytes[i] != '"') {
            byte b = bytes[i];
            if (b == '\\') {
                escaped = true;
                i = plain(i + escape(i));
            } else if (b >= 0 && b < ' ') {
                throw source.broken(i);
            } else {
                i++;
            }
        }
        if (i >= to) {
            throw source.broken(to);
        }
        at = i + 1;
    }

    /** Goes over what neither ends a string nor has to be looked at, eight bytes at a time. */
    private int plain(int start) {
        int i = start;
        while (to - i >= Long.BYTES && Unicode.arePlain(bytes, i)) {
            i += Long.BYTES;
        }
        return i;
    }

    private int escape(int i) {
        int escaped = i + 1 < to ? bytes[i + 1] : 0;
        return switch (escaped) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> 2;
            case 'u' -> {
                unit(i + 2);
                yield 6;
            }
            default -> throw source.broken(i + 1);
        };
    }

    /** The UTF-16 unit that four hexadecimal digits say. */
    private char unit(int start) {
        int unit = 0;
        for (int i = start; i < start + 4; i++) {
            int digit = i < to ? Character.digit(bytes[i], 16) : -1;
            if (digit < 0) {
                throw source.broken(i);
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    private void number() {
        int start = at;
        at += bytes[at] == '-' ? 1 : 0;
        int first = at;
        digits();
        if (bytes[first] == '0' && at > first + 1) {
            throw source.broken(first + 1);
        }
        if (isAt('.')) {
            at++;
            digits();
        }
        if (isAt('e') || isAt('E')) {
            at++;
            at += isAt('+') || isAt('-') ? 1 : 0;
            digits();
        }
        if (at - start > Decimal.MOST_CHARACTERS) {
            throw source.broken(start);
        }
    }

    private boolean isAt(char ascii) {
        return at < to && bytes[at] == ascii;
    }

    private void digits() {
        int start = at;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw source.broken(at);
        }
    }

    /** The number that stands there, if it is whole and has few digits, as nearly all have; otherwise empty. */
    OptionalLong whole(int start, int end) {
        int first = start + (bytes[start] == '-' ? 1 : 0);
        long value = 0;
        for (int i = first; i < end; i++) {
            if (bytes[i] > '9' || bytes[i] < '0' || end - first > MOST_DIGITS_OF_A_LONG) {
                return OptionalLong.empty();
            }
            value = 10 * value + bytes[i] - '0';
        }
        return OptionalLong.of(first > start ? -value : value);
    }

    /** The text of a string with escapes that stands there with its quotes; may hold half a surrogate pair. */
    String unescaped(int start, int end) {
        StringBuilder text = new StringBuilder(end - start);
        int done = start + 1;
        for (int i = done; i < end - 1; i++) {
            if (bytes[i] == '\\') {
                text.append(new String(bytes, done, i - done, StandardCharsets.UTF_8));
                text.append(unescaped(i + 1));
                i += bytes[i + 1] == 'u' ? 5 : 1;
                done = i + 1;
            }
        }
        return text.append(new String(bytes, done, end - 1 - done, StandardCharsets.UTF_8))
                .toString();
    }

    private char unescaped(int i) {
        return switch (bytes[i]) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit(i + 1);
            default -> (char) bytes[i];
        };
    }
}
