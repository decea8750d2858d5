package dev.plumbline.providers.format;

/** Joins characters that a stream split into two surrogates; an unpaired half becomes U+FFFD. Not thread-safe. */
final class SurrogateJoiner {
    private static final char NONE = 0;
    private static final char REPLACEMENT = '\uFFFD';

    private char waiting = NONE;

    /** Returns the piece after the pending half; a half at its end becomes pending. */
    String pass(String piece) {
        return waiting == NONE && !hasSurrogates(piece) ? piece : mended(piece);
    }

    /** Returns the pending half at the end of the stream; usually empty. */
    String rest() {
        boolean alone = waiting != NONE;
        waiting = NONE;
        return alone ? String.valueOf(REPLACEMENT) : "";
    }

    private static boolean hasSurrogates(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private String mended(String piece) {
        StringBuilder whole = new StringBuilder(piece.length() + 1);
        for (int i = 0; i < piece.length(); i++) {
            next(piece.charAt(i), whole);
        }
        return whole.toString();
    }

    private void next(char c, StringBuilder into) {
        if (Character.isLowSurrogate(c) && waiting != NONE) {
            into.append(waiting).append(c);
            waiting = NONE;
            return;
        }
        into.append(rest());
        if (Character.isHighSurrogate(c)) {
            waiting = c;
        } else {
            into.append(Character.isLowSurrogate(c) ? REPLACEMENT : c);
        }
    }
}
