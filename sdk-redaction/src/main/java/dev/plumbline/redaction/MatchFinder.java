package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All detectors at once: at each place the longest find counts, of equal ones the first detector's. */
final class MatchFinder {
    private static final int ALL = -1;
    private static final int ASCII = 128;

    private final Detector[] detectors;
    private final boolean insideWords;
    private final boolean atBlanks;

    /** By ASCII character, a bit for each detector whose finds may begin with it; empty when one looks at everything. */
    private final int[] beginners;

    private MatchFinder(boolean insideWords, boolean atBlanks, Detector... detectors) {
        this.detectors = detectors;
        this.insideWords = insideWords;
        this.atBlanks = atBlanks;
        this.beginners = detectors.length < 2 ? new int[0] : beginners(detectors);
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

    /** Finds begin where words do: that is what keeps part numbers whole, and hostile input cheap. None begins with a blank. */
    static MatchFinder of(List<Detector> detectors) {
        return new MatchFinder(false, false, detectors.toArray(Detector[]::new));
    }

    /** Finds begin where words do, or with any other character. */
    static MatchFinder ofWords(Detector words) {
        return new MatchFinder(false, true, words);
    }

    /** Finds begin anywhere. */
    static MatchFinder anywhere(Detector detector) {
        return new MatchFinder(true, true, detector);
    }

    /** What begins there. */
    Optional<Match> at(LookaheadText text, int from) {
        return Optional.ofNullable(find(text, from, ALL));
    }

    private @Nullable Match find(LookaheadText text, int from, int looking) {
        int c = text.at(from);
        int those = c >= 0 && c < beginners.length ? looking & beginners[c] : looking;
        return those != 0 && begins(text, from, c) ? longest(text, from, those) : null;
    }

    private boolean begins(LookaheadText text, int from, int c) {
        return c == ' ' ? atBlanks : insideWords || !AsciiChars.alnum(c) || !AsciiChars.alnum(text.at(from - 1));
    }

    private @Nullable Match longest(LookaheadText text, int from, int looking) {
        Detector best = null;
        int end = from;
        for (int i = 0; i < detectors.length; i++) {
            int its = (looking & 1 << i) == 0 ? Detector.NONE : detectors[i].end(text, from);
            if (its > end) {
                end = its;
                best = detectors[i];
            }
        }
        return best == null ? null : new Match(best.kind(), from, end);
    }

    /** All finds in a whole text, in order; only those who can find something in it look. */
    List<Match> all(CharSequence text) {
        int worth = worth(TextFeatures.of(text));
        return worth == 0 ? new ArrayList<>(0) : all(new LookaheadText(text, true), worth);
    }

    /** The same, whatever the text looks like. */
    List<Match> all(LookaheadText text) {
        return all(text, ALL);
    }

    private int worth(TextFeatures text) {
        int worth = 0;
        for (int i = 0; i < detectors.length; i++) {
            worth |= detectors[i].mayStand(text) ? 1 << i : 0;
        }
        return worth;
    }

    private List<Match> all(LookaheadText text, int looking) {
        List<Match> finds = new ArrayList<>(0);
        int at = 0;
        while (at < text.length()) {
            Match find = find(text, at, looking);
            if (find == null) {
                at++;
            } else {
                finds.add(find);
                at = find.end();
            }
        }
        return finds;
    }
}
