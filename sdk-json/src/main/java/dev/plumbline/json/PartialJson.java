package dev.plumbline.json;

import java.util.Optional;

/**
 * The value of a JSON text while it arrives: the members, elements and beginnings of strings so far, closed at the
 * end. For views; nothing may be decided by it, because what comes next can still change its meaning. Numbers and
 * literals appear once something follows them. Used by one thread.
 */
public final class PartialJson {
    private static final int ESCAPED = 1;
    private static final int HEX_DIGITS = 4;

    private final StringBuilder text = new StringBuilder();
    /** What closes the arrays and objects that are open; it changes only where the text is safe to be cut. */
    private final StringBuilder closing = new StringBuilder();

    private State state = State.EMPTY;
    private Optional<Json> latest = Optional.empty();
    private int safe;
    private boolean safeInString;
    private int read;
    private boolean quoted;
    private boolean name;
    private int escape;

    /** A text of which nothing has come yet. */
    public PartialJson() {}

    /** Takes the next piece, of any length. */
    public void append(String piece) {
        for (int i = 0; i < piece.length() && state != State.BROKEN; i++) {
            take(piece.charAt(i));
        }
    }

    /** How far the text has come. */
    public State state() {
        value();
        return state;
    }

    /** The value so far: whole when COMPLETE; the latest one that could be read when BROKEN; empty when EMPTY. */
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
                // A digit or a letter: it counts when something else follows.
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

    /** A value that ends here, if one does. */
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
        return "PartialJson[" + state + ", " + text.length() + " characters]";
    }

    /** How far a text has come. */
    public enum State {
        /** Nothing that could be shown. */
        EMPTY,
        /** Something; more is to come. */
        OPEN,
        /** An array or object that is closed; only white space may follow. */
        COMPLETE,
        /** No JSON, or something behind it. */
        BROKEN
    }
}
