package dev.plumbline.examples.ghjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Whatever value is written is read again, and whatever text is read is a value or an error that does not quote it. */
class GhValueLawTest {

    @Property
    @Tag("SH178")
    void m13_everyValue_isReadAsWritten(@ForAll("values") GhValue value) {
        assertThat(GhValue.parse(value.text())).isEqualTo(value);
    }

    @Property
    void m13_everyText_isAValueOrAnError(@ForAll("texts") String text) {
        try {
            GhValue value = GhValue.parse(text);
            assertThat(GhValue.parse(value.text())).isEqualTo(value);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).doesNotContain("4711");
        }
    }

    @Example
    void m13_unknownPrefix_isNamed() {
        for (String text :
                List.of("", "5", "frob:4711", "number:4711x", "pointXYZ:1,2", "argb:1,2,3,4711", "number:NaN")) {
            assertThatThrownBy(() -> GhValue.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .message()
                    .doesNotContain("4711");
        }
    }

    private static Arbitrary<Double> numbers() {
        return Arbitraries.oneOf(
                        Arbitraries.doubles().between(-1e12, 1e12).ofScale(6),
                        Arbitraries.doubles(),
                        Arbitraries.integers().map(Integer::doubleValue))
                .map(number -> number + 0.0); // a zero has no sign here
    }

    private static Arbitrary<GhValue.Point> points() {
        return Combinators.combine(numbers(), numbers(), numbers()).as(GhValue.Point::new);
    }

    private static Arbitrary<GhValue.Vector> vectors() {
        return Combinators.combine(numbers(), numbers(), numbers()).as(GhValue.Vector::new);
    }

    private static Arbitrary<GhValue.Plane> planes() {
        return Combinators.combine(points(), vectors(), vectors()).as(GhValue.Plane::new);
    }

    private static Arbitrary<GhValue.Interval> intervals() {
        return Combinators.combine(numbers(), numbers()).as(GhValue.Interval::new);
    }

    @Provide
    Arbitrary<GhValue> values() {
        Arbitrary<Integer> channel = Arbitraries.integers().between(0, 255);
        return Arbitraries.<GhValue>oneOf(List.of(
                Arbitraries.strings().map(GhValue.Text::new),
                numbers().map(GhValue.Decimal::new),
                Arbitraries.longs().map(GhValue.Whole::new),
                Arbitraries.of(true, false).map(GhValue.Truth::new),
                points(),
                vectors(),
                Combinators.combine(points(), points()).as(GhValue.Line::new),
                planes(),
                Combinators.combine(points(), vectors(), numbers(), vectors()).as(GhValue.Circle::new),
                Combinators.combine(points(), points(), points()).as(GhValue.Arc::new),
                Combinators.combine(planes(), intervals(), intervals(), intervals())
                        .as(GhValue.Box::new),
                Combinators.combine(planes(), numbers(), numbers()).as(GhValue.Rectangle::new),
                intervals(),
                Combinators.combine(numbers(), numbers()).as(GhValue.Bounds::new),
                Combinators.combine(channel, channel, channel, channel).as(GhValue.Colour::new)));
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> prefix = Arbitraries.of(
                "",
                "text:",
                "number:",
                "integer:",
                "boolean:",
                "pointXYZ:",
                "line2p:",
                "planeOXY:",
                "argb:",
                "interval:",
                "boxOXY:");
        return Combinators.combine(
                        prefix,
                        Arbitraries.strings().withChars("0123456789.,;<x-e").ofMaxLength(30))
                .as((first, rest) -> first + rest);
    }
}
