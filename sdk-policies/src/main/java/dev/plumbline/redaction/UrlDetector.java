package dev.plumbline.redaction;

/**
 * Detects addresses of the web and of other services: a scheme, {@code ://} and what follows up to a blank, a quote or a
 * bracket, or a name that begins with {@code www.}. Of at most {@value Detector#LONGEST} characters. Off by default.
 */
final class UrlDetector implements Detector {
    private static final int LONGEST_SCHEME = 20;
    private static final String WWW = "www.";
    private static final String ENDS = "\"'<>()[]{}|`^\\";
    private static final String CLOSING = ".,;:!?";

    @Override
    public String kind() {
        return RedactionOptions.Kind.URL.name();
    }

    @Override
    public String signs() {
        return ".";
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.colons() > 0 || text.dots() > 1;
    }

    @Override
    public boolean mayBegin(int c) {
        return AsciiChars.letter(c);
    }

    @Override
    public int end(LookaheadText text, int from) {
        if (!AsciiChars.letter(text.at(from)) || text.escaped(from) || !text.startsToken(from)) {
            return NONE;
        }
        int start = text.says(WWW, from) ? from + WWW.length() : scheme(text, from);
        return start == NONE ? NONE : rest(text, from, start);
    }

    /** Returns the index after a scheme and its slashes. */
    private static int scheme(LookaheadText text, int from) {
        int at = from;
        while (at - from < LONGEST_SCHEME && (AsciiChars.alnum(text.at(at)) || isSchemeSign(text.at(at)))) {
            at++;
        }
        return text.says("://", at) ? at + 3 : NONE;
    }

    private static boolean isSchemeSign(int c) {
        return c == '+' || c == '-' || c == '.';
    }

    private static int rest(LookaheadText text, int from, int start) {
        int at = start;
        while (at - from < LONGEST && text.at(at) > ' ' && ENDS.indexOf(text.at(at)) < 0) {
            at++;
        }
        while (at > start && CLOSING.indexOf(text.at(at - 1)) >= 0) {
            at--;
        }
        return at > start ? at : NONE;
    }
}
