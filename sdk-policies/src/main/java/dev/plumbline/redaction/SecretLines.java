package dev.plumbline.redaction;

import org.jspecify.annotations.Nullable;

/** The lines, blanks and quotes of a text, as the readers of secrets need them. Used by one thread, for one text. */
final class SecretLines {
    /** The maximum length of what is between a name and its value, and of a value. */
    static final int FAR = 200;

    /** The number of characters of a value that are looked at to tell whether it is a secret. */
    static final int JUDGED = 128;

    /** The length from which on a value that only a heading announces is a key. */
    static final int SHORT_KEY = 20;

    /** The most characters of who says a line. */
    static final int SPEAKER = 48;

    /** The number of lines whose ends are known. */
    private static final int KNOWN_LINES = 8;

    static final AsciiSet OPENERS = AsciiSet.of("\"'`");

    /** What closes a quote. */
    private static final String CLOSING = "\"'`”“»«’‘";

    /** The end of a part of the text, which is the same from every later place in it; an empty part changes nothing. */
    static final class Memo {
        private int from;
        private int to;

        int from() {
            return from;
        }

        int to() {
            return to;
        }

        boolean has(int at) {
            return at >= from && at < to;
        }

        int set(int start, int end) {
            from = end > start ? start : from;
            to = end > start ? end : to;
            return end;
        }
    }

    private final LookaheadText text;
    /** The ends of the lines that were read last, one behind the other, from an index on. */
    private final int[] ends = new int[KNOWN_LINES];

    private int known;
    private int knownFrom;

    /** Parts of a line without what closes a quote, by what closes it. */
    private final @Nullable Memo[] open = new Memo[CLOSING.length()];
    /** A part of a line in which nothing closes a quote, and the quote. */
    private final Memo unclosed = new Memo();

    private int unclosedMark;
    private int unclosedSlashes;

    SecretLines(LookaheadText text) {
        this.text = text;
    }

    /** Skips what closes a name: quotes, brackets, and signs of Markdown. */
    int closers(int from) {
        int at = from;
        while (at - from < 6
                && (OPENERS.contains(text.at(at))
                        || (text.at(at) == '\\' && !text.escaped(at + 1))
                        || text.at(at) == ']'
                        || text.at(at) == '*'
                        || text.at(at) == '”'
                        || text.at(at) == '“')) {
            at++;
        }
        return at;
    }

    static boolean isQuote(int c) {
        return OPENERS.contains(c) || c == '“' || c == '„';
    }

    boolean isLineEnd(int at) {
        int c = text.at(at);
        return c == '\n' || c == '\r' || c == LookaheadText.NOTHING;
    }

    int skipIndent(int from) {
        int at = from;
        while (text.at(at) == ' ' || text.at(at) == '\t' || (text.at(at) == '>' && at - from < 8)) {
            at++;
        }
        return at;
    }

    int nextLine(int lineEnd) {
        int at = text.at(lineEnd) == '\r' ? lineEnd + 1 : lineEnd;
        return text.at(at) == '\n' ? at + 1 : at;
    }

    int lineEnd(int from) {
        if (known > 0 && from >= knownFrom && from <= ends[known - 1]) {
            int which = known - 1;
            while (which > 0 && ends[which - 1] >= from) {
                which--;
            }
            return ends[which];
        }
        int at = from;
        while (!isLineEnd(at)) {
            at++;
        }
        if (known == 0 || from <= ends[known - 1] || from != nextLine(ends[known - 1])) {
            known = 0;
            knownFrom = from;
        } else if (known == KNOWN_LINES) {
            knownFrom = nextLine(ends[0]);
            System.arraycopy(ends, 1, ends, 0, --known);
        }
        ends[known++] = at;
        return at;
    }

    int quoteEnd(int from, int quote) {
        for (int at = from; at - from < JUDGED && !isLineEnd(at); at++) {
            if (text.at(at) == quote) {
                return at;
            }
        }
        return -1;
    }

    int blanks(int from) {
        int at = from;
        while (at - from < FAR && (text.at(at) == ' ' || text.at(at) == '\t')) {
            at++;
        }
        return at;
    }

    int space(int from) {
        int at = from;
        while (at - from < FAR
                && (text.at(at) == ' '
                        || text.at(at) == '\t'
                        || text.at(at) == '\n'
                        || text.at(at) == '\r'
                        || (text.at(at) == '\\' && text.escaped(at + 1))
                        || text.escaped(at))) {
            at++;
        }
        return at;
    }

    /**
     * An opening quote.
     *
     * @param mark the quote that closes it
     * @param slashes the number of backslashes before the quote
     * @param content the index behind it
     */
    record Quote(int mark, int slashes, int content) {
        int length() {
            return slashes + 1;
        }
    }

    /** Returns the quote that opens at an index, with the backslashes before it; null if none does. */
    @Nullable
    Quote quote(int from) {
        int at = from;
        while (at - from < 16 && text.at(at) == '\\') {
            at++;
        }
        int c = text.at(at);
        int mark = switch (c) {
            case '"', '\'', '`' -> c;
            case '“' -> '”';
            case '„' -> '“'; // or the one that closes in Polish
            case '«' -> '»';
            case '»' -> '«';
            case '‘' -> '’';
            case '‚' -> '‘';
            default -> 0;
        };
        if (mark == 0 || (at > from && !OPENERS.contains(c))) {
            return null;
        }
        int content = at + 1;
        if (c == '`' && text.at(content) == '`') {
            return null;
        }
        if ((c == '"' || c == '\'') && text.at(content) == c && text.at(content + 1) == c) {
            content += 2;
        }
        return new Quote(mark, at - from, content);
    }

    /** Returns the index of what closes a quote, with the backslashes before it; -1 if the line ends before. */
    int close(Quote quote) {
        int most = quote.content + Detector.LONGEST;
        boolean known = unclosed.has(quote.content) && unclosedMark == quote.mark && unclosedSlashes == quote.slashes;
        boolean pairs = false;
        int at = known ? unclosed.to() : quote.content;
        for (at = mark(quote.mark, at, most); at < most; at = mark(quote.mark, at + 1, most)) {
            int c = text.at(at);
            if (c == LookaheadText.NOTHING || c == '\n') {
                break;
            }
            int slashes = 0;
            while (at - slashes > quote.content && text.at(at - slashes - 1) == '\\') {
                slashes++;
            }
            boolean triple = text.at(at + 1) == quote.mark && text.at(at + 2) == quote.mark;
            boolean doubled = !triple
                    && quote.slashes == 0
                    && quote.mark != '`'
                    && text.at(at + 1) == quote.mark
                    && at > quote.content;
            if (doubled && text.at(at + 2) > ' ' && ",;)}]".indexOf(text.at(at + 2)) < 0) {
                pairs = true;
                at++;
            } else if (slashes % (2 * quote.slashes + 2) == quote.slashes) { // others are escaped backslashes
                return at - quote.slashes;
            } else if (slashes < quote.slashes) {
                return at - slashes;
            }
        }
        if (!pairs) {
            unclosed.set(known ? unclosed.from() : quote.content, at);
            unclosedMark = quote.mark;
            unclosedSlashes = quote.slashes;
        }
        return -1;
    }

    private static boolean closes(int c, int mark) {
        return c == mark || c == '\n' || c == LookaheadText.NOTHING || (mark == '“' && c == '”');
    }

    /** Returns the index of the next mark that closes a quote, or of the end of the line; {@code most} if none is before it. */
    private int mark(int mark, int from, int most) {
        int which = CLOSING.indexOf(mark);
        Memo part = open[which];
        if (part == null) {
            part = new Memo();
            open[which] = part;
        }
        boolean known = part.has(from);
        int at = known ? Math.min(most, part.to()) : from;
        while (at < most && !closes(text.at(at), mark)) {
            at++;
        }
        part.set(known ? part.from() : from, Math.max(at, known ? part.to() : at));
        return at;
    }
}
