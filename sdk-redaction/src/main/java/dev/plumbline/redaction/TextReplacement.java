package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A change of text: what a finder finds, and what is put in its place.
 *
 * @param finder finds values in a text
 * @param replacement what is put there
 */
record TextReplacement(Function<String, List<Match>> finder, MatchReplacer replacement) {

    /** The text with every find replaced; the text itself when there is none. */
    String apply(String text) {
        return of(text, finder.apply(text), replacement);
    }

    /** The text with these finds replaced; the text itself when there is none. */
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

    /** The finds in order; those that overlap become one: a piece of either left over would still say something. */
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
