package dev.plumbline.json.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** Shortest digits, checked by trying every precision. */
class NumberSpellingPropertiesTest {

    @Property(tries = 2000)
    void any_double_has_its_shortest_nearest_digits(@ForAll long bits) {
        double value = Double.longBitsToDouble(bits);
        if (Double.isFinite(value) && value != 0) {
            assertShortestAndNearest(value);
        }
    }

    @Property(tries = 1000)
    void usual_double_has_its_shortest_nearest_digits(@ForAll @DoubleRange(min = -1e6, max = 1e6) double value) {
        if (value != 0) {
            assertShortestAndNearest(value);
        }
    }

    /** Tries every precision upwards; at each the nearest decimals below and above. */
    private static void assertShortestAndNearest(double value) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal expected = IntStream.rangeClosed(1, 17)
                .mapToObj(digits -> nearest(exact, digits, value))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseThrow()
                .get(0);
        String spelled = Json.of(value).text();
        assertThat(Double.parseDouble(spelled)).isEqualTo(value);
        assertThat(new BigDecimal(spelled)).isEqualByComparingTo(expected);
    }

    private static List<BigDecimal> nearest(BigDecimal exact, int digits, double value) {
        return Stream.of(RoundingMode.FLOOR, RoundingMode.CEILING)
                .map(mode -> exact.round(new MathContext(digits, mode)))
                .filter(decimal -> decimal.doubleValue() == value)
                .sorted(Comparator.<BigDecimal, BigDecimal>comparing(
                                decimal -> decimal.subtract(exact).abs())
                        .thenComparing(decimal -> decimal.unscaledValue().testBit(0)))
                .toList();
    }

    /** ECMAScript: of two that are equally near, the one whose last digit is even. */
    @Example
    void double_betweenTwoSpellings_takesTheEvenOne() {
        assertThat(Json.of(562949953421312.75).text()).isEqualTo("562949953421312.8");
        assertShortestAndNearest(562949953421312.75);
        assertShortestAndNearest(-562949953421312.75);
    }

    @Property(tries = 500)
    void float_keeps_its_own_shortest_digits(@ForAll float value) {
        if (Float.isFinite(value)) {
            assertThat(Float.parseFloat(Json.of(value).text())).isEqualTo(value);
        }
    }
}
