package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Detects given words anywhere: of those that begin at a position, the longest. Thread-safe.
 *
 * <p>The words are sorted, so those that match the text so far are always one range of them, and a text that ends
 * inside the range is the start of a word.
 *
 * <p>A word that is longer than a value may be is found by its beginning, so that a text that nearly repeats it costs no
 * more; it ends where the text differs from it.
 */
final class WordListDetector implements Detector {
    private static final int ASCII = 128;

    private final String[] words;
    private final boolean alone;
    private final Set<String> inWords;
    /** The long words, by their beginning. */
    private final Map<String, List<String>> longWords = new HashMap<>();
    /** The index of the first word that begins with each ASCII character or a later one. */
    private final int[] firsts = new int[ASCII + 1];

    /** Creates a detector of these words; with {@code alone}, only where {@link ValueEdges} allow them. */
    WordListDetector(Collection<String> words, boolean alone) {
        this(words, alone, Set.of());
    }

    /** Creates a detector of these words, of which some are found within longer ones. */
    WordListDetector(Collection<String> words, boolean alone, Set<String> inWords) {
        this.inWords = inWords;
        Set<String> sorted = new TreeSet<>();
        for (String word : words) {
            String searched = beginning(word);
            sorted.add(searched);
            if (searched.length() < word.length()) {
                longWords.computeIfAbsent(searched, of -> new ArrayList<>()).add(word);
            }
        }
        this.words = sorted.toArray(new String[0]);
        this.alone = alone;
        for (int c = 0; c <= ASCII; c++) {
            firsts[c] = bound(0, this.words.length, 0, c);
        }
    }

    /** Returns the beginning by which a long word is found; the word itself if it is not long. */
    static String beginning(String word) {
        return word.length() <= Detector.LONGEST ? word : word.substring(0, Detector.LONGEST + 1);
    }

    @Override
    public String kind() {
        return "KNOWN";
    }

    @Override
    public boolean isAnywhere() {
        return !inWords.isEmpty();
    }

    @Override
    public int end(LookaheadText text, int from) {
        int best = NONE;
        int low = 0;
        int high = words.length;
        int first = text.at(from);
        boolean known = first >= 0 && first < ASCII && high > 0;
        if (known) {
            low = firsts[first];
            high = firsts[first + 1];
        }
        for (int depth = known ? 1 : 0; low < high; depth++) {
            if (words[low].length() == depth) {
                best = Math.max(best, wordEnd(words[low], text, from));
                low++;
            }
            int c = low < high ? text.at(from + depth) : LookaheadText.NOTHING;
            low = bound(low, high, depth, c);
            high = bound(low, high, depth, c + 1);
        }
        return best;
    }

    /** Returns the end of a word that is there; {@link #NONE} if it does not count there. */
    private int wordEnd(String word, LookaheadText text, int from) {
        List<String> longer = longWords.getOrDefault(word, List.of());
        if (longer.isEmpty()) {
            int end = from + word.length();
            boolean allowed = !alone || inWords.contains(word) || ValueEdges.allow(word, text, from, end, false);
            return allowed ? end : NONE;
        }
        int end = NONE;
        if (!alone || ValueEdges.allowBegin(word, text, from)) {
            for (String each : longer) {
                int same = word.length();
                while (same < each.length() && text.at(from + same) == each.charAt(same)) {
                    same++;
                }
                end = Math.max(end, from + same);
            }
        }
        return end;
    }

    /** Returns the first word of the range whose character there is not less. */
    private int bound(int from, int to, int depth, int c) {
        int low = c < 0 ? to : from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (words[middle].charAt(depth) < c) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
