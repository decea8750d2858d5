package dev.plumbline.redaction;

import java.util.Collection;
import java.util.TreeSet;

/**
 * Given words, wherever they are: of those that begin at a place, the longest. Safe for any number of threads.
 *
 * <p>The words are sorted, so those that go on like the text are always one range of them, and a text that ends inside the
 * range is the start of a word.
 */
final class WordListDetector implements Detector {
    private final String[] words;
    private final boolean alone;

    /** Finds a word only where it is not a piece of a longer one, if {@code alone}. */
    WordListDetector(Collection<String> words, boolean alone) {
        this.words = new TreeSet<>(words).toArray(new String[0]);
        this.alone = alone;
    }

    @Override
    public String kind() {
        return "KNOWN";
    }

    @Override
    public int end(LookaheadText text, int from) {
        int best = NONE;
        int low = 0;
        int high = words.length;
        for (int depth = 0; low < high; depth++) {
            if (words[low].length() == depth) {
                best = stands(text, from + depth) ? from + depth : best;
                low++;
            }
            int c = low < high ? text.at(from + depth) : LookaheadText.NOTHING;
            low = bound(low, high, depth, c);
            high = bound(low, high, depth, c + 1);
        }
        return best;
    }

    private boolean stands(LookaheadText text, int end) {
        return !alone || !AsciiChars.anyAlnum(text.at(end - 1)) || !AsciiChars.anyAlnum(text.at(end));
    }

    /** The first word of the range whose character there is not less. */
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
