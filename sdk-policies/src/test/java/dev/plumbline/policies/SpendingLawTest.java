package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.testkit.ScriptedProvider;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The law of spending limits: whatever answers cost, a limit is exceeded by the last call at most. */
class SpendingLawTest {
    private static final String PRICES = "{\"format\": \"plumbline-models/1\", \"models\": [{\"id\":"
            + " \"scripted:script\", \"prices\": {\"from\": \"1970-01-01\", \"source\": \"a test\", \"input\": \"3\","
            + " \"output\": \"15\", \"currency\": \"USD\"}}]}";

    @Property(tries = 300)
    @Tag("O1")
    @Label("Money: what is sent fits into what is left, and nothing is charged twice or forgotten")
    void spending_exceedsALimitByTheLastCallAtMost(
            @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 20_000) Integer> tokens,
            @ForAll @IntRange(min = 20_000, max = 1_000_000) int limit) {
        PolicyFixture fixture = new PolicyFixture();
        ScriptedProvider provider = ScriptedProvider.create();
        tokens.forEach(count -> provider.usage(Usage.of(count, count)).says("x"));
        ModelCatalog catalog =
                ModelCatalog.of(PolicyFixture.MODEL, List.of()).merged(PRICES.getBytes(StandardCharsets.UTF_8));
        BigDecimal most = BigDecimal.valueOf(limit, 6);
        PolicyChain chain = PolicyChain.builder()
                .addPolicy("models", Policies.models(() -> catalog))
                .addPolicy(
                        "spending",
                        Policies.spending(
                                SpendingLimits.of("USD").withSession(most.toPlainString()),
                                () -> catalog,
                                Policies.localBudgets(fixture.clock)))
                .build(provider);
        BigDecimal estimate = new BigDecimal("0.015");
        BigDecimal charged = BigDecimal.ZERO;
        for (int i = 0; i < tokens.size(); i++) {
            AiCall call = fixture.call(AiBody.of("hi"))
                    .ids(new CallIds("s", "t" + i, 1, "r"))
                    .build()
                    .withAttribute(AiCall.SCHEDULER, fixture.clock);
            AiReturn ret = chain.call(call);
            boolean fits = most.subtract(charged).compareTo(estimate) >= 0;
            assertThat(ret.isOk()).isEqualTo(fits);
            if (ret.isOk()) {
                BigDecimal cost = ret.usage().total() == 0
                        ? estimate
                        : ret.cost().orElseThrow().amount();
                charged = charged.add(cost).min(most);
            }
        }
    }

    @Property(tries = 300)
    @Label("O1 Money: a call is sent if its estimate is left, and refused if it is not")
    void o1_estimate_isWhatIsReserved(
            @ForAll @IntRange(max = 100_000) int characters,
            @ForAll @IntRange(min = 1, max = 2_000) int output,
            @ForAll @IntRange(min = 1, max = 100_000) int limit) {
        PolicyFixture fixture = new PolicyFixture();
        ScriptedProvider provider = ScriptedProvider.create().says("x");
        ModelCatalog catalog =
                ModelCatalog.of(PolicyFixture.MODEL, List.of()).merged(PRICES.getBytes(StandardCharsets.UTF_8));
        BigDecimal most = BigDecimal.valueOf(limit, 6);
        PolicyChain chain = PolicyChain.builder()
                .addPolicy(
                        "spending",
                        Policies.spending(
                                SpendingLimits.of("USD").withSession(most.toPlainString()),
                                () -> catalog,
                                Policies.localBudgets(fixture.clock)))
                .build(provider);
        AiCall call = fixture.call(AiBody.of("x".repeat(characters)))
                .options(ModelOptions.builder().maxOutputTokens(output).build())
                .ids(new CallIds("s", "t", 1, "r"))
                .build()
                .withAttribute(AiCall.SCHEDULER, fixture.clock);
        BigDecimal estimate = Policies.estimate(call, catalog).orElseThrow().amount();
        assertThat(chain.call(call).isOk()).isEqualTo(most.compareTo(estimate) >= 0);
    }
}
