package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs all detectors together: at each position the longest match counts, of equal ones the first detector's. */
final class MatchFinder implements PieceScanner.Search {
    private static final int ALL = -1;
    private static final int ASCII = 128;

    private final Detector[] detectors;
    private final boolean insideWords;
    private final boolean atBlanks;

    /**
     * A bit for each detector whose matches may begin with an ASCII character, by character; empty if there is only one
     * detector.
     */
    private final int[] beginners;

    /** The bits of the detectors whose matches begin only where no code goes on, and where no encoded data goes on. */
    private final int ofNewCodes;

    private final int ofNewRuns;
    /** The bits of the detectors that are asked within a word, too. */
    private final int anywhere;

    private final long[] signs;
    /** A bit for each detector. */
    private final int asked;

    private MatchFinder(boolean insideWords, boolean atBlanks, Detector... detectors) {
        this.detectors = detectors;
        this.signs = PieceScanner.signs(detectors);
        this.ofNewCodes = those(detectors, Detector.Start.NEW_CODE);
        this.ofNewRuns = those(detectors, Detector.Start.NEW_RUN);
        this.anywhere = anywhere(detectors);
        this.asked = (1 << detectors.length) - 1;
        this.insideWords = insideWords;
        this.atBlanks = atBlanks;
        this.beginners = detectors.length < 2 ? new int[0] : beginners(detectors);
    }

    private static int those(Detector[] detectors, Detector.Start start) {
        int those = 0;
        for (int i = 0; i < detectors.length; i++) {
            those |= detectors[i].start() == start ? 1 << i : 0;
        }
        return those;
    }

    private static int anywhere(Detector... detectors) {
        int those = 0;
        for (int i = 0; i < detectors.length; i++) {
            those |= detectors[i].isAnywhere() ? 1 << i : 0;
        }
        return those;
    }

    @Override
    public int anywhere() {
        return anywhere;
    }

    private static int[] beginners(Detector[] detectors) {
        int[] beginners = new int[ASCII];
        for (int c = 0; c < ASCII; c++) {
            for (int i = 0; i < detectors.length; i++) {
                beginners[c] |= detectors[i].mayBegin(c) ? 1 << i : 0;
            }
        }
        return beginners;
    }

    /**
     * Returns a finder of matches at word starts, which keeps part numbers whole and bounds the cost of hostile input.
     * No match begins with a blank.
     */
    static MatchFinder of(List<Detector> detectors) {
        return new MatchFinder(false, false, detectors.toArray(new Detector[0]));
    }

    /** Returns a finder of matches at word starts and at any character that is not of a word. */
    static MatchFinder ofWords(Detector words) {
        return new MatchFinder(false, true, words);
    }

    /** Returns a finder of matches anywhere. */
    static MatchFinder anywhere(Detector detector) {
        return new MatchFinder(true, true, detector);
    }

    /** Returns the match that begins there. */
    Optional<Match> at(LookaheadText text, int from) {
        return Optional.ofNullable(find(text, from, ALL));
    }

    @Override
    public @Nullable Match find(LookaheadText text, int from, int looking) {
        int c = text.at(from);
        int those = c >= 0 && c < beginners.length ? looking & beginners[c] : looking;
        int its = begins(text, from, c) ? beginning(text, from, those) : those & anywhere;
        return its == 0 ? null : longest(text, from, its);
    }

    /** Returns the detectors, without those whose matches do not begin behind what is there. */
    private int beginning(LookaheadText text, int from, int those) {
        int left = those;
        if ((left & ofNewCodes) != 0 && !DigitGroups.begun(text, from)) {
            left &= ~ofNewCodes;
        }
        if ((left & ofNewRuns) != 0 && text.isInEncoded(from)) {
            left &= ~ofNewRuns;
        }
        return left;
    }

    private boolean begins(LookaheadText text, int from, int c) {
        return c == ' '
                ? atBlanks
                : insideWords || !AsciiChars.alnum(c) || (text.startsToken(from) && !text.escaped(from));
    }

    private @Nullable Match longest(LookaheadText text, int from, int looking) {
        Detector best = null;
        int end = from;
        for (int rest = looking & asked; rest != 0; rest &= rest - 1) {
            Detector detector = detectors[Integer.numberOfTrailingZeros(rest)];
            int its = detector.end(text, from);
            if (its > end) {
                end = its;
                best = detector;
            }
        }
        return best == null ? null : new Match(best.kind(), from, isCut(from, end) ? rest(text, end) : end);
    }

    /** Returns whether a detector has stopped there, and a value may go on: one that is known is as long as it is. */
    private boolean isCut(int from, int end) {
        return end - from >= Detector.LONGEST && !atBlanks;
    }

    /** Returns the end of the rest of a long value. */
    private static int rest(LookaheadText text, int from) {
        int at = from;
        while (AsciiChars.token(text.at(at))) {
            at++;
        }
        return at;
    }

    /** Returns all matches in a whole text, in order; only detectors that can have a match in it run. */
    List<Match> all(CharSequence text) {
        char[] chars = text.toString().toCharArray();
        CharSequence normalized = NormalizedText.of(text, chars);
        char[] read =
                normalized instanceof NormalizedText view ? view.toString().toCharArray() : chars;
        boolean pieces = !insideWords && !atBlanks;
        if (pieces && PieceScanner.isPlain(signs, read)) {
            return new ArrayList<>(0);
        }
        LookaheadText lookahead = LookaheadText.of(normalized, text instanceof String ? read : new char[0]);
        List<Match> matches = pieces ? new PieceScanner(this, signs, read, lookahead).matches() : all(lookahead);
        if (normalized instanceof NormalizedText view) {
            matches.replaceAll(view::original);
        }
        return matches;
    }

    /** Returns all matches in a text with every detector, whatever the text's features. */
    List<Match> all(LookaheadText text) {
        List<Match> finds = new ArrayList<>(0);
        int at = 0;
        while (at < text.length()) {
            Match find = find(text, at, ALL);
            if (find == null) {
                at++;
            } else {
                finds.add(find);
                at = find.end();
            }
        }
        return finds;
    }

    @Override
    public int worth(TextFeatures text) {
        int worth = 0;
        for (int i = 0; i < detectors.length; i++) {
            worth |= detectors[i].mayStand(text) ? 1 << i : 0;
        }
        return worth;
    }
}
