package dev.plumbline.json.internal;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A number with its original spelling. Equal numbers have the same canonical spelling. */
public final class NumberNode implements Node {
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

    @Override
    public int levels() {
        return 0;
    }

    @Override
    public void write(JsonBuffer out, Form form) {
        out.ascii(form == Form.GIVEN ? spelling : canonical());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NumberNode that
                && (spelling.equals(that.spelling) || canonical().equals(that.canonical()));
    }

    @Override
    public int hashCode() {
        return canonical().hashCode();
    }

    @Override
    public String summary() {
        return "number, " + spelling.length() + " characters";
    }

    @Override
    public String toString() {
        return summary();
    }
}
