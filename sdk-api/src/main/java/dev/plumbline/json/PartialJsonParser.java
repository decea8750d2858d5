package dev.plumbline.json;

import dev.plumbline.json.internal.UntrustedJson;
import java.util.Optional;

/**
 * Parses a JSON text while it arrives: returns the members, elements and beginnings of strings so far, with open
 * brackets closed. For views only; no decision may depend on it, because later text can change its meaning. Numbers and
 * literals appear once another character follows. Used by one thread.
 */
public final class PartialJsonParser {
    private static final int ESCAPED = 1;
    private static final int HEX_DIGITS = 4;

    private final StringBuilder text = new StringBuilder();
    /** The closing brackets of open arrays and objects; it changes only where the text can be cut. */
    private final StringBuilder closing = new StringBuilder();

    private State state = State.EMPTY;
    private Optional<Json> latest = Optional.empty();
    private int safe;
    private boolean safeInString;
    private int read;
    private boolean quoted;
    private boolean name;
    private int escape;

    /** Creates a parser of an empty text. */
    public PartialJsonParser() {}

    /** Appends the next piece, of any length. */
    public void append(String piece) {
        for (int i = 0; i < piece.length() && state != State.BROKEN; i++) {
            take(piece.charAt(i));
        }
    }

    /** Returns the state of the text. */
    public State state() {
        value();
        return state;
    }

    /** Returns the value so far: complete if COMPLETE; the last one that could be read if BROKEN; empty if EMPTY. */
    public Optional<Json> value() {
        if (safe > read && state != State.BROKEN) {
            read = safe;
            read();
        }
        return latest;
    }

    private void read() {
        String rest = new StringBuilder(closing).reverse().toString();
        try {
            latest = Optional.of(UntrustedJson.parse(text.substring(0, safe) + (safeInString ? "\"" : "") + rest));
        } catch (JsonException e) {
            state = State.BROKEN;
        }
    }

    private void take(char c) {
        boolean space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (state == State.COMPLETE) {
            state = space ? State.COMPLETE : State.BROKEN;
            return;
        }
        text.append(c);
        if (quoted) {
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
            state = State.BROKEN;
            return;
        }
        closing.setLength(last);
        name = false;
        safeAfter(true);
        state = last == 0 ? State.COMPLETE : state;
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
        String digits = text.substring(text.length() - HEX_DIGITS);
        return digits.matches("[dD][89abAB]\\p{XDigit}{2}");
    }

    private void safeAfter(boolean isSafe) {
        if (isSafe) {
            state = State.OPEN;
            safe = text.length();
            safeInString = quoted;
        }
    }

    /** Marks the end of a value as a position where the text can be cut. */
    private void safeBefore() {
        int end = text.length() - 1;
        boolean afterValue = end > safe && !name && Character.isLetterOrDigit(text.charAt(end - 1));
        if (afterValue) {
            state = State.OPEN;
            safe = end;
            safeInString = false;
        }
    }

    @Override
    public String toString() {
        return "PartialJsonParser[" + state + ", " + text.length() + " characters]";
    }

    /** The state of a text. */
    public enum State {
        /** There is no value yet. */
        EMPTY,
        /** There is an incomplete value. */
        OPEN,
        /** The array or object is complete; only white space may follow. */
        COMPLETE,
        /** The text is not JSON, or has text after its value. */
        BROKEN
    }
}
