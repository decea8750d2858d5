package dev.plumbline.redaction;

import java.util.List;

/**
 * A text as far as it has arrived, and whether somebody looked beyond that. What is decided without looking beyond the
 * end stays true whatever follows; so a detector need not know that it reads a stream.
 */
final class LookaheadText {
    static final int NOTHING = -1;

    private final CharSequence text;
    private final boolean whole;
    private boolean starved;

    LookaheadText(CharSequence text, boolean whole) {
        this.text = text;
        this.whole = whole;
    }

    /** The character there; {@link #NOTHING} before the text, after it, and where it has not arrived yet. */
    int at(int index) {
        if (index < 0) {
            return NOTHING;
        }
        if (index < text.length()) {
            return text.charAt(index);
        }
        starved |= !whole;
        return NOTHING;
    }

    int length() {
        return text.length();
    }

    String slice(int from, int to) {
        return text.subSequence(from, to).toString();
    }

    /** Whether the last decision needs text that has not arrived: it could still grow. Asking forgets it. */
    boolean starved() {
        boolean was = starved;
        starved = false;
        return was;
    }

    /** Whether that word is at an index, in any case; the word is lower case. */
    boolean says(String word, int index) {
        for (int i = 0; i < word.length(); i++) {
            if (AsciiChars.lower(at(index + i)) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether one of these words is in the {@value #BEHIND} characters before an index; each begins with a letter. */
    boolean before(int index, List<String> words) {
        for (int i = Math.max(0, index - BEHIND); i < index; i++) {
            int first = AsciiChars.lower(text.charAt(i));
            if (AsciiChars.letter(first) && !AsciiChars.letter(at(i - 1)) && saysOne(words, first, i, index)) {
                return true;
            }
        }
        return false;
    }

    private boolean saysOne(List<String> words, int first, int from, int end) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.charAt(0) == first && from + word.length() <= end && says(word, from)) {
                return true;
            }
        }
        return false;
    }

    /** How far a decision may look back: that much of a stream is kept. */
    static final int BEHIND = 40;
}
