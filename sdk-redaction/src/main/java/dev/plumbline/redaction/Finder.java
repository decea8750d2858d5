package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All detectors at once: at each place the longest find counts, of equal ones the first detector's. */
final class Finder {
    private static final List<Detector> NONE = List.of();
    private static final Finder NOBODY = new Finder(NONE, false, false);

    private final Detector[] detectors;
    private final boolean insideWords;
    private final boolean atBlanks;

    private Finder(List<Detector> detectors, boolean insideWords, boolean atBlanks) {
        this.detectors = detectors.toArray(Detector[]::new);
        this.insideWords = insideWords;
        this.atBlanks = atBlanks;
    }

    /** Finds begin where words do: that is what keeps part numbers whole, and hostile input cheap. None begins with a blank. */
    static Finder of(List<Detector> detectors) {
        return new Finder(detectors, false, false);
    }

    /** Finds begin where words do, or with any other character. */
    static Finder ofWords(Detector words) {
        return new Finder(List.of(words), false, true);
    }

    /** Finds begin anywhere. */
    static Finder anywhere(Detector detector) {
        return new Finder(List.of(detector), true, true);
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
        Optional<Find> longest = Optional.empty();
        int end = from;
        for (Detector detector : detectors) {
            int its = detector.end(text, from);
            if (its > end) {
                end = its;
                longest = Optional.of(new Find(detector.kind(), from, its));
            }
        }
        return longest;
    }

    /** All finds in a whole text, in order; only those who can find something in it look. */
    List<Find> all(CharSequence text) {
        return worth(Outline.of(text)).all(new Peek(text, true));
    }

    private Finder worth(Outline text) {
        List<Detector> worth = NONE;
        for (Detector detector : detectors) {
            if (detector.mayStand(text)) {
                worth = worth.isEmpty() ? new ArrayList<>(detectors.length) : worth;
                worth.add(detector);
            }
        }
        return worth.isEmpty() ? NOBODY : new Finder(worth, insideWords, atBlanks);
    }

    List<Find> all(Peek text) {
        if (detectors.length == 0) {
            return new ArrayList<>(0);
        }
        List<Find> finds = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            Optional<Find> find = at(text, at);
            find.ifPresent(finds::add);
            at = find.map(Find::end).orElse(at + 1);
        }
        return finds;
    }
}
