package dev.plumbline.json;

import dev.plumbline.json.internal.UntrustedJson;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the beginning of a JSON text: looks for the last place at which the text can be cut, and closes what is open there.
 * Used by one thread.
 */
final class PartialJson {
    private static final int ESCAPED = 1;
    private static final int HEX_DIGITS = 4;

    /** The digits of an escape that another one follows. */
    private static final Pattern HIGH = Pattern.compile("[dD][89abAB]\\p{XDigit}{2}");

    private final String text;

    /** The closing brackets of open arrays and objects; it changes only where the text can be cut. */
    private final StringBuilder closing = new StringBuilder();

    /** The number of characters that were looked at. */
    private int read;

    private int safe;
    private boolean safeInString;
    private boolean quoted;
    private boolean name;
    private int escape;
    private boolean complete;
    private boolean broken;

    private PartialJson(String text) {
        this.text = text;
    }

    /** Returns the value so far; see {@link Json#parsePartial}. */
    static Optional<Json> parse(String text) {
        return new PartialJson(text).value();
    }

    private Optional<Json> value() {
        while (read < text.length() && !broken) {
            take(text.charAt(read++));
        }
        if (broken || safe == 0) {
            return Optional.empty();
        }
        String rest = new StringBuilder(closing).reverse().toString();
        try {
            return Optional.of(UntrustedJson.parse(text.substring(0, safe) + (safeInString ? "\"" : "") + rest));
        } catch (JsonException noBeginning) {
            return Optional.empty();
        }
    }

    private void take(char c) {
        boolean space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (complete) {
            broken = !space;
        } else if (quoted) {
            inString(c);
        } else if (space) {
            safeBefore();
        } else {
            structure(c);
        }
    }

    private void structure(char c) {
        switch (c) {
            case '"' -> {
                quoted = true;
                safeAfter(!name);
            }
            case '{', '[' -> {
                closing.append(c == '{' ? '}' : ']');
                name = c == '{';
                safeAfter(true);
            }
            case '}', ']' -> close(c);
            case ',' -> {
                safeBefore();
                name = closing.length() > 0 && closing.charAt(closing.length() - 1) == '}';
            }
            case ':' -> name = false;
            default -> {
                // A number or literal counts once another character follows.
            }
        }
    }

    private void close(char c) {
        int last = closing.length() - 1;
        if (last < 0 || closing.charAt(last) != c) {
            broken = true;
            return;
        }
        closing.setLength(last);
        name = false;
        safeAfter(true);
        complete = last == 0;
    }

    private void inString(char c) {
        if (escape > ESCAPED) {
            escape = escape == ESCAPED + HEX_DIGITS ? 0 : escape + 1;
            safeAfter(!name && escape == 0 && !endsWithHighEscape());
        } else if (escape == ESCAPED) {
            escape = c == 'u' ? ESCAPED + 1 : 0;
            safeAfter(!name && escape == 0);
        } else if (c == '\\') {
            escape = ESCAPED;
        } else {
            quoted = c != '"';
            safeAfter(!name && !Character.isHighSurrogate(c));
        }
    }

    private boolean endsWithHighEscape() {
        return HIGH.matcher(text).region(read - HEX_DIGITS, read).matches();
    }

    private void safeAfter(boolean isSafe) {
        if (isSafe) {
            safe = read;
            safeInString = quoted;
        }
    }

    /** Marks the end of a value as a position where the text can be cut. */
    private void safeBefore() {
        int end = read - 1;
        boolean afterValue = end > safe && !name && Character.isLetterOrDigit(text.charAt(end - 1));
        if (afterValue) {
            safe = end;
            safeInString = false;
        }
    }
}
