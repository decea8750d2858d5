package dev.plumbline.json.internal;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A number with its original spelling. Equal numbers have the same canonical spelling. */
public sealed class NumberNode implements Node {
    /** The rule a number outside the limits breaks. */
    static final String OUT_OF_BOUNDS = "a number may have " + Decimal.MOST_DIGITS + " digits, "
            + Decimal.MOST_CHARACTERS + " characters and a power of ten within ±" + Decimal.MOST_POWER
            + ": write it as a string";

    private final String spelling;
    private @Nullable String canonical;

    private NumberNode(String spelling) {
        this.spelling = spelling;
    }

    /** Returns the number of a JSON spelling; null if it is out of bounds. */
    static @Nullable NumberNode of(String spelling) {
        return Decimal.isWithinBounds(spelling) ? new NumberNode(spelling) : null;
    }

    static NumberNode of(long value) {
        return new NumberNode(Long.toString(value));
    }

    /** Returns a finite number in the spelling ECMAScript gives it. */
    static NumberNode of(double value) {
        return new NumberNode(EcmaScriptDoubles.spelling(value));
    }

    static NumberNode of(float value) {
        return new NumberNode(EcmaScriptDoubles.spelling(value));
    }

    String spelling() {
        return spelling;
    }

    String canonical() {
        String text = canonical;
        if (text == null) {
            text = Decimal.canonical(spelling);
            canonical = text;
        }
        return text;
    }

    /** Returns the value if it is whole and fits into a long, in any spelling. */
    public OptionalLong toLong() {
        return Decimal.of(spelling).toLong();
    }

    public double toDouble() {
        return Double.parseDouble(spelling);
    }

    public BigDecimal toDecimal() {
        return new BigDecimal(spelling);
    }

    /** Returns a copy with that mark. */
    NumberNode marked(Mark mark) {
        return new Marked(spelling, mark);
    }

    @Override
    public final List<Mark> marks() {
        return this instanceof Marked marked ? List.of(marked.mark) : List.of();
    }

    @Override
    public final int levels() {
        return 0;
    }

    @Override
    public final void write(JsonBuffer out, Form form) {
        out.ascii(form == Form.GIVEN ? spelling : canonical());
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof NumberNode that
                && (spelling.equals(that.spelling) || canonical().equals(that.canonical()));
    }

    @Override
    public final int hashCode() {
        return canonical().hashCode();
    }

    @Override
    public final String summary() {
        return "number, " + spelling.length() + " characters";
    }

    @Override
    public final String toString() {
        return summary();
    }

    /** A number with a mark, which is of the whole number. */
    private static final class Marked extends NumberNode {
        private final Mark mark;

        Marked(String spelling, Mark mark) {
            super(spelling);
            this.mark = mark;
        }
    }
}
