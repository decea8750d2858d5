package dev.plumbline.json;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Finds where the values of a JSON text end, and makes nothing of them: one pass over the bytes, without a copy, a token or a
 * parser's state. What is no JSON is refused at its place, in the words of {@link JsonSource}. Not thread-safe.
 */
final class JsonScanner {
    static final int NO_MORE = -1;

    private static final int MOST_IN_A_NAME = 50_000;
    private static final int MOST_DIGITS_OF_A_LONG = 18;

    /** Up to here, looking at each byte of a string is faster than looking at eight. */
    private static final int SHORT = 32;

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    /** The bytes at which the plain part of a string ends: quote, backslash and control characters. */
    private static final boolean[] STOPS = stops();

    private final JsonSource source;
    private final byte[] bytes;
    private final int to;
    private int at;
    private boolean escaped;

    /** A scanner of bytes that are UTF-8, in front of the first from a position on that is no white space. */
    JsonScanner(JsonSource source, int at) {
        this.source = source;
        this.bytes = source.bytes();
        this.to = source.to();
        this.at = token(at);
    }

    private static boolean[] stops() {
        boolean[] stops = new boolean[256];
        Arrays.fill(stops, 0, ' ', true);
        stops['"'] = true;
        stops['\\'] = true;
        return stops;
    }

    /** Where it stands. */
    int at() {
        return at;
    }

    /** Goes over white space; whether nothing else is left. */
    boolean isAtEnd() {
        at = blank(at);
        return at == to;
    }

    /** The first byte from here that is no white space; most texts from servers have none. */
    private int token(int start) {
        int i = blank(start);
        if (i == to) {
            throw source.fault(to, JsonSource.ENDS_EARLY);
        }
        return i;
    }

    private int blank(int start) {
        int i = start;
        while (i < to && (bytes[i] == ' ' || bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\t')) {
            i++;
        }
        return i;
    }

    /**
     * Goes to the next member or element, over the comma before it unless it is the first, and answers where that is; or, if there
     * is none, over the bracket that closes the container, and answers {@link #NO_MORE}.
     */
    int next(byte closer, boolean first) {
        int i = at < to && bytes[at] > ' ' ? at : token(at);
        if (bytes[i] == closer) {
            at = i + 1;
            return NO_MORE;
        }
        if (!first) {
            if (bytes[i] != ',') {
                throw source.broken(i);
            }
            i++;
            i = i < to && bytes[i] > ' ' ? i : token(i);
        }
        at = i;
        return i;
    }

    /** Goes over a member's name and its colon to its value; answers where the name ended, with its quotes. */
    int name() {
        int start = at;
        string();
        int end = at;
        if (end - start > MOST_IN_A_NAME || (escaped && Unicode.hasLoneSurrogate(unescaped(start, end)))) {
            throw source.broken(start);
        }
        int i = end < to && bytes[end] == ':' ? end : token(end);
        if (bytes[i] != ':') {
            throw source.broken(i);
        }
        i++;
        at = i < to && bytes[i] > ' ' ? i : token(i);
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
        for (boolean first = true; next((byte) '}', first) != NO_MORE; first = false) {
            name();
            value(depth);
        }
    }

    private void array(int depth) {
        open(depth);
        for (boolean first = true; next((byte) ']', first) != NO_MORE; first = false) {
            value(depth);
        }
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
            case 't' -> word(TRUE);
            case 'f' -> word(FALSE);
            case 'n' -> word(NULL);
            default -> number();
        }
    }

    private void word(byte[] word) {
        for (int i = 0; i < word.length; i++) {
            if (at + i == to || bytes[at + i] != word[i]) {
                throw source.broken(at + i);
            }
        }
        at += word.length;
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
        int near = Math.min(to, at + SHORT);
        int i = at + 1;
        while (i < near && !STOPS[bytes[i] & 0xFF]) {
            i++;
        }
        at = i < near && bytes[i] == '"' ? i + 1 : endOfString(i);
    }

    /** Behind the quote that ends a string that is long or has escapes. */
    private int endOfString(int start) {
        int i = plain(start);
        while (i < to && bytes[i] != '"') {
            if (bytes[i] != '\\') {
                throw source.broken(i);
            }
            escaped = true;
            i = plain(i + escape(i));
        }
        if (i >= to) {
            throw source.broken(to);
        }
        return i + 1;
    }

    /** Where a quote, a backslash or a control character follows, or the end. */
    private int plain(int start) {
        int i = Unicode.firstNotPlain(bytes, start, to);
        while (i < to && !STOPS[bytes[i] & 0xFF]) {
            i++;
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
        int first = bytes[start] == '-' ? start + 1 : start;
        int i = digits(first);
        if (bytes[first] == '0' && i > first + 1) {
            throw source.broken(first + 1);
        }
        if (i < to && bytes[i] == '.') {
            i = digits(i + 1);
        }
        if (i < to && (bytes[i] == 'e' || bytes[i] == 'E')) {
            i++;
            boolean signed = i < to && (bytes[i] == '+' || bytes[i] == '-');
            i = digits(signed ? i + 1 : i);
        }
        if (i - start > Decimal.MOST_CHARACTERS) {
            throw source.broken(start);
        }
        at = i;
    }

    /** Where the digits end of which one has to stand here. */
    private int digits(int start) {
        int i = start;
        while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
            i++;
        }
        if (i == start) {
            throw source.broken(i);
        }
        return i;
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
        int done = start + 1;
        int last = end - 1;
        StringBuilder text = new StringBuilder(end - start);
        for (int i = backslash(done, last); i < last; i = backslash(done, last)) {
            text.append(source.text(done, i)).append(unescaped(i + 1));
            done = i + (bytes[i + 1] == 'u' ? 6 : 2);
        }
        return text.append(source.text(done, last)).toString();
    }

    private int backslash(int start, int end) {
        int i = start;
        while (i < end && bytes[i] != '\\') {
            i++;
        }
        return i;
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
