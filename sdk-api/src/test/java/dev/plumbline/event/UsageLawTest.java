package dev.plumbline.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class UsageLawTest {
    private static final Usage MOST = new Usage(
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Integer.MAX_VALUE);

    @Provide
    Arbitrary<Usage> usages() {
        Arbitrary<Long> tokens = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 1_000_000),
                Arbitraries.longs().between(0, Long.MAX_VALUE),
                Arbitraries.of(Long.MAX_VALUE, Long.MAX_VALUE - 1, 0L));
        Arbitrary<Integer> calls = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 100), Arbitraries.of(Integer.MAX_VALUE, Integer.MAX_VALUE - 1, 0));
        return Combinators.combine(tokens, tokens, tokens, tokens, tokens, tokens, calls)
                .as(Usage::new);
    }

    private static List<Long> numbers(Usage usage) {
        return List.of(
                usage.input(),
                usage.output(),
                usage.cachedInput(),
                usage.cacheWrites(),
                usage.longCacheWrites(),
                usage.reasoning(),
                (long) usage.calls(),
                usage.total());
    }

    private static boolean isAtMost(Usage less, Usage more) {
        for (int i = 0; i < numbers(less).size(); i++) {
            if (numbers(less).get(i) > numbers(more).get(i)) {
                return false;
            }
        }
        return true;
    }

    @Property
    @Label("S24 the sum of any two usages is there, is the same in both orders, and is not less than either")
    void s24_plus_isDefinedCommutativeAndMonotone(@ForAll("usages") Usage one, @ForAll("usages") Usage other) {
        Usage sum = one.plus(other);
        assertThat(sum).isEqualTo(other.plus(one));
        assertThat(isAtMost(one, sum) && isAtMost(other, sum)).isTrue();
        assertThat(isAtMost(sum, MOST)).isTrue();
    }

    @Property
    @Label("S24 the sum of usages does not depend on their grouping, and what is larger has a larger sum")
    void s24_plus_isAssociative(
            @ForAll("usages") Usage one, @ForAll("usages") Usage other, @ForAll("usages") Usage third) {
        assertThat(one.plus(other).plus(third)).isEqualTo(one.plus(other.plus(third)));
        assertThat(isAtMost(one.plus(third), one.plus(other).plus(third))).isTrue();
    }

    @Property
    @Label("S24 the total of any usage is not less than its parts, and a difference is never negative")
    void s24_totalAndMinus_areDefined(@ForAll("usages") Usage one, @ForAll("usages") Usage other) {
        assertThat(one.total()).isGreaterThanOrEqualTo(Math.max(one.input(), one.output()));
        assertThat(isAtMost(one.minus(other), one)).isTrue();
    }

    @Property
    @Label(
            "P9 a stored usage is read as it was; without tokens written to a cache it is the list that was stored before")
    void p9_storedForm_isReadAsItWas(@ForAll("usages") Usage one) {
        assertThat(Usage.from(one.toJson())).isEqualTo(one);
        assertThat(Usage.from(Json.parse(one.toJson().text()))).isEqualTo(one);
        Usage unwritten = one.withCacheWrites(0);
        assertThat(unwritten.toJson())
                .isEqualTo(Json.of(
                        List.of(one.input(), one.output(), one.cachedInput(), one.reasoning(), (long) one.calls())));
    }

    @Example
    void p9_listOfOtherNumbers_isRefused() {
        for (String other : List.of("[]", "[1,2,3,4]", "[1,2,3,4,5,6]", "[1,2,3,4,5,6,7,8]", "{}")) {
            assertThatThrownBy(() -> Usage.from(Json.parse(other))).isInstanceOf(JsonException.class);
        }
    }

    @Example
    void sums_ofUsualNumbers_areExact() {
        assertThat(new Usage(1, 2, 3, 4, 5, 6, 7).plus(new Usage(10, 20, 30, 40, 50, 60, 70)))
                .isEqualTo(new Usage(11, 22, 33, 44, 55, 66, 77));
        assertThat(Usage.of(3, 4).total()).isEqualTo(7);
    }

    @Example
    void p9_copies_differInOneNumber() {
        assertThat(Usage.of(9, 8)
                        .withCachedInput(1)
                        .withLongCacheWrites(2)
                        .withCacheWrites(3)
                        .withReasoning(4)
                        .withCalls(5))
                .isEqualTo(new Usage(9, 8, 1, 3, 2, 4, 5));
    }
}
