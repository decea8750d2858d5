package dev.plumbline.redaction;

/**
 * Tracks whether a streamed text is inside a link such as {@code https://example.org/?q=}, {@code //example.org} or
 * {@code \\\\server\share}. As in browsers, a backslash counts as a slash; two backslashes inside a path, as in {@code
 * C:\\plans}, begin no link.
 */
final class LinkTracker {
    private static final String ENDS = "\"'<>()[]{}`|";

    private final boolean json;
    private char last;
    private char lastButOne;
    /** The number of letters and digits directly before the last two characters or the colon before them. */
    private int word;

    private int wordBefore;
    private boolean inside;

    /** Creates a tracker; in JSON, an escaped line break ends a link. */
    LinkTracker(boolean json) {
        this.json = json;
    }

    void pass(CharSequence text, int from, int to) {
        for (int i = from; i < to; i++) {
            step(text.charAt(i));
        }
    }

    /** Passes a value, which is a word. */
    void passValue() {
        if (!inside) {
            step('x');
        }
    }

    private void step(char c) {
        if (inside) {
            boolean escaped = json && last == '\\' && (c == 'n' || c == 't' || c == 'r');
            inside = c > ' ' && ENDS.indexOf(c) < 0 && !escaped;
        } else {
            inside = isSlash(last) && isSlash(c) && (last == '/' || c == '/' || !isPath());
        }
        if (AsciiChars.alnum(c)) {
            word++;
        } else if (c != ':') {
            wordBefore = isSlash(c) ? wordBefore : 0;
            wordBefore = word > 0 ? word : wordBefore;
            word = 0;
        }
        lastButOne = last;
        last = c;
    }

    /** Returns whether the last two backslashes are in a path: behind a name, or behind a drive. */
    private boolean isPath() {
        return AsciiChars.anyAlnum(lastButOne) || (lastButOne == ':' && wordBefore == 1);
    }

    private static boolean isSlash(char c) {
        return c == '/' || c == '\\';
    }

    boolean isInside() {
        return inside;
    }
}
