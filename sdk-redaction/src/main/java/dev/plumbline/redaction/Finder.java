package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All detectors at once: at each place the longest find counts, of equal ones the first detector's. */
final class Finder {
    private final Detector[] detectors;

    Finder(List<Detector> detectors) {
        this.detectors = detectors.toArray(Detector[]::new);
    }

    /** What begins there. Inside a word nothing does: that is what keeps part numbers whole, and hostile input cheap. */
    Optional<Find> at(Peek text, int from) {
        return Chars.alnum(text.at(from - 1)) && Chars.alnum(text.at(from)) ? Optional.empty() : longest(text, from);
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
        Peek peek = new Peek(text, true);
        List<Find> finds = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            Optional<Find> find = at(peek, at);
            find.ifPresent(finds::add);
            at = find.map(Find::end).orElse(at + 1);
        }
        return finds;
    }
}
