package dev.plumbline.redaction;

/**
 * Detects mail addresses: a local part of at most 64 characters, and a domain of at most 253 whose last label is
 * letters.
 */
final class EmailDetector implements Detector {
    private static final int LOCAL = 64;
    private static final int DOMAIN = 253;
    private static final AsciiSet LOCAL_MARKS = AsciiSet.of("._%+-'!#$&*~");

    @Override
    public String kind() {
        return RedactionOptions.Kind.MAIL.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.hasAt();
    }

    @Override
    public boolean mayBegin(int c) {
        return c == '_' || AsciiChars.alnum(c);
    }

    @Override
    public int end(LookaheadText text, int from) {
        if ((!AsciiChars.anyAlnum(text.at(from)) && text.at(from) != '_') || !beginsWord(text, from)) {
            return NONE;
        }
        int at = from;
        while (at - from <= LOCAL && local(text.at(at)) && (at == from || !changes(text, at))) {
            at++;
        }
        return text.at(at) == '@' && at - from <= LOCAL ? domain(text, at + 1) : NONE;
    }

    private static boolean beginsWord(LookaheadText text, int from) {
        int at = from - 1;
        while (from - at <= 4 && local(text.at(at)) && !AsciiChars.anyAlnum(text.at(at))) {
            at--;
        }
        return !local(text.at(at)) || text.escaped(at) || changes(text, from);
    }

    /**
     * Returns whether a script without blanks between words begins or ends there: an address in ASCII has no blank
     * around it in such a text.
     */
    private static boolean changes(LookaheadText text, int at) {
        int c = text.at(at);
        int before = text.at(at - 1);
        return LookaheadText.unspaced(before)
                ? c < 128 && AsciiChars.alnum(c)
                : before < 128 && LookaheadText.unspaced(c);
    }

    private static boolean local(int c) {
        return c >= 0 && (AsciiChars.anyAlnum(c) || LOCAL_MARKS.contains(c));
    }

    private static int domain(LookaheadText text, int from) {
        int best = NONE;
        int label = from;
        int at = from;
        for (; at - from <= DOMAIN && host(text.at(at)) && !ends(text, at); at++) {
            if (text.at(at) == '.') {
                best = label > from && top(text, label, at) ? at : best;
                label = at + 1;
            }
        }
        while (at > label && text.at(at - 1) == '-') {
            at--;
        }
        return label > from && top(text, label, at) ? at : best;
    }

    private static boolean ends(LookaheadText text, int at) {
        return AsciiChars.alnum(text.at(at - 1)) && changes(text, at);
    }

    private static boolean host(int c) {
        return c >= 0 && (AsciiChars.anyAlnum(c) || c == '-' || c == '.');
    }

    private static boolean top(LookaheadText text, int from, int to) {
        boolean letters = to - from >= 2;
        for (int i = from; letters && i < to; i++) {
            int c = text.at(i);
            letters = c >= 128 || AsciiChars.letter(c) || text.says("xn--", from);
        }
        return letters;
    }
}
