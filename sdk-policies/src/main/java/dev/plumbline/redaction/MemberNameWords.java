package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the words of the detectors in the names of members: {@code clientSecret}, {@code client_secret} and {@code
 * client-secret} all contain "client_secret". Only whole words of a name count, because the text of the JSON, in which
 * beginnings of words count too, is also scanned. Used by one thread, for one value.
 */
final class MemberNameWords {
    /** The maximum length of the text before a value: less than a decision may look back. */
    private static final int LONGEST = LookaheadText.BEHIND - ": ".length();

    private static final int LONG_WORD = 5;

    /** Words of secrets and of national ids, which apply to everything below their member. */
    private static final WordTable FAR = WordTable.of(
            Set.of("token", "bearer"),
            CredentialDetector.WORDS,
            NationalIdDetector.SOCIAL,
            NationalIdDetector.INSURANCE,
            NationalIdDetector.SPANISH,
            NationalIdDetector.NUMBERED);

    /**
     * Words with another meaning in drawings and tables, which apply only where the text of the JSON has them beside a
     * value.
     */
    private static final Set<String> DOUBTFUL = Set.of("call", "handy", "mob", "portable", "numéro", "v");

    /** Other words, which apply to the values and arrays of their member only, because drawings are full of numbers. */
    private static final WordTable NEAR = WordTable.of(
            DOUBTFUL,
            WordList.of("token", "bearer"),
            PhoneDetector.BEFORE,
            PaymentCardDetector.OTHER,
            IpAddressDetector.NAMED,
            IpAddressDetector.NUMBERED);

    /** Names that do not describe their value: the name above them does. */
    private static final Set<String> NEUTRAL = Set.of(
            "value", "values", "number", "numbers", "no", "nr", "num", "text", "content", "data", "raw", "item",
            "items");

    private final Map<String, Found> known = new HashMap<>();

    /** Returns the context of a member with that name. */
    Context into(Context above, String name) {
        @Nullable Found found = known.get(name);
        if (found == null) {
            found = found(name);
            known.put(name, found);
        }
        if (above.prefixes.isEmpty() && found.isNothing()) {
            return Context.NONE;
        }
        Set<String> far = new LinkedHashSet<>(found.far);
        far.addAll(above.far);
        Set<String> near = new LinkedHashSet<>(found.near);
        if (found.neutral) {
            near.addAll(above.near);
        }
        return far.isEmpty() && near.isEmpty() ? Context.NONE : new Context(far, near, prefixes(far, near));
    }

    private static List<String> prefixes(Set<String> far, Set<String> near) {
        List<String> prefixes = new ArrayList<>();
        StringBuilder words = new StringBuilder();
        List<String> all = new ArrayList<>(near);
        all.addAll(far);
        for (String word : all) {
            if (words.length() + 1 + word.length() > LONGEST) {
                prefixes.add(words + ": ");
                words.setLength(0);
            }
            words.append(words.isEmpty() ? "" : " ").append(word);
        }
        prefixes.add(words + ": ");
        return List.copyOf(prefixes);
    }

    private static Found found(String name) {
        String words = split(name);
        List<String> far = new ArrayList<>(0);
        for (Word word : FAR.in(words)) {
            if (stands(word.plain, words) || endsWith(word.written, words)) {
                far.add(word.written);
            }
        }
        List<String> near = new ArrayList<>(0);
        for (Word word : NEAR.in(words)) {
            if (stands(word.plain, words) || beginsWith(word.written, words)) {
                near.add(word.written);
            }
        }
        return new Found(far, near, NEUTRAL.contains(words.strip()));
    }

    private static boolean stands(String plain, String words) {
        for (int at = words.indexOf(plain); at >= 0; at = words.indexOf(plain, at + 1)) {
            int end = at + plain.length();
            boolean plural = words.charAt(end) == 's' && words.charAt(end + 1) == ' ';
            if (words.charAt(at - 1) == ' ' && (words.charAt(end) == ' ' || plural)) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsWith(String word, String words) {
        for (int at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
            if (words.charAt(at + word.length()) == ' ') {
                return word.length() >= LONG_WORD;
            }
        }
        return false;
    }

    private static boolean beginsWith(String word, String words) {
        for (int at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
            if (words.charAt(at - 1) == ' ') {
                return word.length() >= LONG_WORD;
            }
        }
        return false;
    }

    /** Returns the words of a name in small letters, a blank around each. */
    private static String split(String name) {
        StringBuilder words = new StringBuilder(" ");
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (i > 0 && begins(name, i) && words.charAt(words.length() - 1) != ' ') {
                words.append(' ');
            }
            if (Character.isLetterOrDigit(c)) {
                words.append(c);
            } else if (words.charAt(words.length() - 1) != ' ') {
                words.append(' ');
            }
        }
        return words.append(' ').toString().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether a word begins there: a capital after a small letter or before one, a digit after a letter or a
     * letter after one.
     */
    private static boolean begins(String name, int at) {
        char before = name.charAt(at - 1);
        char here = name.charAt(at);
        if (Character.isUpperCase(here)) {
            boolean smallBehind = at + 1 < name.length() && Character.isLowerCase(name.charAt(at + 1));
            return !Character.isUpperCase(before) || smallBehind;
        }
        return Character.isDigit(here) != Character.isDigit(before);
    }

    /**
     * A word that announces a value.
     *
     * @param written the form in which detectors have it
     * @param plain the form with blanks between its parts
     */
    private record Word(String written, String plain) {
        static Word of(String written) {
            return new Word(written, written.replace('_', ' ').replace('-', ' '));
        }
    }

    /**
     * Words by their first character, so that a name is compared with the few words that can begin at a place of it.
     * Immutable.
     */
    private static final class WordTable {
        private static final int ASCII = 128;

        private final List<Word> all;

        /** The indexes of the words, by their first character; the last entry has those of all characters beyond ASCII. */
        private final int[][] byFirst = new int[ASCII + 1][];

        private WordTable(List<Word> all) {
            this.all = all;
            Arrays.fill(byFirst, new int[0]);
            for (int i = 0; i < all.size(); i++) {
                int first = place(all.get(i).plain.charAt(0));
                int[] others = byFirst[first];
                byFirst[first] = Arrays.copyOf(others, others.length + 1);
                byFirst[first][others.length] = i;
            }
        }

        static WordTable of(Set<String> except, WordList... lists) {
            List<Word> all = new ArrayList<>();
            for (WordList list : lists) {
                for (String word : list.words()) {
                    if (!except.contains(word)) {
                        all.add(Word.of(word));
                    }
                }
            }
            return new WordTable(List.copyOf(all));
        }

        private static int place(char first) {
            return Math.min(first, ASCII);
        }

        /** Returns the words that occur in a name at all, whose parts have blanks between them; in most names none. */
        List<Word> in(String name) {
            @Nullable BitSet found = null;
            for (int at = 0; at < name.length(); at++) {
                for (int word : byFirst[place(name.charAt(at))]) {
                    if (name.startsWith(all.get(word).plain, at)) {
                        found = found == null ? new BitSet() : found;
                        found.set(word);
                    }
                }
            }
            if (found == null) {
                return List.of();
            }
            List<Word> words = new ArrayList<>();
            for (int word = found.nextSetBit(0); word >= 0; word = found.nextSetBit(word + 1)) {
                words.add(all.get(word));
            }
            return words;
        }
    }

    private record Found(List<String> far, List<String> near, boolean neutral) {
        boolean isNothing() {
            return far.isEmpty() && near.isEmpty();
        }
    }

    /**
     * The words that apply to a value, nearest first, and the text put before the value so that detectors see them.
     *
     * @param far words that apply to everything below
     * @param near words of the nearest name
     * @param prefixes all of them, in pieces that a detector sees whole
     */
    record Context(Set<String> far, Set<String> near, List<String> prefixes) {
        static final Context NONE = new Context(Set.of(), Set.of(), List.of());
    }
}
