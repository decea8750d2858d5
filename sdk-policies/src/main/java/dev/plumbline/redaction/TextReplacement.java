package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A text replacement: a finder of matches, and their replacement.
 *
 * @param finder finds values in a text
 * @param replacement replaces each match
 */
record TextReplacement(Function<String, List<Match>> finder, MatchReplacer replacement) {

    /** Returns the text with every match replaced; the text itself if there is none. */
    String apply(String text) {
        return of(text, finder.apply(text), replacement);
    }

    /** Returns the text with these matches replaced; the text itself if there is none. */
    static String of(String text, List<Match> finds, MatchReplacer replacement) {
        if (finds.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int done = 0;
        for (Match find : merged(finds)) {
            out.append(text, done, find.start());
            out.append(replacement.of(find.kind(), text.substring(find.start(), find.end())));
            done = find.end();
        }
        return out.append(text, done, text.length()).toString();
    }

    /**
     * Returns the matches in order; overlapping ones become one, because a remaining part of either could reveal its
     * value.
     */
    static List<Match> merged(List<Match> finds) {
        List<Match> sorted = new ArrayList<>(finds);
        sorted.sort(Comparator.comparingInt(Match::start));
        List<Match> merged = new ArrayList<>();
        for (Match find : sorted) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).end() > find.start()) {
                merged.set(last, merged.get(last).with(find));
            } else {
                merged.add(find);
            }
        }
        return merged;
    }
}
