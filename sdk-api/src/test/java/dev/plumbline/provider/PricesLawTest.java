package dev.plumbline.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.provider.ModelInfo.Prices.Rate;
import dev.plumbline.provider.ModelInfo.Prices.Tier;
import dev.plumbline.provider.ModelInfo.Prices.Tokens;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** The laws of costs. Prices are those of a service that bills what it writes to a cache at the input price or above. */
class PricesLawTest {
    private static final LocalDate FIRST = LocalDate.of(2026, 10, 7);

    /** The prices of Claude Haiku 5.5: for inputs up to 100,000 tokens, and five times as much above. */
    private static final Prices HAIKU = new Prices(
            FIRST,
            Tokens.of("0.10", "0.50").withCachedInput("0.01").withCacheWrites("0.125", "0.20"),
            List.of(new Tier(
                    100_000, Tokens.of("0.50", "2.50").withCachedInput("0.05").withCacheWrites("0.625", "1"))),
            "0.5",
            "USD",
            "a page");

    @Provide
    Arbitrary<Tokens> tokens() {
        Arbitrary<Integer> cents = Arbitraries.integers().between(0, 10_000);
        Arbitrary<Integer> more = Arbitraries.integers().between(0, 1_000);
        return Combinators.combine(cents, cents, more, more, cents, cents)
                .as((input, cached, write, longer, output, thought) -> new Tokens(
                        decimal(input),
                        decimal(cached),
                        decimal(input + write),
                        decimal(input + write + longer),
                        decimal(output),
                        decimal(thought)));
    }

    private static String decimal(int cents) {
        return BigDecimal.valueOf(cents, 2).toPlainString();
    }

    @Provide
    Arbitrary<Usage> answers() {
        Arbitrary<Long> counts = Arbitraries.longs().between(0, 200_000);
        return Combinators.combine(counts, counts, counts, counts, counts, counts)
                .as((plain, read, usual, longer, said, thought) -> Usage.of(
                                plain + read + usual + longer, said + thought)
                        .withCachedInput(read)
                        .withCacheWrites(usual + longer)
                        .withLongCacheWrites(longer)
                        .withReasoning(thought));
    }

    /** Whatever a service reports: parts that are larger than the whole, and the largest numbers. */
    @Provide
    Arbitrary<Usage> reports() {
        Arbitrary<Long> counts = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 1_000_000),
                Arbitraries.longs().between(0, Long.MAX_VALUE),
                Arbitraries.of(Long.MAX_VALUE, Long.MAX_VALUE - 1, 0L));
        Arbitrary<Integer> calls = Arbitraries.of(0, 1, 2, 7, Integer.MAX_VALUE);
        return Combinators.combine(counts, counts, counts, counts, counts, counts, calls)
                .as(Usage::new);
    }

    private static Prices prices(Tokens tokens, Tier... tiers) {
        return new Prices(FIRST, tokens, List.of(tiers), "0.5", "USD", "a page");
    }

    private static BigDecimal cost(Prices prices, Usage usage) {
        return prices.cost(usage, Rate.STANDARD).map(Cost::amount).orElseThrow();
    }

    @Property
    @Label("P9 a usage never costs less than without its writes to a cache, and those for long never less than others")
    void p9_writes_neverCostLess(
            @ForAll("tokens") Tokens some, @ForAll("tokens") Tokens long100k, @ForAll("reports") Usage usage) {
        Prices prices = prices(some, new Tier(100_000, long100k));
        BigDecimal usual = cost(prices, usage.withLongCacheWrites(0));
        assertThat(cost(prices, usage)).isGreaterThanOrEqualTo(usual);
        assertThat(usual).isGreaterThanOrEqualTo(cost(prices, usage.withCacheWrites(0)));
    }

    @Property
    @Label("P9 a call costs the first prices up to the boundary of a tier, and those of the tier above it, as a whole")
    void p9_tier_isThatOfTheWholeCall(
            @ForAll("tokens") Tokens some,
            @ForAll("tokens") Tokens others,
            @ForAll("answers") Usage answer,
            @ForAll @LongRange(min = 1, max = 900_000) long above) {
        BigDecimal expected = cost(prices(answer.input() > above ? others : some), answer);
        assertThat(cost(prices(some, new Tier(above, others)), answer)).isEqualTo(expected);
        if (answer.input() > 1) {
            Tier here = new Tier(answer.input(), others);
            Tier below = new Tier(answer.input() - 1, others);
            assertThat(cost(prices(some, here), answer)).isEqualTo(cost(prices(some), answer));
            assertThat(cost(prices(some, here, below), answer)).isEqualTo(cost(prices(others), answer));
        }
    }

    @Property
    @Label("P9 without tiers, answers cost together what they cost one by one")
    void p9_sums_areThoseOfTheAnswers(
            @ForAll("tokens") Tokens some, @ForAll("answers") Usage one, @ForAll("answers") Usage other) {
        Prices prices = prices(some);
        assertThat(cost(prices, one.plus(other)))
                .isEqualByComparingTo(cost(prices, one).add(cost(prices, other)));
    }

    @Property
    @Label("P9 attempts of the same length are in the tier of one of them")
    void p9_attempts_areInTheirTier(@ForAll("answers") Usage one) {
        assertThat(cost(HAIKU, one.plus(one).plus(one)))
                .isEqualByComparingTo(cost(HAIKU, one).multiply(BigDecimal.valueOf(3)));
    }

    @Property
    @Label("P9 whatever a service reports has a cost that is not negative, and in a batch the share of it")
    void p9_anyReport_hasACost(@ForAll("tokens") Tokens some, @ForAll("reports") Usage usage) {
        Prices prices = prices(some, new Tier(100_000, some));
        assertThat(cost(prices, usage)).isNotNegative();
        assertThat(prices.cost(usage, Rate.BATCH).orElseThrow().amount())
                .isEqualByComparingTo(cost(prices, usage).divide(BigDecimal.valueOf(2)));
    }

    @Example
    void p9_haiku_costsFiveTimesAsMuchAboveTheBoundary() {
        Usage upTo = Usage.of(100_000, 1_000);
        assertThat(cost(HAIKU, upTo)).isEqualByComparingTo("0.0105");
        assertThat(cost(HAIKU, Usage.of(100_001, 1_000))).isEqualByComparingTo("0.0525005");
        // 20,000 at 0.10, 10,000 at 0.01, 30,000 at 0.125, 40,000 at 0.20, 1,000 at 0.50
        assertThat(cost(
                        HAIKU,
                        upTo.withCachedInput(10_000).withCacheWrites(70_000).withLongCacheWrites(40_000)))
                .isEqualByComparingTo("0.01435");
    }

    @Example
    void p9_costThatNeedsAnUnknownPrice_isAbsent() {
        Prices unknown = prices(Tokens.of("1", "5").withCacheWrites("1.25", ""));
        Usage usage = Usage.of(100, 10).withCacheWrites(50);
        assertThat(unknown.cost(usage, Rate.STANDARD)).isPresent();
        assertThat(unknown.cost(usage.withLongCacheWrites(1), Rate.STANDARD)).isEmpty();
        assertThat(prices(Tokens.of("1", "5")).cost(usage, Rate.STANDARD)).isEmpty();
    }
}
