package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Puts something in the place of finds. */
final class Splice {
    private Splice() {}

    /** The text with every find replaced; the text itself when there is none. */
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

    /** Finds that overlap become one: a piece of either left over would still say something. */
    private static List<Find> merged(List<Find> finds) {
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
