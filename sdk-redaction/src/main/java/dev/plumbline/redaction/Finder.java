package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All detectors at once: at each place the longest find counts, of equal ones the first detector's. */
final class Finder {
    private static final Finder NOBODY = new Finder(new Detector[0], false, false);

    private final Detector[] detectors;
    private final boolean insideWords;
    private final boolean atBlanks;

    private Finder(Detector[] detectors, boolean insideWords, boolean atBlanks) {
        this.detectors = detectors;
        this.insideWords = insideWords;
        this.atBlanks = atBlanks;
    }

    /** Finds begin where words do: that is what keeps part numbers whole, and hostile input cheap. None begins with a blank. */
    static Finder of(List<Detector> detectors) {
        return new Finder(detectors.toArray(Detector[]::new), false, false);
    }

    /** Finds begin where words do, or with any other character. */
    static Finder ofWords(Detector words) {
        return new Finder(new Detector[] {words}, false, true);
    }

    /** Finds begin anywhere. */
    static Finder anywhere(Detector detector) {
        return new Finder(new Detector[] {detector}, true, true);
    }

    /** What begins there. */
    Optional<Find> at(Peek text, int from) {
        return begins(text, from) ? longest(text, from) : Optional.empty();
    }

    private boolean begins(Peek text, int from) {
        int c = text.at(from);
        return c == ' ' ? atBlanks : insideWords || !Chars.alnum(c) || !Chars.alnum(text.at(from - 1));
    }

    private Optional<Find> longest(Peek text, int from) {
        @Nullable Detector best = null;
        int end = from;
        for (Detector detector : detectors) {
            int its = detector.end(text, from);
            if (its > end) {
                end = its;
                best = detector;
            }
        }
        return best == null ? Optional.empty() : Optional.of(new Find(best.kind(), from, end));
    }

    /** All finds in a whole text, in order; only those who can find something in it look. */
    List<Find> all(CharSequence text) {
        Finder worth = worth(Outline.of(text));
        return worth == NOBODY ? new ArrayList<>(0) : worth.all(new Peek(text, true));
    }

    /** Itself when all of them can. */
    private Finder worth(Outline text) {
        int count = 0;
        for (Detector detector : detectors) {
            count += detector.mayStand(text) ? 1 : 0;
        }
        return count == 0 ? NOBODY : count == detectors.length ? this : worth(text, count);
    }

    private Finder worth(Outline text, int count) {
        Detector[] worth = new Detector[count];
        int at = 0;
        for (Detector detector : detectors) {
            if (detector.mayStand(text)) {
                worth[at++] = detector;
            }
        }
        return new Finder(worth, insideWords, atBlanks);
    }

    List<Find> all(Peek text) {
        List<Find> finds = new ArrayList<>(0);
        int at = 0;
        while (at < text.length()) {
            Optional<Find> find = at(text, at);
            if (find.isPresent()) {
                finds.add(find.get());
            }
            at = find.isPresent() ? find.get().end() : at + 1;
        }
        return finds;
    }
}
