package dev.plumbline.redaction;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Detects encoded runs of at most {@value Detector#LONGEST} characters that contain a match: percent encoding, {@code \\u}
 * escapes, HTML entities, base64 and base64url. The whole run is hidden.
 */
final class EncodedDataDetector implements Detector {
    static final String KIND = "ENCODED";
    private static final int LONGEST_ENTITY = 10;
    private static final int SHORTEST = 8;
    private static final int SHORTEST_BASE64 = 12;

    private static final AsciiSet BASE64_MARKS = AsciiSet.of("+/_-");

    private final MatchFinder inside;

    EncodedDataDetector(MatchFinder inside) {
        this.inside = inside;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return (text.length() >= SHORTEST_BASE64 && text.isRandom()) || text.isEscaped();
    }

    @Override
    public boolean mayBegin(int c) {
        return AsciiChars.encoded(c) || c == '&';
    }

    /** Returns the end of an HTML entity that begins there; {@code from} if none does. */
    private static int entity(LookaheadText text, int from) {
        int at = from + 1;
        while (text.at(from) == '&'
                && at - from < LONGEST_ENTITY
                && (AsciiChars.alnum(text.at(at)) || (text.at(at) == '#' && at == from + 1))) {
            at++;
        }
        return text.at(from) == '&' && at > from + 2 && text.at(at) == ';' ? at + 1 : from;
    }

    @Override
    public Start start() {
        return Start.NEW_RUN;
    }

    @Override
    public int end(LookaheadText text, int from) {
        boolean begins = AsciiChars.encoded(text.at(from)) || entity(text, from) > from;
        if (!begins) {
            return NONE;
        }
        int at = runEnd(text, from);
        if (at - from == LONGEST) {
            return NONE;
        }
        while (at > from && text.at(at - 1) == '\\') {
            at--; // it escapes what follows, for example the quote that ends a string of JSON
        }
        boolean escaped = false;
        boolean plain = true;
        for (int i = from; i < at; i++) {
            int c = text.at(i);
            plain &= base64(c);
            escaped |= c == '&' || c == '%' || c == '\\';
        }
        int length = at - from;
        if (length < (escaped ? SHORTEST : SHORTEST_BASE64)) {
            return NONE;
        }
        boolean decodable = escaped || (plain && length % 4 != 1);
        return decodable && hides(text.slice(from, at), escaped) ? padded(text, at) : NONE;
    }

    private int runEnd(LookaheadText text, int from) {
        int at = from;
        while (at - from < LONGEST && !(text.at(at) == '\\' && text.escaped(at + 1))) {
            int c = text.at(at);
            int next = c == '&' ? entity(text, at) : AsciiChars.encoded(c) ? at + 1 : at;
            if (next == at) {
                break;
            }
            at = next;
        }
        return at;
    }

    private static int padded(LookaheadText text, int end) {
        int at = end;
        while (at - end < 2 && text.at(at) == '=') {
            at++;
        }
        return at;
    }

    private static boolean base64(int c) {
        return AsciiChars.alnum(c) || BASE64_MARKS.contains(c);
    }

    private boolean hides(String run, boolean escaped) {
        return escaped
                ? found(EscapeDecoder.decode(run))
                : base64(run).filter(this::found).isPresent();
    }

    private boolean found(String decoded) {
        return !inside.all(decoded).isEmpty();
    }

    /**
     * Returns whether the decoded bytes have a control character, or begin with a byte that no character begins with: a
     * quick check, true only of what is not readable.
     */
    private static boolean isUnreadable(String run) {
        int bits = 0;
        for (int i = 0; i < run.length(); i++) {
            bits = bits << 6 | value(run.charAt(i));
            if (i % 4 != 0) {
                int left = 6 - 2 * (i % 4);
                int b = bits >> left & 0xff;
                boolean control = b < ' ' && b != '\n' && b != '\t' && b != '\r';
                boolean malformed = b >= 0xf5 || b == 0xc0 || b == 0xc1 || (i == 1 && b >= 0x80 && b < 0xc0);
                if (control || malformed) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int value(char c) {
        if (AsciiChars.letter(c)) {
            return c >= 'a' ? c - 'a' + 26 : c - 'A';
        }
        return AsciiChars.digit(c) ? c - '0' + 52 : c == '+' || c == '-' ? 62 : 63;
    }

    private static Optional<String> base64(String run) {
        if (isUnreadable(run)) {
            return Optional.empty();
        }
        String plain = run.replace('-', '+').replace('_', '/');
        String text = new String(Base64.getDecoder().decode(plain), StandardCharsets.UTF_8);
        boolean readable = text.chars().allMatch(c -> (c >= ' ' && c != 0xFFFD) || c == '\n' || c == '\t' || c == '\r');
        return readable ? Optional.of(text) : Optional.empty();
    }
}
