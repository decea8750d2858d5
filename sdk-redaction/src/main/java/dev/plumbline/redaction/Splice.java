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
record Splice(Function<String, List<Find>> finder, Replacement replacement) {

    /** The text with every find replaced; the text itself when there is none. */
    String apply(String text) {
        return of(text, finder.apply(text), replacement);
    }

    /** The text with these finds replaced; the text itself when there is none. */
    static String of(String text, List<Find> finds, Replacement replacement) {
        if (finds.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int done = 0;
        for (Find find : merged(finds)) {
            out.append(text, done, find.start());
            out.append(replacement.of(find.kind(), text.substring(find.start(), find.end())));
            done = find.end();
        }
        return out.append(text, done, text.length()).toString();
    }

    /** The finds in order; those that overlap become one: a piece of either left over would still say something. */
    static List<Find> merged(List<Find> finds) {
        List<Find> sorted = new ArrayList<>(finds);
        sorted.sort(Comparator.comparingInt(Find::start));
        List<Find> merged = new ArrayList<>();
        for (Find find : sorted) {
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
