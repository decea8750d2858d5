package dev.plumbline.redaction;

/**
 * The digits of a text around an index, with what divides them, read once for all detectors. What it says of a number is
 * never less than what a detector accepts, so a detector may turn down a number by it without reading it again. Used by
 * one thread, with indexes that mostly ascend.
 */
final class NumberRun {
    /** The number of digits from which on no detector needs to know more. */
    static final int ENOUGH = 20;

    private static final int CAPACITY = 160;
    private static final int NO_DIGIT = -1;

    /** What two digits may be divided within, as the bits of the byte in which its digits are counted. */
    private static final int BITS = 8;

    private static final int GROUP = 0;
    private static final int CARD = 1;
    private static final int ID = 2;
    private static final int ID_ON_LINE = 3;
    private static final int PHONE = 4;
    /** The bits of a sum, and the mask of one. */
    private static final int HALF = 16;

    private static final int MASK = 0xffff;

    private static final long ONE_OF_EACH = 0x0101010101L;
    private static final long ALL = 0xffffffffffL;

    /** What each character may divide that is alone between two digits, by the character. */
    private static final long[] ALONE = new long[128];

    static {
        for (char c = 0; c < ALONE.length; c++) {
            ALONE[c] = gap(String.valueOf(c), 0, 1);
        }
    }

    private final CharSequence text;
    private final int length;
    /** The characters of the text, if they are known. */
    private final char[] chars;

    private int[] places = new int[0];
    /** What follows each digit: the bits of all counts that go on behind it. */
    private long[] gaps = new long[0];
    /** For each digit the numbers of digits from it on, one count in each byte. */
    private long[] counts = new long[0];

    /**
     * Luhn's sums up to each digit: with the digits at even indexes doubled in the lower half, with those at odd ones in
     * the upper.
     */
    private int[] sums = new int[0];

    private int count;
    /** The number of digits that are summed up. */
    private int summed;

    private boolean complete;
    private int current;

    NumberRun(CharSequence text, char[] chars) {
        this.text = text;
        this.length = text.length();
        this.chars = chars;
    }

    private int charAt(int index) {
        return index < chars.length ? chars[index] : text.charAt(index);
    }

    /** Makes the digit at an index the current one; returns false if no digit is there. */
    boolean at(int index) {
        if (current < count && current >= 0 && places[current] == index) {
            return true;
        }
        if (index < 0 || index >= length || !AsciiChars.digit(charAt(index))) {
            return false;
        }
        if (count == 0 || index < places[0] || index > places[count - 1]) {
            read(index);
        }
        find(index);
        if (current != NO_DIGIT && !complete && current + ENOUGH > count) {
            read(index);
            current = 0;
        }
        return current != NO_DIGIT;
    }

    private void find(int index) {
        int at = current < 0 || current >= count || places[current] > index ? 0 : current;
        while (at < count && places[at] < index) {
            at++;
        }
        current = at < count && places[at] == index ? at : NO_DIGIT;
    }

    private void read(int from) {
        count = 0;
        summed = 0;
        int next = from;
        int size = Math.min(CAPACITY, length - next);
        if (size > places.length) {
            allocate(size);
        }
        while (next < length && count < places.length) {
            next = add(next);
        }
        complete = next >= length;
        long counted = 0;
        for (int i = count - 1; i >= 0; i--) {
            counted = (counted & gaps[i]) + ONE_OF_EACH;
            counts[i] = counted;
        }
    }

    private void allocate(int size) {
        places = new int[size];
        gaps = new long[size];
        counts = new long[size];
        sums = new int[size + 1];
    }

    /** Adds the digit at an index; returns the index of the next one of this run, or the length of the text. */
    private int add(int index) {
        places[count] = index;
        int next = index + 1;
        while (next < length && next - index <= AsciiChars.MOST_BETWEEN && AsciiChars.between(charAt(next))) {
            next++;
        }
        boolean ends = next >= length || !AsciiChars.digit(charAt(next));
        gaps[count++] = ends ? 0 : gapBehind(index, next);
        return ends ? length : next;
    }

    private long gapBehind(int index, int next) {
        return switch (next - index) {
            case 1 -> ALL;
            case 2 -> ALONE[charAt(index + 1)];
            default -> gap(text, index + 1, next);
        };
    }

    /** Returns what these characters may divide. */
    private static long gap(CharSequence text, int from, int to) {
        int first = text.charAt(from);
        boolean broken = false;
        boolean phone = "( -.)/".indexOf(first) >= 0;
        for (int i = from; i < to; i++) {
            int c = text.charAt(i);
            broken |= c == '\r' || c == '\n';
            phone &= i == from || AsciiChars.continues(c, first);
        }
        boolean one = to - from == 1;
        boolean id = one && (first == ' ' || first == '-');
        return bits(broken || id || (one && first == '+'), CARD)
                | bits(broken || id, ID)
                | bits(id, ID_ON_LINE)
                | bits(phone, PHONE);
    }

    private static long bits(boolean goesOn, int kind) {
        return goesOn ? 0xffL << (BITS * kind) : 0;
    }

    private int count(int kind, int index) {
        return (int) (counts[index] >>> (BITS * kind)) & 0xff;
    }

    /** Returns the number of digits from the current one on, divided in any way; {@value #ENOUGH} at most. */
    int digits() {
        return Math.min(ENOUGH, count - current);
    }

    /** Returns the number of digits without anything between them from the current one on. */
    int group() {
        return count(GROUP, current);
    }

    /** Returns the most digits of a card or another number in groups that begins there. */
    int card() {
        return count(CARD, current);
    }

    /** Returns the most digits of a national id that begins there, of which one line break may be a part. */
    int id() {
        int next = current + idOnLine();
        boolean goesOn = next < count && (gaps[next - 1] & bits(true, ID)) != 0;
        return idOnLine() + (goesOn ? count(ID_ON_LINE, next) : 0);
    }

    /** Returns the number of digits of a national id that begins there, up to the end of the line. */
    int idOnLine() {
        return count(ID_ON_LINE, current);
    }

    /** Returns the number of digits of a phone number that begins there, up to the end of the line. */
    int phone() {
        return count(PHONE, current);
    }

    /** Returns the index after the digits of {@link #phone}. */
    int phoneEnd() {
        return places[current + phone() - 1] + 1;
    }

    /** Returns the index after the last digit that was read. */
    int end() {
        return places[count - 1] + 1;
    }

    /** Returns a digit, counted from the current one. */
    int digit(int offset) {
        return charAt(places[current + offset]) - '0';
    }

    /** Computes Luhn's sums, which only digits that may be a card need. */
    private void sum() {
        for (int i = summed; i < count; i++) {
            int digit = charAt(places[i]) - '0';
            int doubled = digit > 4 ? 2 * digit - 9 : 2 * digit;
            sums[i + 1] = sums[i] + (i % 2 == 0 ? doubled | digit << HALF : digit | doubled << HALF);
        }
        summed = count;
    }

    /** Returns whether the first {@code length} digits satisfy Luhn's check, and no digit is directly behind them. */
    boolean isSound(int length) {
        sum();
        int end = current + length;
        int half = end % 2 == 0 ? 0 : HALF;
        int sum = (sums[end] >>> half & MASK) - (sums[current] >>> half & MASK);
        return count(GROUP, end - 1) == 1 && sum % 10 == 0;
    }
}
