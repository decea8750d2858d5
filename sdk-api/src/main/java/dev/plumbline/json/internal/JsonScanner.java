package dev.plumbline.json.internal;

import dev.plumbline.json.JsonException;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Finds the ends of the values of a JSON text without building them: one pass over the bytes, without copies or tokens.
 * Each method takes the start of an item and returns its end. Invalid JSON is refused with its position and the
 * messages of {@link JsonSource}. The bytes must be UTF-8.
 */
final class JsonScanner {
    private static final int MOST_IN_A_NAME = 50_000;
    private static final int MOST_DIGITS_OF_A_LONG = 18;

    /** The length up to which reading a string byte by byte is faster than in steps of eight. */
    private static final int SHORT = 32;

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    /** The bytes at which the plain part of a string ends: quote, backslash and control characters. */
    private static final boolean[] STOPS = stops();

    private final JsonSource source;
    private final byte[] bytes;
    private final int to;

    JsonScanner(JsonSource source) {
        this.source = source;
        this.bytes = source.bytes;
        this.to = source.to;
    }

    private static boolean[] stops() {
        boolean[] stops = new boolean[256];
        Arrays.fill(stops, 0, ' ', true);
        stops['"'] = true;
        stops['\\'] = true;
        return stops;
    }

    /** Returns the position of the first byte that is not white space; most texts from servers have none. */
    int token(int start) {
        int i = blank(start);
        if (i == to) {
            throw source.fault(to, JsonSource.ENDS_EARLY);
        }
        return i;
    }

    /** Returns the end of white space. */
    int blank(int start) {
        int i = start;
        while (i < to && (bytes[i] == ' ' || bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\t')) {
            i++;
        }
        return i;
    }

    /**
     * Returns the start of the next member or element, after its comma unless it is the first. If there is none,
     * returns the complement ({@code ~}) of the end of the container, after its closing bracket.
     */
    int next(int start, byte closer, boolean first) {
        int i = start < to && bytes[start] > ' ' ? start : token(start);
        if (bytes[i] == closer) {
            return ~(i + 1);
        }
        if (first) {
            return i;
        }
        if (bytes[i] != ',') {
            throw source.broken(i);
        }
        i++;
        return i < to && bytes[i] > ' ' ? i : token(i);
    }

    /** Returns the start of the value of the member whose name begins there. */
    int name(int start) {
        int i = start + 1;
        int near = Math.min(to, start + SHORT);
        while (i < near && !STOPS[bytes[i] & 0xFF]) {
            i++;
        }
        i = i < near && bytes[i] == '"' && bytes[start] == '"' ? i + 1 : unusualName(start);
        if (i == to || bytes[i] != ':') {
            i = token(i);
            if (bytes[i] != ':') {
                throw source.broken(i);
            }
        }
        i++;
        return i < to && bytes[i] > ' ' ? i : token(i);
    }

    /** The end of a name that is long or has escapes. */
    private int unusualName(int start) {
        if (bytes[start] != '"') {
            throw source.broken(start);
        }
        int end = string(start);
        if (end - start > MOST_IN_A_NAME || UnicodeValidator.hasLoneSurrogate(text(start, end))) {
            throw source.broken(start);
        }
        return end;
    }

    /** Returns the end of the value that begins there, at that depth. */
    int value(int start, int depth) {
        boolean parts = bytes[start] == '{' || bytes[start] == '[';
        return parts ? container(start, depth + 1) : scalar(start);
    }

    private int container(int start, int depth) {
        if (depth > NestingDepth.MOST_FROM_OUTSIDE) {
            throw tooDeep(start);
        }
        byte closer = (byte) (bytes[start] == '{' ? '}' : ']');
        int i = next(start + 1, closer, true);
        while (i >= 0) {
            int end = value(closer == '}' ? name(i) : i, depth);
            i = next(end, closer, false);
        }
        return ~i;
    }

    /** Returns the exception for a container that is too deep. */
    JsonException tooDeep(int start) {
        return source.fault(start, NestingDepth.rule(NestingDepth.of(source.text(source.document, to))));
    }

    /** Returns the end of the string, number, true, false or null that begins there. */
    int scalar(int start) {
        return switch (bytes[start]) {
            case '"' -> string(start);
            case 't' -> word(start, TRUE);
            case 'f' -> word(start, FALSE);
            case 'n' -> word(start, NULL);
            default -> number(start);
        };
    }

    private int word(int start, byte[] word) {
        for (int i = 0; i < word.length; i++) {
            if (start + i == to || bytes[start + i] != word[i]) {
                throw source.broken(start + i);
            }
        }
        return start + word.length;
    }

    private int string(int start) {
        int near = Math.min(to, start + SHORT);
        int i = start + 1;
        while (i < near && !STOPS[bytes[i] & 0xFF]) {
            i++;
        }
        return i < near && bytes[i] == '"' ? i + 1 : endOfString(i);
    }

    /** Returns the position after the closing quote of a string that is long or has escapes. */
    private int endOfString(int start) {
        int i = plain(start);
        while (i < to && bytes[i] != '"') {
            if (bytes[i] != '\\') {
                throw source.broken(i);
            }
            i = plain(i + escape(i));
        }
        if (i >= to) {
            throw source.broken(to);
        }
        return i + 1;
    }

    /** Returns the position of the next quote, backslash or control character, or the end. */
    private int plain(int start) {
        int i = UnicodeValidator.firstNotPlain(bytes, start, to);
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
                requireUnit(i + 2);
                yield 6;
            }
            default -> throw source.broken(i + 1);
        };
    }

    /** Refuses anything but four hexadecimal digits. */
    private void requireUnit(int start) {
        for (int i = start; i < start + 4; i++) {
            if (i >= to || Character.digit(bytes[i], 16) < 0) {
                throw source.broken(i);
            }
        }
    }

    private int number(int start) {
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
        return i;
    }

    /** Returns the end of the digits; there must be at least one. */
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

    /** Returns the number at that position if it is an integer with few digits, as nearly all are; otherwise empty. */
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

    /** Returns the text of the string at that position, given with its quotes; may contain half a surrogate pair. */
    String text(int start, int end) {
        String spelled = source.text(start + 1, end - 1);
        return spelled.indexOf('\\') < 0 ? spelled : unescaped(spelled);
    }

    private static String unescaped(String spelled) {
        StringBuilder text = new StringBuilder(spelled.length());
        int done = 0;
        for (int i = spelled.indexOf('\\'); i >= 0; i = spelled.indexOf('\\', done)) {
            boolean unit = spelled.charAt(i + 1) == 'u';
            text.append(spelled, done, i)
                    .append(unit ? (char) Integer.parseInt(spelled, i + 2, i + 6, 16) : meant(spelled.charAt(i + 1)));
            done = i + (unit ? 6 : 2);
        }
        return text.append(spelled, done, spelled.length()).toString();
    }

    /** Returns the character that a backslash and that character stand for. */
    private static char meant(char escaped) {
        return switch (escaped) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escaped;
        };
    }
}
