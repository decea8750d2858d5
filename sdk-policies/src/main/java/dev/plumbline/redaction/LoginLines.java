package dev.plumbline.redaction;

import dev.plumbline.redaction.LookaheadText.Characters;

/**
 * Lines whose form says which part is a password: {@code host:port:database:user:password}, {@code anna@host.example:x},
 * and lists with a user and a password on each line.
 */
final class LoginLines {
    /** The number of parts before the password of a line of PostgreSQL. */
    static final int PARTS = 4;

    /** The maximum length of a part before the password. */
    static final int LONGEST = 100;

    private static final int SHORTEST = 4;

    private LoginLines() {}

    /** Returns the end of the password that begins behind a colon; {@link Detector#NONE} if none does. */
    static int end(LookaheadText text, int from) {
        LookaheadText.Colons before = text.colons(from);
        int start = from - 1;
        int colons = 0;
        int second = 0;
        while (colons <= PARTS && start - before.at(colons) <= LONGEST) {
            start = before.at(colons);
            colons++;
            second = colons == PARTS - 1 ? start : second;
        }
        if (colons == 0 || colons > PARTS) {
            return Detector.NONE;
        }
        int first = Math.max(before.from(), start - LONGEST);
        boolean line = isBreak(text.at(first - 1));
        int end = Math.min(from + Detector.LONGEST, text.next(Characters.BLANK, from, from + Detector.LONGEST));
        if (end - from < SHORTEST || !ends(text, end)) {
            return Detector.NONE;
        }
        if (colons == PARTS) {
            return line
                            && first < start
                            && isPort(text, start + 1, second)
                            && !SecretValue.isPlace(text.slice(from, end))
                    ? end
                    : Detector.NONE;
        }
        if (colons > 1 || !isPassword(text, from, end)) {
            return Detector.NONE;
        }
        if (isMail(text, first, start) && (line || isHost(text, first - 1))) {
            return end;
        }
        return line && isName(text, first, start) && hasOther(text, first, end) ? end : Detector.NONE;
    }

    private static boolean isBreak(int c) {
        return c == '\n' || c == LookaheadText.NOTHING;
    }

    private static boolean ends(LookaheadText text, int end) {
        int c = text.at(end);
        return isBreak(c) || c == '\r';
    }

    /** Returns whether a part is the number of a port, or a star for all. */
    private static boolean isPort(LookaheadText text, int from, int to) {
        boolean star = to - from == 1 && text.at(from) == '*';
        for (int at = from; at < to && !star; at++) {
            if (!AsciiChars.digit(text.at(at))) {
                return false;
            }
        }
        return star || (to - from >= 2 && to - from <= 5);
    }

    private static boolean isMail(LookaheadText text, int from, int to) {
        boolean at = false;
        for (int i = from + 1; i < to; i++) {
            int c = text.at(i);
            if (c == '/' || c == '=') {
                return false;
            }
            at |= c == '@';
            if (at && c == '.') {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a host alone is before an index on its line. */
    private static boolean isHost(LookaheadText text, int index) {
        int at = index;
        while (text.at(at) == ' ' || text.at(at) == '\t') {
            at--;
        }
        int end = at;
        boolean dot = false;
        while (end - at < LONGEST && text.at(at) > ' ') {
            dot |= text.at(at) == '.' || text.at(at) == ']';
            at--;
        }
        return dot && isBreak(text.at(at));
    }

    private static boolean isName(LookaheadText text, int from, int to) {
        for (int at = from; at < to; at++) {
            int c = text.at(at);
            if (!AsciiChars.word(c) && c != '-' && c != '.') {
                return false;
            }
        }
        return to > from;
    }

    private static boolean isPassword(LookaheadText text, int from, int to) {
        for (int at = from; at < to; at++) {
            int c = text.at(at);
            if (c == ':' || c == '/' || c == '"' || c == ',' || c == ';' || c == '(') {
                return false;
            }
        }
        return (SecretValue.isStrange(text.part(from, to)) || SecretValue.isStrong(text.part(from, to)))
                && !SecretValue.isPlace(text.slice(from, to));
    }

    /** Returns whether the line before or behind has a name and a password, too. */
    private static boolean hasOther(LookaheadText text, int first, int end) {
        int next = text.at(end) == '\r' ? end + 2 : end + 1;
        int before = first - 1;
        while (first - before <= LONGEST && !isBreak(text.at(before - 1))) {
            before--;
        }
        return isLogin(text, next)
                || (before > 0 && before < first - 1 && isLogin(text, before))
                || (before == 0 && first > 1 && isLogin(text, 0));
    }

    private static boolean isLogin(LookaheadText text, int from) {
        int colon = from;
        while (colon - from < LONGEST && text.at(colon) > ' ' && text.at(colon) != ':') {
            colon++;
        }
        int end = colon;
        while (end - colon < Detector.LONGEST && text.at(end) > ' ') {
            end++;
        }
        return text.at(colon) == ':'
                && ends(text, end)
                && end - colon > SHORTEST
                && isName(text, from, colon)
                && isPassword(text, colon + 1, end);
    }
}
