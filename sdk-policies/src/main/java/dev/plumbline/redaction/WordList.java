package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Words in lower case that announce a value, found by their first two characters; some of them also as the last part of
 * a compound word, such as {@code Zugangspasswort}. Immutable.
 */
final class WordList {
    private static final int PAIRS = 256;
    private static final String[] NO_WORDS = {};

    private final List<String> words;
    /** The words by a hash of their first two characters; a word of one character is in every place. */
    private final String[][] byPair = new String[PAIRS][];

    private final @Nullable WordList lastParts;

    private WordList(List<String> words, @Nullable WordList lastParts) {
        this.words = words;
        this.lastParts = lastParts;
        Arrays.fill(byPair, NO_WORDS);
        for (String word : words) {
            boolean anywhere = word.length() == 1;
            int own = anywhere ? 0 : hash(word.charAt(0), word.charAt(1));
            for (int pair = own; pair < (anywhere ? PAIRS : own + 1); pair++) {
                byPair[pair] = Arrays.copyOf(byPair[pair], byPair[pair].length + 1);
                byPair[pair][byPair[pair].length - 1] = word;
            }
        }
    }

    static WordList of(String... words) {
        return of(List.of(words));
    }

    static WordList of(List<String> words) {
        return new WordList(List.copyOf(words), null);
    }

    /** Returns these words, of which the given ones are found as the last part of a compound word, too. */
    WordList withLastParts(WordList those) {
        return new WordList(words, those);
    }

    /** Returns these words and more, with the same last parts. */
    WordList plus(String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return new WordList(List.copyOf(all), lastParts);
    }

    /** Returns the words that are found as the last part of a compound word, too; null if none is. */
    @Nullable
    WordList lastParts() {
        return lastParts;
    }

    List<String> words() {
        return words;
    }

    /** Returns the words that may begin with these characters, in lower case; the second is -1 at the end of a text. */
    String[] beginningWith(int first, int second) {
        return byPair[hash(first, second)];
    }

    private static int hash(int first, int second) {
        return (first * 31 + second) & (PAIRS - 1);
    }
}
