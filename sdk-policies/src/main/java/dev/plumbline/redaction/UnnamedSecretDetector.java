package dev.plumbline.redaction;

/**
 * Detects a secret that no name is before: one that is before its name ({@code use X as the password}, {@code X is my
 * PIN}) if a verb or a preposition leads from it to its name, or behind the name of a user that all systems have ({@code admin
 * / X}).
 */
final class UnnamedSecretDetector implements Detector {
    private static final int SHORTEST = 6;

    private static final int LONGEST = 64;

    /** How far behind the value its name begins. */
    private static final int FAR = 48;

    /** The words between a value and its name, of which the first is a verb or a preposition. */
    private static final int MOST_WORDS = 4;

    private static final int LONGEST_LINK = 8;

    private static final int LONGEST_USER = 16;

    private static final AsciiSet ENDS = AsciiSet.of("\"'`()<>;|");

    @Override
    public String kind() {
        return RedactionOptions.Kind.KEY.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.isRandom() && text.length() >= SHORTEST && (text.isFollowed() || text.isSlashed());
    }

    @Override
    public boolean mayBegin(int c) {
        return AsciiChars.letter(c);
    }

    @Override
    public int end(LookaheadText text, int from) {
        int before = text.at(from - 1);
        if (before > ' ' && !SecretLines.isQuote(before) && before != '(' && before != '«') {
            return NONE;
        }
        int end = from;
        boolean random = false;
        for (int c = text.at(end); c > ' ' && !ENDS.contains(c) && end - from < LONGEST; c = text.at(++end)) {
            random |= AsciiChars.digit(c) || (c >= 'A' && c <= 'Z' && end > from + 1);
        }
        if (!random || end - from < SHORTEST || end - from == LONGEST) {
            return NONE;
        }
        while (text.at(end - 1) == ','
                || text.at(end - 1) == '”'
                || text.at(end - 1) == '“'
                || text.at(end - 1) == '»') {
            end--;
        }
        CharSequence value = text.part(from, end);
        boolean strange = SecretValue.isStrange(value);
        if (!strange && !SecretValue.isStrong(value)) {
            return NONE;
        }
        int at = end;
        while (at - end < 3 && (SecretLines.isQuote(text.at(at)) || ",)”»".indexOf(text.at(at)) >= 0)) {
            at++;
        }
        if (strange && isBehindUser(text, from)) {
            return end;
        }
        if (text.at(at) != ' ' || !TextFeatures.mayGoOn(text.at(at + 1))) {
            return NONE;
        }
        if (text.says("/user:", at + 1) || isOfNewUser(text, from, at + 1) || isSetWhere(text, at + 1)) {
            return end;
        }
        boolean leads = leads(text, at + 1);
        if (!leads && text.at(at - 1) != ',') {
            return NONE;
        }
        return isNamed(text, at + 1, leads ? MOST_WORDS : 1) && (leads || SecretValue.isStrong(value)) ? end : NONE;
    }

    /** Returns whether a command of Windows adds a user with it: {@code net user anna x /add}. */
    private static boolean isOfNewUser(LookaheadText text, int from, int behind) {
        int at = from;
        while (text.says("/add", behind) && from - at < FAR && text.at(at) >= ' ' && !text.says("net user", at)) {
            at--;
        }
        return from - at > 0 && from - at < FAR && text.says("net user", at);
    }

    /** Returns whether SQL changes the value of what has the name of a secret: {@code 'x' WHERE name='smtp_password'}. */
    private static boolean isSetWhere(LookaheadText text, int from) {
        if (!text.says("where ", from)) {
            return false;
        }
        int quote = from;
        while (quote - from < FAR && text.at(quote) >= ' ' && text.at(quote) != '\'') {
            quote++;
        }
        int end = quote + 1;
        while (text.at(quote) == '\'' && end - quote < FAR && text.at(end) > ' ' && text.at(end) != '\'') {
            end++;
        }
        SecretNames names = new SecretNames(text);
        long found = 0;
        for (int at = quote + 1; at < end; at++) {
            found = PieceScanner.step(found, (char) text.at(at));
            SecretNames.Name name = PieceScanner.isName(found) ? names.at(at, PieceScanner.names(found)) : null;
            if (name != null && name.end() == end && isSecret(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBehindUser(LookaheadText text, int from) {
        if (text.at(from - 1) != ' ' || text.at(from - 2) != '/' || text.at(from - 3) != ' ') {
            return false;
        }
        int start = from - 3;
        while (from - start < LONGEST_USER && Character.isLetter(text.at(start - 1))) {
            start--;
        }
        return (SentenceWords.roles(text, start, from - 3) & SentenceWords.USER) != 0;
    }

    private static boolean leads(LookaheadText text, int from) {
        int end = from;
        while (end - from <= LONGEST_LINK && Character.isLetter(text.at(end))) {
            end++;
        }
        end = end == from && text.at(from) > ' ' ? from + 1 : end;
        return end - from <= LONGEST_LINK
                && (text.at(end) == ' ' || text.at(from) == '(')
                && (SentenceWords.roles(text, from, end) & SentenceWords.LEADS) != 0;
    }

    /** Returns whether the name of a secret follows in a few words, and no value behind it. */
    private static boolean isNamed(LookaheadText text, int from, int most) {
        SecretNames names = new SecretNames(text);
        int words = 0;
        long found = 0;
        for (int at = from; at - from < FAR && words <= most; at++) {
            int c = text.at(at);
            if (c < ' ' || c == '.' || c == ',' || c == ':' || c == '=' || AsciiChars.digit(c)) {
                return false;
            }
            words += c == ' ' ? 1 : 0;
            found = PieceScanner.step(found, (char) c);
            SecretNames.Name name = PieceScanner.isName(found) ? names.at(at, PieceScanner.names(found)) : null;
            if (name != null && name.start() >= from && isSecret(name)) {
                int next = text.at(name.end()) == ' ' ? text.at(name.end() + 1) : text.at(name.end());
                return next != ':' && next != '=' && next != '"' && !AsciiChars.digit(next);
            }
        }
        return false;
    }

    private static boolean isSecret(SecretNames.Name name) {
        return name.kind() != SecretNames.Kind.SESSION
                && name.kind() != SecretNames.Kind.RANDOM
                && name.kind() != SecretNames.Kind.MAYBE;
    }
}
