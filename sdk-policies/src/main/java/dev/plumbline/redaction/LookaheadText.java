package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a text that has arrived, with a record of reads beyond its end. A decision without such a read stays true
 * whatever text follows, so detectors need not handle streams.
 */
final class LookaheadText {
    static final int NOTHING = -1;

    private final CharSequence text;
    private final int length;
    /** The characters of the text, which are read faster than the text; empty if they are not known. */
    private final char[] chars;

    private final boolean whole;
    private boolean starved;
    /** A part of the text without letters, known from the last search for words. */
    private int plainFrom;

    private int plainTo;
    /** The run that was read last. */
    private int runFrom;

    private int runTo;
    /** For each class of characters, a part without one that was read last. */
    private final Map<Characters, SecretLines.Memo> without = new EnumMap<>(Characters.class);
    /** The token and the dots that were read last. */
    private final SecretLines.Memo token = new SecretLines.Memo();

    private final SecretLines.Memo dots = new SecretLines.Memo();
    private @Nullable Colons colons;
    private final NumberRun numbers;
    private final List<WordSearch> searches = new ArrayList<>(0);
    /** What reads secrets; null before a name of one is found. */
    private @Nullable SecretReader secrets;

    /** Whether names of secrets are searched for by somebody else, or the index before which they were. */
    private boolean namesAreGiven;

    private int namesSearched;
    private long namesFound;
    /** The index from which on more text may show secrets of names that were found. */
    private int undecided = Integer.MAX_VALUE;

    LookaheadText(CharSequence text, boolean whole) {
        this(text, new char[0], whole);
    }

    private LookaheadText(CharSequence text, char[] chars, boolean whole) {
        this.text = text;
        this.length = text.length();
        this.chars = chars;
        this.whole = whole;
        this.numbers = new NumberRun(text, chars);
    }

    /** Creates a whole text, whose characters are given if the text is to be read by them. */
    static LookaheadText of(CharSequence text, char[] chars) {
        return new LookaheadText(text, chars, true);
    }

    /** Returns the character there; {@link #NOTHING} before the text, after it, and where it has not arrived yet. */
    int at(int index) {
        char[] known = chars;
        return index >= 0 && index < known.length ? known[index] : unknown(index);
    }

    private int unknown(int index) {
        if (index < 0) {
            return NOTHING;
        }
        if (index < length) {
            return text.charAt(index);
        }
        starved |= !whole;
        return NOTHING;
    }

    /** Returns the character at an index within the text. */
    private char charAt(int index) {
        return index < chars.length ? chars[index] : text.charAt(index);
    }

    /**
     * Returns the end of a run without blanks and without the given characters, which are the same in every call; of at
     * most {@code most} characters. A run that was read is not read again from a later place in it.
     */
    int runEnd(int from, int most, AsciiSet ends) {
        int at = from >= runFrom && from < runTo ? Math.min(runTo, from + most) : from;
        while (at - from < most && at(at) > ' ' && !ends.contains(at(at))) {
            at++;
        }
        runFrom = from;
        runTo = at;
        return at;
    }

    /** Returns the end of a token, of at most {@code most} characters, without the dots at its end. */
    int tokenEnd(int from, int most) {
        boolean known = token.has(from);
        int at = known ? Math.min(token.to(), from + most) : from;
        while (at - from < most && AsciiChars.token(at(at))) {
            at++;
        }
        token.set(known ? token.from() : from, Math.max(at, known ? token.to() : at));
        int end = at;
        while (end > from && at(end - 1) == '.') {
            end = dots.has(end - 1) ? Math.max(from, dots.from()) : end - 1;
        }
        dots.set(end, at);
        return end;
    }

    /** Characters that are asked for in a part of a text. */
    enum Characters {
        DIGIT,
        SMALL,
        CAPITAL,
        NO_LETTER,
        BLANK,
        /** A slash between spaces. */
        DIVIDES,
        /** The sign of an assignment to a letter or digit. */
        ASSIGNS
    }

    private boolean is(Characters those, int index) {
        int c = at(index);
        return switch (those) {
            case DIGIT -> AsciiChars.digit(c);
            case SMALL -> c >= 'a' && c <= 'z';
            case CAPITAL -> c >= 'A' && c <= 'Z';
            case BLANK -> c <= ' ';
            case DIVIDES -> c == '/' && at(index - 1) == ' ' && at(index + 1) == ' ';
            case NO_LETTER -> !AsciiChars.letter(c);
            case ASSIGNS -> c == '=' && AsciiChars.alnum(at(index + 1));
        };
    }

    /** Returns whether one of these characters is in a range. */
    boolean has(Characters those, int from, int to) {
        return next(those, from, to) < to;
    }

    /**
     * Returns the index of the first of these characters in a range; its end or more if none is there. A part that was read
     * is not read again.
     */
    int next(Characters those, int from, int to) {
        SecretLines.Memo part = without.computeIfAbsent(those, each -> new SecretLines.Memo());
        boolean known = part.has(from);
        int at = known ? part.to() : from;
        while (at < to && !is(those, at)) {
            at++;
        }
        part.set(known ? part.from() : from, at);
        return at;
    }

    /** Returns the colons before an index. */
    Colons colons(int index) {
        Colons known = colons == null ? new Colons() : colons;
        colons = known;
        known.readTo(index);
        return known;
    }

    /** The last colons before an index in a run without blanks; not those behind a backslash. */
    final class Colons {
        private static final int FAR = Integer.MAX_VALUE / 2;
        /** How far before an index a decision may depend on. */
        private static final int WINDOW = (LoginLines.PARTS + 3) * LoginLines.LONGEST;

        private static final int MOST = LoginLines.PARTS + 1;

        private final int[] places = new int[MOST];
        private int from;
        private int to;

        Colons() {
            begin(0);
        }

        private void readTo(int index) {
            int known = index < to ? 0 : to;
            int start = index;
            while (start > Math.max(known, index - WINDOW) && LookaheadText.this.at(start - 1) > ' ') {
                start--;
            }
            if (start > known || index < to) {
                begin(start);
                to = start;
            }
            for (; to < index; to++) {
                int c = LookaheadText.this.at(to);
                if (c <= ' ') {
                    begin(to + 1);
                } else if (c == ':' && LookaheadText.this.at(to - 1) != '\\') {
                    System.arraycopy(places, 0, places, 1, MOST - 1);
                    places[0] = to;
                }
            }
        }

        private void begin(int index) {
            from = index;
            Arrays.fill(places, -FAR);
        }

        /** Returns the index of a colon, of which the last is the first; far before the text if there is none. */
        int at(int number) {
            return places[number];
        }

        /** Returns the beginning of the run, or an index far before the colons. */
        int from() {
            return from;
        }
    }

    /** Returns whether a digit is in a range. */
    boolean hasDigitIn(int from, int to) {
        return has(Characters.DIGIT, from, to);
    }

    /** Returns whether a letter is in the characters before an index in which a word may be. */
    boolean hasLetterBefore(int index) {
        int from = Math.max(0, index - BEHIND);
        return lastLetter(from, index) >= from;
    }

    /** Returns whether there are {@code enough} digits, in groups of any form: a quick check before a full one. */
    boolean hasDigits(int from, int enough) {
        NumberRun run = number(from);
        return (run == null ? countDigits(from, enough) : run.digits()) >= enough;
    }

    /** Returns the digits from an index on; null if no digit is there, or if more text may arrive. */
    @Nullable
    NumberRun number(int from) {
        return whole && numbers.at(from) ? numbers : null;
    }

    private int countDigits(int from, int most) {
        int count = 0;
        int strange = 0;
        for (int at = from; count < most && strange <= AsciiChars.MOST_BETWEEN; at++) {
            int c = at(at);
            boolean digit = AsciiChars.digit(c);
            if (!digit && !AsciiChars.between(c)) {
                return count;
            }
            count += digit ? 1 : 0;
            strange = digit ? 0 : strange + 1;
        }
        return count;
    }

    /** Reads the secrets of a name that one of these parts of names ends in at an index. */
    void readName(int index, long parts) {
        SecretReader reader = secrets;
        if (reader == null) {
            reader = new SecretReader(this);
            secrets = reader;
        }
        boolean before = starved;
        starved = false;
        reader.read(index, parts);
        if (starved) {
            undecided = Math.min(undecided, index);
        }
        starved = before;
    }

    /** Has names of secrets given by {@link #readName} instead of searched for. */
    void namesAreGiven() {
        namesAreGiven = true;
    }

    /** Returns the end of the secret that begins at an index; {@link #NOTHING} if none does. */
    int secretEnd(int from) {
        if (!namesAreGiven) {
            searchNames(from);
        }
        starved |= from > undecided;
        return secrets == null ? NOTHING : secrets.end(from);
    }

    private void searchNames(int to) {
        for (; namesSearched < to && namesSearched < length; namesSearched++) {
            namesFound = PieceScanner.step(namesFound, charAt(namesSearched));
            if (PieceScanner.isName(namesFound)) {
                readName(namesSearched, PieceScanner.names(namesFound));
            }
        }
    }

    /** Returns the index of the first secret at an index or behind it; the largest number if none is known. */
    int nextSecret(int from) {
        return secrets == null ? Integer.MAX_VALUE : secrets.next(from);
    }

    /** Returns the index of the first name whose secret begins at an index or behind it; the index itself if there is none. */
    int keptFrom(int from) {
        return secrets == null ? from : secrets.keptFrom(from);
    }

    int length() {
        return length;
    }

    String slice(int from, int to) {
        return to <= chars.length
                ? new String(chars, from, to - from)
                : text.subSequence(from, to).toString();
    }

    /** Returns a part of the text that has arrived, which is read where it is. */
    CharSequence part(int from, int to) {
        return new CharSequence() {
            @Override
            public int length() {
                return to - from;
            }

            @Override
            public char charAt(int index) {
                return LookaheadText.this.charAt(from + index);
            }

            @Override
            public CharSequence subSequence(int first, int end) {
                return part(from + first, from + end);
            }

            @Override
            public String toString() {
                return slice(from, to);
            }
        };
    }

    /**
     * Returns whether the last decision needs text that has not arrived, because a match could still grow. Resets the
     * record.
     */
    boolean starved() {
        boolean was = starved;
        starved = false;
        return was;
    }

    /**
     * Returns whether no letter or digit is directly before an index; the letter of an escape such as {@code \\n} does
     * not count.
     */
    boolean startsToken(int index) {
        return !AsciiChars.alnum(at(index - 1)) || escaped(index - 1);
    }

    /** Returns whether encoded data goes on at an index, so that none begins there. */
    boolean isInEncoded(int index) {
        return at(index - 1) == ';' || (AsciiChars.encoded(at(index - 1)) && !escaped(index - 1));
    }

    /** Returns whether it is the letter of an escape for a blank, such as {@code \\n}. */
    boolean escaped(int index) {
        int letter = at(index);
        return (letter == 'n' || letter == 't' || letter == 'r') && at(index - 1) == '\\';
    }

    /** Returns whether there is no letter and no digit at an index. */
    boolean endsToken(int index) {
        return !AsciiChars.alnum(at(index));
    }

    /** Returns whether that word is at an index, in any case; the word is lower case. */
    boolean says(String word, int index) {
        for (int i = 0; i < word.length(); i++) {
            if (Letters.lower(at(index + i)) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether one of these words is whole in the {@value #BEHIND} characters before an index; each begins with
     * a letter.
     */
    boolean before(int index, WordList words) {
        return occurs(index, words, WordSearch.Part.WHOLE);
    }

    /**
     * Returns whether one of these words, a longer one that begins with it, or a compound word whose last part it may
     * be, is in the characters before an index.
     */
    boolean beginsBefore(int index, WordList words) {
        return occurs(index, words, WordSearch.Part.BEGINNING);
    }

    private boolean occurs(int index, WordList words, WordSearch.Part part) {
        int from = Math.max(0, index - BEHIND);
        WordSearch search = whole ? known(words, part) : null;
        if (search != null && search.searched() <= index) {
            search(search, Math.max(from, search.searched()), index, Integer.MAX_VALUE);
            search.setSearched(index);
            if (!search.hasFrom(from) || search.end() <= index) {
                return search.hasFrom(from);
            }
        }
        WordSearch here = new WordSearch(words, part);
        search(here, from, lastLetter(from, index) + 1, index);
        return here.hasFrom(from);
    }

    private WordSearch known(WordList words, WordSearch.Part part) {
        for (int i = 0; i < searches.size(); i++) {
            if (searches.get(i).isFor(words, part)) {
                return searches.get(i);
            }
        }
        WordSearch search = new WordSearch(words, part);
        searches.add(search);
        return search;
    }

    /** Searches for words that begin within a range and end at most at {@code limit}. */
    private void search(WordSearch search, int from, int to, int limit) {
        boolean inside = from > 0 && Letters.is(charAt(from - 1)) && !escaped(from - 1);
        for (int i = from; i < to; i++) {
            char c = charAt(i);
            boolean letter = Letters.is(c);
            WordList words =
                    !letter ? null : inside && !unspaced(c) ? search.words().lastParts() : search.words();
            int end = words == null ? NOTHING : wordEnd(words, search.part(), i, limit);
            if (end > i) {
                search.found(i, end);
            }
            inside = letter && !escaped(i);
        }
    }

    /** Returns the index of the last letter from one index to before another; one before the first if there is none. */
    private int lastLetter(int from, int to) {
        int at = to - 1;
        while (at >= from && !Letters.is(charAt(at))) {
            at = at < plainTo && at >= plainFrom ? plainFrom - 1 : at - 1;
        }
        plainFrom = Math.max(at, from - 1) + 1;
        plainTo = to;
        return Math.max(at, from - 1);
    }

    /** Returns the end of the shortest word that begins there; {@link #NOTHING} if none does. */
    private int wordEnd(WordList words, WordSearch.Part part, int from, int limit) {
        int end = NOTHING;
        int second = from + 1 < Math.min(limit, length) ? Letters.lower(charAt(from + 1)) : NOTHING;
        for (String word : words.beginningWith(Letters.lower(charAt(from)), second)) {
            int behind = from + word.length();
            if (behind <= limit
                    && (end == NOTHING || behind < end)
                    && says(word, from)
                    && (part != WordSearch.Part.WHOLE || endsWord(behind))) {
                end = behind;
            }
        }
        return end;
    }

    /** Returns whether a word ends there: plurals, and the first part of compound words, count as whole. */
    private boolean endsWord(int end) {
        int next = at(end);
        int last = at(end - 1);
        boolean plural = (next == 's' || next == 'S') && !Letters.is(at(end + 1));
        boolean joined =
                next < 128 && AsciiChars.letter(next) && Letters.lower(next) != next && Letters.lower(last) == last;
        return !Letters.is(next) || plural || joined || unspaced(last) || unspaced(next);
    }

    /** Returns whether it is of a script without blanks between words. */
    static boolean unspaced(int c) {
        return c >= 0x2e80;
    }

    /** The maximum distance that a decision may look back: that much of a stream is kept. */
    static final int BEHIND = 40;
}
