package dev.plumbline.json.internal;

import tools.jackson.core.io.NumberOutput;

/**
 * Formats doubles as ECMAScript does: with the shortest digits that read back as the same double, and of those the
 * nearest. {@link Double#toString} does not give them before JDK 19, and never with fewer than two digits.
 */
final class EcmaScriptDoubles {

    private EcmaScriptDoubles() {}

    static String spelling(double value) {
        Decimal shortest = Decimal.of(NumberOutput.toString(value, true));
        return Math.abs(value) < Double.MIN_NORMAL
                ? oneDigitIfEnough(value, shortest).spelling()
                : shortest.spelling();
    }

    static String spelling(float value) {
        return Decimal.canonical(NumberOutput.toString(value, true));
    }

    /**
     * Returns one digit if it is enough; below the normal range doubles are so far apart that one digit can identify
     * them.
     */
    private static Decimal oneDigitIfEnough(double value, Decimal two) {
        if (two.digits().length() != 2) {
            return two;
        }
        int first = two.digits().charAt(0) - '0';
        boolean up = two.digits().charAt(1) >= '5';
        Decimal near = oneDigit(two, up ? first + 1 : first);
        Decimal far = oneDigit(two, up ? first : first + 1);
        return readsAs(value, near) ? near : readsAs(value, far) ? far : two;
    }

    private static Decimal oneDigit(Decimal like, int digit) {
        return digit == 10
                ? new Decimal(like.negative(), "1", like.point() + 1)
                : new Decimal(like.negative(), Integer.toString(digit), like.point());
    }

    private static boolean readsAs(double value, Decimal decimal) {
        return Double.parseDouble(decimal.spelling()) == value;
    }
}
