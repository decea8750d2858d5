package dev.plumbline.redaction;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Detects given words anywhere: of those that begin at a position, the longest. Thread-safe.
 *
 * <p>The words are sorted, so those that match the text so far are always one range of them, and a text that ends
 * inside the range is the start of a word.
 */
final class WordListDetector implements Detector {
    private static final int ASCII = 128;

    private final String[] words;
    private final boolean alone;
    private final Set<String> inWords;
    /** The index of the first word that begins with each ASCII character or a later one. */
    private final int[] firsts = new int[ASCII + 1];

    /** Creates a detector of these words; with {@code alone}, only where {@link ValueEdges} allow them. */
    WordListDetector(Collection<String> words, boolean alone) {
        this(words, alone, Set.of());
    }

    /** Creates a detector of these words, of which some are found within longer ones. */
    WordListDetector(Collection<String> words, boolean alone, Set<String> inWords) {
        this.inWords = inWords;
        this.words = new TreeSet<>(words).toArray(new String[0]);
        this.alone = alone;
        for (int c = 0; c <= ASCII; c++) {
            firsts[c] = bound(0, this.words.length, 0, c);
        }
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
                best = allows(words[low], text, from, from + depth) ? from + depth : best;
                low++;
            }
            int c = low < high ? text.at(from + depth) : LookaheadText.NOTHING;
            low = bound(low, high, depth, c);
            high = bound(low, high, depth, c + 1);
        }
        return best;
    }

    private boolean allows(String word, LookaheadText text, int from, int end) {
        return !alone || inWords.contains(word) || ValueEdges.allow(word, text, from, end, false);
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
