package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole text once, piece by piece. Most pieces of a text are words, and only in others can a match begin; each
 * detector runs only at the pieces whose features it needs. Used by one thread, for one text.
 */
final class PieceScanner {
    private static final int ASCII = 128;

    /** What a match needs, one behind the other in the bits of a number; a bit for each character of it. */
    private static final int FIRST_OF_BEARER = 1;

    private static final int FIRST_OF_BASIC = 1 << 6;
    private static final int DASH = 1 << 11;
    private static final int BEFORE_CAPITAL = 1 << 13;
    private static final int SIGN = 1 << 16;

    private static final int FIRST = FIRST_OF_BEARER | FIRST_OF_BASIC | DASH | BEFORE_CAPITAL | SIGN;
    private static final int LAST = FIRST_OF_BEARER << 5 | FIRST_OF_BASIC << 4 | DASH << 1 | BEFORE_CAPITAL << 2 | SIGN;

    /** The length below which a word without digits and signs is no key and no encoded data. */
    private static final int LONG_WORD = 12;

    /** The number of decimals from which on a number is no group of another, and the most digits before them. */
    private static final int FEWEST_DECIMALS = 5;

    private static final int MOST_WHOLE = 5;

    /** The number of different features that are remembered, as a power of two, and a number to scatter them. */
    private static final int KNOWN_BITS = 5;

    private static final int SCATTER = 0x9e3779b1;

    private final Search search;
    private final int[] signs;
    private final char[] text;
    private final LookaheadText lookahead;
    private final TextFeatures features;
    /** The features of pieces that were looked at, plus one, and behind them the detectors for each; empty before. */
    private int[] known = new int[0];

    private final List<Match> matches = new ArrayList<>(0);

    /** Creates a scanner of the characters of a text, which detectors read as {@code lookahead}. */
    PieceScanner(Search search, int[] signs, char[] text, LookaheadText lookahead) {
        this.search = search;
        this.signs = signs;
        this.text = text;
        this.lookahead = lookahead;
        this.features = new TextFeatures(text, lookahead);
    }

    /**
     * Returns for each ASCII character, and for all others together, the bits of what it can be: a digit or a sign, the
     * first or second of two dashes, a capital behind two characters, and each letter of the schemes of a login.
     */
    static int[] signs(Detector... detectors) {
        int[] signs = new int[ASCII + 1];
        for (int c = ' ' + 1; c <= ASCII; c++) {
            signs[c] = BEFORE_CAPITAL | BEFORE_CAPITAL << 1 | (c >= 'A' && c <= 'Z' ? BEFORE_CAPITAL << 2 : 0);
        }
        signs['-'] |= DASH | DASH << 1;
        addWord(signs, FIRST_OF_BEARER, "bearer");
        addWord(signs, FIRST_OF_BASIC, "basic");
        StringBuilder all = new StringBuilder("0123456789@:=%\\&\"'");
        for (Detector detector : detectors) {
            all.append(detector.signs());
        }
        for (int i = 0; i < all.length(); i++) {
            signs[all.charAt(i)] |= SIGN;
        }
        return signs;
    }

    private static void addWord(int[] signs, int first, String word) {
        for (int i = 0; i < word.length(); i++) {
            signs[word.charAt(i)] |= first << i;
            signs[word.charAt(i) - 'a' + 'A'] |= first << i;
        }
    }

    /** Returns whether nothing in a text can begin a match, so that it needs no scanner. */
    static boolean isPlain(int[] signs, char[] text) {
        return candidate(signs, text, 0) == text.length;
    }

    List<Match> matches() {
        int at = 0;
        boolean announced = false;
        while (at < text.length) {
            int start = announced ? skipBlanks(at) : next(at);
            at = start;
            int seen = 0;
            while (at < text.length && text[at] > ' ') {
                seen |= signs[Math.min(text[at++], ASCII)];
            }
            if (at > start) {
                boolean candidate = (seen & SIGN) != 0 || announced || at - start >= LONG_WORD;
                boolean looked = candidate || isPrefix(start, at) || ((seen & DASH) != 0 && isDashed(start, at));
                if (looked && (announced || !isDecimal(start, at))) {
                    at = scan(start, at, announced);
                }
                announced = announces(at - 1);
            }
        }
        return matches;
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < text.length && text[at] <= ' ') {
            at++;
        }
        return at;
    }

    /** Returns the beginning of the next piece that may have a match. */
    private int next(int from) {
        int at = candidate(signs, text, from);
        return at == text.length ? at : beginning(at, from);
    }

    /**
     * Returns the index of the last character of the next sign of a match; the length of the text if there is none. The
     * characters are compared with all that a match needs at once, without a branch for each word.
     */
    private static int candidate(int[] signs, char[] text, int from) {
        int found = 0;
        int at = from;
        while (at < text.length && (found & LAST) == 0) {
            found = (found << 1 | FIRST) & signs[Math.min(text[at++], ASCII)];
        }
        return (found & LAST) == 0 ? text.length : at - 1;
    }

    /** Returns the beginning of the piece around an index, or of the word before it that may belong to its number. */
    private int beginning(int index, int least) {
        int at = pieceStart(index, least);
        boolean prefixed =
                at - 2 >= least && AsciiChars.digit(text[at]) && text[at - 1] == ' ' && AsciiChars.letter(text[at - 2]);
        return prefixed ? pieceStart(at - 2, least) : at;
    }

    private int pieceStart(int index, int least) {
        int at = index;
        while (at > least && text[at - 1] > ' ') {
            at--;
        }
        return at;
    }

    /** Returns whether a number follows, of which a word may be the beginning. */
    private boolean isPrefix(int start, int end) {
        return end - start > 1
                && end + 1 < text.length
                && AsciiChars.digit(text[end + 1])
                && lookahead.startsToken(end - 2);
    }

    /**
     * Returns whether a piece is one number with so many decimals that no detector has a match in it: a quick check, as
     * drawings are full of them. No number goes on behind it, and no word for an id is before it if it has the digits
     * of one.
     */
    private boolean isDecimal(int start, int end) {
        int first = text[start] == '-' ? start + 1 : start;
        int point = digitsEnd(first, Math.min(end, first + MOST_WHOLE + 1));
        if (point == first || point - first > MOST_WHOLE || point >= end || text[point] != '.') {
            return false;
        }
        int last = digitsEnd(point + 1, end);
        int behind = last < end && text[last] == ',' ? last + 1 : last;
        int digits = last - first - 1;
        return last - point > FEWEST_DECIMALS
                && behind == end
                && (behind > last || !goesOn(last))
                && (digits < NationalIdFormat.FEWEST
                        || digits > NationalIdFormat.MOST
                        || !lookahead.before(first, NationalIdDetector.NUMBERED));
    }

    private int digitsEnd(int from, int to) {
        int at = from;
        while (at < to && AsciiChars.digit(text[at])) {
            at++;
        }
        return at;
    }

    /** Returns whether digits follow that may belong to the number before. */
    private boolean goesOn(int from) {
        int at = from;
        while (at < text.length && at - from <= AsciiChars.MOST_BETWEEN && AsciiChars.between(text[at])) {
            at++;
        }
        return at < text.length && AsciiChars.digit(text[at]);
    }

    private boolean isDashed(int start, int end) {
        for (int i = start + 1; i < end; i++) {
            if (text[i] == '-' && text[i - 1] == '-') {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a value may be assigned to what follows: by a sign, within quotes, or after a scheme of a login. */
    private boolean announces(int last) {
        return switch (text[last]) {
            case ':', '=', '"', '\'' -> true;
            case 'r', 'R' -> last >= 5 && lookahead.says("bearer", last - 5);
            case 'c', 'C' -> last >= 4 && lookahead.says("basic", last - 4);
            default -> false;
        };
    }

    private int scan(int start, int end, boolean announced) {
        int looking = worth(features.of(start, end, announced));
        int at = start;
        while (looking != 0 && at < end) {
            Match match = isInside(at) ? null : search.find(lookahead, at, looking);
            if (match != null) {
                matches.add(match);
            }
            at = match == null ? at + 1 : match.end();
        }
        return Math.max(at, end);
    }

    /** Returns whether it is inside of a word or number, where no match begins: a quick check. */
    private boolean isInside(int at) {
        return at > 1 && AsciiChars.alnum(text[at]) && AsciiChars.alnum(text[at - 1]) && text[at - 2] != '\\';
    }

    /** Returns the detectors for a piece; those for pieces with the same features are known. */
    private int worth(TextFeatures piece) {
        int all = piece.all();
        int place = (all * SCATTER) >>> (Integer.SIZE - KNOWN_BITS) << 1;
        if (known.length == 0) {
            known = new int[2 << KNOWN_BITS];
        }
        if (known[place] != all + 1) {
            known[place] = all + 1;
            known[place + 1] = search.worth(piece);
        }
        return known[place + 1];
    }

    /** The detectors, by a bit for each. */
    interface Search {
        /** Returns the bits of the detectors that can have a match in a piece with these features. */
        int worth(TextFeatures piece);

        /** Returns the match of one of these detectors that begins there. */
        @Nullable
        Match find(LookaheadText text, int from, int detectors);
    }
}
