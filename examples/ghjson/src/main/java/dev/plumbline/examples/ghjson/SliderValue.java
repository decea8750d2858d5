package dev.plumbline.examples.ghjson;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The value of a number slider, {@code value<min~max>} (specification, 7.1); it keeps the decimals as written. */
record SliderValue(BigDecimal value, BigDecimal min, BigDecimal max) {
    /** The key of the extension that has the value. */
    static final String EXTENSION = "gh.numberslider";

    private static final Pattern FORM = Pattern.compile(
            "(-?\\d{1,30}(?:\\.\\d{1,30})?)<(-?\\d{1,30}(?:\\.\\d{1,30})?)~(-?\\d{1,30}(?:\\.\\d{1,30})?)>");

    /** Returns the value of a text; empty if it has another form. */
    static Optional<SliderValue> parse(String text) {
        Matcher parts = FORM.matcher(text);
        return parts.matches()
                ? Optional.of(new SliderValue(
                        new BigDecimal(parts.group(1)), new BigDecimal(parts.group(2)), new BigDecimal(parts.group(3))))
                : Optional.empty();
    }

    boolean isOrdered() {
        return min.compareTo(max) <= 0;
    }

    boolean isInside() {
        return value.compareTo(min) >= 0 && value.compareTo(max) <= 0;
    }

    /** Returns the nearest value inside. */
    SliderValue clamped() {
        return isOrdered()
                ? new SliderValue(value.max(min).min(max), min, max)
                : new SliderValue(value, max, min).clamped();
    }

    String text() {
        return value.toPlainString() + '<' + min.toPlainString() + '~' + max.toPlainString() + '>';
    }
}
