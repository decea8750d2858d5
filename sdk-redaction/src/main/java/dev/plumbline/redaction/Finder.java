package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All detectors at once: at each place the longest find counts, of equal ones the first detector's. */
final class Finder {
    private final Detector[] detectors;
    private final boolean insideWords;

    private Finder(List<Detector> detectors, boolean insideWords) {
        this.detectors = detectors.toArray(Detector[]::new);
        this.insideWords = insideWords;
    }

    /** Finds begin where words do: that is what keeps part numbers whole, and hostile input cheap. */
    static Finder of(List<Detector> detectors) {
        return new Finder(detectors, false);
    }

    /** Finds begin anywhere. */
    static Finder anywhere(Detector detector) {
        return new Finder(List.of(detector), true);
    }

    /** What begins there. */
    Optional<Find> at(Peek text, int from) {
        boolean inside = !insideWords && Chars.alnum(text.at(from - 1)) && Chars.alnum(text.at(from));
        return inside ? Optional.empty() : longest(text, from);
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

    /** All finds in a whole text, in order. */
    List<Find> all(CharSequence text) {
        return all(new Peek(text, true));
    }

    List<Find> all(Peek text) {
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
