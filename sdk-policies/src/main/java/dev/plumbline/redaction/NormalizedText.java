package dev.plumbline.redaction;

import java.util.Arrays;

/**
 * A text in the normal form for detectors: every blank is a space, every dash a hyphen, every digit an ASCII digit, and
 * invisible characters are removed. Each character has its position in the original, so that the original can be
 * replaced. Grows at its end; used by one thread.
 */
final class NormalizedText implements CharSequence {
    private static final int ASCII = 128;
    private static final int LATIN = 0xc0;
    private static final int LATIN_END = 0x24f;
    private static final int FULL_WIDTH = 0xfee0;
    private static final int LEFT_OUT = -1;
    private static final char MINUS = '\u2212';
    private static final char COMBINING_GRAPHEME_JOINER = '\u034f';

    private char[] chars;
    private int[] places;
    private int length;

    private NormalizedText(int capacity) {
        chars = new char[capacity];
        places = new int[capacity];
    }

    static NormalizedText empty() {
        return new NormalizedText(64);
    }

    /** Returns a view of a text; the text itself if all of it has the normal form. */
    static CharSequence of(CharSequence text) {
        return of(text, text.toString().toCharArray());
    }

    /** Returns a view of a text whose characters are given; the text itself if all of it has the normal form. */
    static CharSequence of(CharSequence text, char[] chars) {
        int all = 0;
        for (char c : chars) {
            all |= c;
        }
        return all < ASCII || (all < LATIN_END && isLatin(chars)) ? text : ofAny(text, chars);
    }

    /** Returns whether all are ASCII or behind it, where Latin letters are: a quick check. */
    private static boolean isLatin(char[] chars) {
        int others = 0;
        for (char c : chars) {
            others |= (c - LATIN) & (ASCII - 1 - c); // negative if between both
        }
        return others >= 0;
    }

    private static CharSequence ofAny(CharSequence text, char[] chars) {
        for (char c : chars) {
            if (c >= ASCII && !isLetter(c) && normal(c) != c) {
                NormalizedText normalized = new NormalizedText(text.length());
                normalized.append(text, 0);
                return normalized;
            }
        }
        return text;
    }

    /** Returns the normal form of a text, without positions. */
    static String string(String text) {
        return of(text).toString();
    }

    /** Appends text that begins at that position of the original. */
    void append(CharSequence more, int place) {
        ensure(length + more.length());
        for (int i = 0; i < more.length(); i++) {
            char c = more.charAt(i);
            int normal = c < 128 ? c : normal(c);
            if (normal != LEFT_OUT) {
                chars[length] = (char) normal;
                places[length++] = place + i;
            }
        }
    }

    private void ensure(int capacity) {
        if (capacity > chars.length) {
            chars = Arrays.copyOf(chars, Math.max(capacity, 2 * chars.length));
            places = Arrays.copyOf(places, chars.length);
        }
    }

    /** Removes the first characters, which were {@code originals} characters of the original. */
    void removeFirst(int count, int originals) {
        System.arraycopy(chars, count, chars, 0, length - count);
        length -= count;
        for (int i = 0; i < length; i++) {
            places[i] = places[i + count] - originals;
        }
    }

    void clear() {
        length = 0;
    }

    /** Returns the position of a character in the original. */
    int place(int index) {
        return places[index];
    }

    /**
     * Returns the match with its position in the original, including invisible characters inside it, not those around
     * it.
     */
    Match original(Match match) {
        return new Match(match.kind(), places[match.start()], places[match.end() - 1] + 1);
    }

    /** Returns whether it is in a block of letters alone: a quick check. */
    private static boolean isLetter(char c) {
        return (c >= LATIN && c <= LATIN_END)
                || (c >= 0x400 && c <= 0x481)
                || (c >= 0x3041 && c <= 0x3096)
                || (c >= 0x30a1 && c <= 0x30fa)
                || (c >= 0x4e00 && c <= 0x9fff)
                || (c >= 0xac00 && c <= 0xd7a3);
    }

    private static int normal(char c) {
        if (c >= 0xff01 && c <= 0xff5e) {
            return c - FULL_WIDTH;
        }
        return switch (Character.getType(c)) {
            case Character.SPACE_SEPARATOR -> ' ';
            case Character.DASH_PUNCTUATION -> '-';
            case Character.FORMAT -> LEFT_OUT;
            case Character.DECIMAL_DIGIT_NUMBER -> '0' + Character.digit(c, 10);
            default -> c == MINUS ? '-' : c == COMBINING_GRAPHEME_JOINER ? LEFT_OUT : c;
        };
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return chars[index];
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return new String(chars, from, to - from);
    }

    @Override
    public String toString() {
        return new String(chars, 0, length);
    }
}
