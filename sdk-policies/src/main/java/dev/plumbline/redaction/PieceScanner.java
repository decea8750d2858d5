package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole text once, piece by piece. Most pieces of a text are words, and only in others can a match begin; each
 * detector runs only at the pieces whose features it needs. Used by one thread, for one text.
 */
final class PieceScanner {
    private static final int ASCII = 128;

    /** What a match needs, one behind the other in the bits of a number; a bit for each character of it. */
    private static final long FIRST_OF_BEARER = 1;

    private static final long FIRST_OF_BASIC = 1 << 6;
    private static final long DASH = 1 << 11;
    private static final long BEFORE_CAPITAL = 1 << 13;
    private static final long SIGN = 1 << 16;
    private static final long FIRST_OF_SECRETS = 1 << 17;
    private static final long SECRETS = SecretSigns.lasts(FIRST_OF_SECRETS);
    private static final long NAMES_BEGIN = SecretSigns.firsts(FIRST_OF_SECRETS);

    private static final long FIRST = FIRST_OF_BEARER | FIRST_OF_BASIC | DASH | BEFORE_CAPITAL | SIGN | NAMES_BEGIN;
    private static final long LAST =
            FIRST_OF_BEARER << 5 | FIRST_OF_BASIC << 4 | DASH << 1 | BEFORE_CAPITAL << 2 | SIGN | SECRETS;

    private static final long OTHERS = LAST & ~SECRETS;

    /** The length of the longest sign, less one. */
    private static final int MOST_OF_SIGN = 5;

    /** The signs of names of secrets alone. */
    private static final List<Long> NAMES = names();

    /** The length below which a word without digits and signs is no key and no encoded data. */
    private static final int LONG_WORD = 12;

    /** The number of decimals from which on a number is no group of another, and the most digits before them. */
    private static final int FEWEST_DECIMALS = 5;

    private static final int MOST_WHOLE = 5;

    /** The number of different features that are remembered, as a power of two, and a number to scatter them. */
    private static final int KNOWN_BITS = 5;

    private static final int SCATTER = 0x9e3779b1;

    private final Search search;
    private final long[] signs;
    private final char[] text;
    private final LookaheadText lookahead;
    private final TextFeatures features;
    /** The features of pieces that were looked at, plus one, and behind them the detectors for each; empty before. */
    private int[] known = new int[0];

    private final List<Match> matches = new ArrayList<>(0);

    /** Creates a scanner of the characters of a text, which detectors read as {@code lookahead}. */
    PieceScanner(Search search, long[] signs, char[] text, LookaheadText lookahead) {
        this.search = search;
        this.signs = signs;
        this.text = text;
        this.lookahead = lookahead;
        this.features = new TextFeatures(text, lookahead);
        lookahead.namesAreGiven();
    }

    /**
     * Returns for each ASCII character, and for all others together, the bits of what it can be: a digit or a sign, the
     * first or second of two dashes, a capital behind two characters, and each letter of the schemes of a login.
     */
    static long[] signs(Detector... detectors) {
        long[] signs = new long[ASCII + 1];
        for (int c = ' ' + 1; c <= ASCII; c++) {
            signs[c] = BEFORE_CAPITAL | BEFORE_CAPITAL << 1 | (c >= 'A' && c <= 'Z' ? BEFORE_CAPITAL << 2 : 0);
        }
        signs['-'] |= DASH | DASH << 1;
        addWord(signs, FIRST_OF_BEARER, "bearer");
        addWord(signs, FIRST_OF_BASIC, "basic");
        StringBuilder all = new StringBuilder("0123456789@:=%\\&\"'");
        for (Detector detector : detectors) {
            all.append(detector.signs());
            if (detector.isAnywhere()) {
                SecretSigns.add(signs, FIRST_OF_SECRETS);
            }
        }
        for (int i = 0; i < all.length(); i++) {
            signs[all.charAt(i)] |= SIGN;
        }
        return signs;
    }

    private static void addWord(long[] signs, long first, String word) {
        for (int i = 0; i < word.length(); i++) {
            signs[word.charAt(i)] |= first << i;
            signs[word.charAt(i) - 'a' + 'A'] |= first << i;
        }
    }

    private static List<Long> names() {
        long[] signs = new long[ASCII + 1];
        SecretSigns.add(signs, FIRST_OF_SECRETS);
        return Arrays.stream(signs).boxed().toList();
    }

    /** Returns what is found of names of secrets with the next character. */
    static long step(long found, char next) {
        return (found << 1 | NAMES_BEGIN) & NAMES.get(Math.min(next, ASCII));
    }

    /** Returns whether a part of a name of a secret is found. */
    static boolean isName(long found) {
        return names(found) != 0;
    }

    /** Returns the parts of names of secrets that are found. */
    static long names(long found) {
        return found & SECRETS;
    }

    /** Returns whether nothing in a text can begin a match, so that it needs no scanner. */
    static boolean isPlain(long[] signs, char[] text) {
        return candidate(signs, text, 0, text.length, 0) == text.length;
    }

    List<Match> matches() {
        int at = 0;
        boolean announced = false;
        while (at < text.length) {
            int start = announced ? skipBlanks(at) : next(at);
            at = start;
            long seen = 0;
            long found = 0;
            while (at < text.length && text[at] > ' ') {
                long its = signs[Math.min(text[at], ASCII)];
                seen |= its;
                found = (found << 1 | FIRST) & its;
                if ((found & SECRETS) != 0) {
                    lookahead.readName(at, found & SECRETS);
                }
                at++;
            }
            if (at > start) {
                boolean candidate = (seen & SIGN) != 0 || announced || at - start >= LONG_WORD;
                boolean looked = candidate
                        || lookahead.nextSecret(start) < at
                        || isPrefix(start, at)
                        || ((seen & DASH) != 0 && isDashed(start, at));
                if (looked && (announced || lookahead.nextSecret(start) < at || !isDecimal(start, at))) {
                    int end = at;
                    at = scan(start, end, announced);
                    readNames(end, at);
                }
                announced = announces(at - 1);
            }
        }
        return matches;
    }

    /** Reads the names of secrets in a part that was not read piece by piece. */
    private void readNames(int from, int to) {
        long found = 0;
        for (int at = from; at < to; at++) {
            found = (found << 1 | FIRST) & signs[Math.min(text[at], ASCII)];
            if ((found & SECRETS) != 0) {
                lookahead.readName(at, found & SECRETS);
            }
        }
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < text.length && text[at] <= ' ') {
            at++;
        }
        return at;
    }

    /** Returns the beginning of the next piece that may have a match; names of secrets on the way are read. */
    private int next(int from) {
        int end = Math.min(text.length, lookahead.nextSecret(from));
        long found = 0;
        int at = from;
        while (true) {
            int sign = candidate(signs, text, at, end, found);
            if (sign >= end) {
                return end == text.length ? end : beginning(end, from);
            }
            found = found(Math.max(from, sign - MOST_OF_SIGN), sign + 1);
            if ((found & OTHERS) != 0) {
                return beginning(sign, from);
            }
            lookahead.readName(sign, found & SECRETS);
            end = Math.min(text.length, lookahead.nextSecret(from));
            at = sign + 1;
        }
    }

    /** Returns what is found of signs in a part of the text. */
    private long found(int from, int to) {
        long found = 0;
        for (int at = from; at < to; at++) {
            found = (found << 1 | FIRST) & signs[Math.min(text[at], ASCII)];
        }
        return found;
    }

    /**
     * Returns the index of the last character of the next sign of a match; {@code end} if there is none. The characters
     * are compared with all that a match needs at once, without a branch for each word.
     *
     * @param before what is found of signs before
     */
    private static int candidate(long[] signs, char[] text, int from, int end, long before) {
        long found = before & ~LAST;
        int at = from;
        while (at < end && (found & LAST) == 0) {
            found = (found << 1 | FIRST) & signs[Math.min(text[at++], ASCII)];
        }
        return (found & LAST) == 0 ? end : at - 1;
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
        int secret = lookahead.nextSecret(start);
        while (at < end && (looking != 0 || secret < end)) {
            boolean begins = at == secret;
            Match match = !begins && isInside(at)
                    ? null
                    : search.find(lookahead, at, begins ? looking | search.anywhere() : looking);
            if (match != null) {
                matches.add(match);
            }
            at = match == null ? at + 1 : match.end();
            secret = secret < at ? lookahead.nextSecret(at) : secret;
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
        /** Returns the bits of the detectors that are asked where a secret begins. */
        int anywhere();

        /** Returns the bits of the detectors that can have a match in a piece with these features. */
        int worth(TextFeatures piece);

        /** Returns the match of one of these detectors that begins there. */
        @Nullable
        Match find(LookaheadText text, int from, int detectors);
    }
}
