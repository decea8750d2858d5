package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Limits of money. A call of these tests costs 0.01 USD: 10,000 tokens at 1 USD for a million. */
class SpendingPolicyTest {
    private static final String PRICES = "{\"format\": \"plumbline-models/1\", \"models\": [{\"id\":"
            + " \"scripted:script\", \"prices\": {\"from\": \"1970-01-01\", \"source\": \"a test\", \"input\": \"1\","
            + " \"output\": \"1\", \"currency\": \"USD\"}}]}";

    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create().usage(Usage.of(9_000, 1_000));
    private final BudgetStore store = Policies.localBudgets(fixture.clock);
    private ModelCatalog catalog =
            ModelCatalog.of(PolicyFixture.MODEL, List.of()).merged(PRICES.getBytes(StandardCharsets.UTF_8));

    private PolicyChain chain(SpendingLimits limits) {
        return PolicyChain.builder()
                .addPolicy("spending", Policies.spending(limits, () -> catalog, store))
                .build(provider);
    }

    private AiCall call(String session, String turn) {
        return fixture.call(AiBody.of("hi"))
                .ids(new CallIds(session, turn, 1, "r"))
                .build()
                .withAttribute(AiCall.SCHEDULER, fixture.clock);
    }

    private static String code(AiReturn ret) {
        return ret.error().map(AiError::code).orElse("ok");
    }

    @Test
    @DisplayName("O1 a turn ends at its limit, and another turn begins with a budget of its own")
    void o1_turn_hasItsLimit() {
        PolicyChain chain = chain(SpendingLimits.of("USD").withTurn("0.0205"));
        provider.says("1").says("2").says("3");
        assertThat(code(chain.call(call("s", "t1")))).isEqualTo("ok");
        assertThat(code(chain.call(call("s", "t1")))).isEqualTo("ok");
        AiReturn refused = chain.call(call("s", "t1"));
        assertThat(refused.error().orElseThrow().category()).isEqualTo(AiError.Category.BUDGET);
        assertThat(refused.error().orElseThrow().message())
                .isEqualTo("of the spending limit for each turn, 0.0005 USD are left, and this call is estimated at"
                        + " 0.001; raise the limit, or send less");
        assertThat(code(chain.call(call("s", "t2")))).isEqualTo("ok");
        assertThat(provider.calls()).hasSize(3);
    }

    @Test
    @DisplayName("O1 sessions, users and days have limits, and a new day has a new budget")
    void o1_scopes_haveTheirLimits() {
        PolicyChain chain = chain(SpendingLimits.of("USD")
                .withSession("0.0105")
                .withUser("0.0205", call -> call.ids().session().substring(0, 1))
                .withDay("0.0405"));
        provider.says("1").says("2").says("3").says("4").says("5");
        assertThat(code(chain.call(call("a1", "t")))).isEqualTo("ok");
        assertThat(chain.call(call("a1", "u")).error().orElseThrow().message()).contains("each session");
        assertThat(code(chain.call(call("a2", "t")))).isEqualTo("ok");
        assertThat(chain.call(call("a3", "t")).error().orElseThrow().message()).contains("each user and day");
        assertThat(code(chain.call(call("b1", "t")))).isEqualTo("ok");
        assertThat(code(chain.call(call("b2", "t")))).isEqualTo("ok");
        AiError ofDay = chain.call(call("c1", "t")).error().orElseThrow();
        assertThat(ofDay.message()).contains("for each day");
        Instant tomorrow = LocalDate.ofInstant(fixture.clock.instant(), ZoneOffset.UTC)
                .plusDays(1)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant();
        assertThat(ofDay.retryAt()).contains(tomorrow);
        assertThat(ofDay.retryable()).isFalse();
        fixture.clock.advance(Duration.between(fixture.clock.instant(), tomorrow));
        assertThat(code(chain.call(call("c1", "t")))).isEqualTo("ok");
    }

    @Test
    @DisplayName("O1 the definitions of tools are part of the estimate")
    void o1_estimate_hasTheDefinitionsOfTools() {
        PolicyChain chain = chain(SpendingLimits.of("USD").withTurn("0.0019"));
        ToolDefinition described = new ToolDefinition(
                "draw", "x".repeat(4_000), Json.object().with("type", "object"), Optional.empty(), Set.of(), "");
        provider.says("1");
        assertThat(code(chain.call(
                        call("s", "t1").toBuilder().tools(List.of(described)).build())))
                .isEqualTo("spending-limit");
        assertThat(code(chain.call(call("s", "t1")))).isEqualTo("ok");
    }

    @Test
    @DisplayName("O1 a failed call gives its reservation back; an answer without counted tokens keeps it")
    void o1_reservation_isSettled() {
        PolicyChain chain = chain(SpendingLimits.of("USD").withSession("0.0015"));
        provider.fails(AiError.Category.NETWORK).fails(AiError.Category.NETWORK);
        provider.usage(Usage.of(0, 0)).says("not counted").says("never");
        assertThat(code(chain.call(call("s", "t")))).isNotEqualTo("spending-limit");
        assertThat(code(chain.call(call("s", "t")))).isNotEqualTo("spending-limit");
        assertThat(code(chain.call(call("s", "t")))).isEqualTo("ok");
        assertThat(code(chain.call(call("s", "t")))).isEqualTo("spending-limit");
    }

    @Test
    @DisplayName("P9 what is written to a prompt cache, and a long input, count against a limit at their prices")
    void p9_writesAndTiers_countAgainstALimit() {
        catalog = ModelCatalog.of(PolicyFixture.MODEL, List.of())
                .merged(PRICES.replace(
                                "\"output\"",
                                "\"cacheWrites\": \"1.25\", \"longCacheWrites\": \"2\", \"tiers\":"
                                        + " [{\"above\": 9000, \"input\": \"5\", \"output\": \"5\"}], \"output\"")
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(left(Usage.of(9_000, 1_000))).isEqualTo("0.09");
        // 1,000 at 1, 4,000 at 1.25, 4,000 at 2, 1,000 at 1
        assertThat(left(Usage.of(9_000, 1_000).withCacheWrites(8_000).withLongCacheWrites(4_000)))
                .isEqualTo("0.085");
        assertThat(left(Usage.of(9_001, 1_000))).isEqualTo("0.049995");
    }

    /** Returns what is left of 0.1 USD after one call with that usage. */
    private String left(Usage usage) {
        ScriptedProvider one = ScriptedProvider.create().usage(usage).says("1");
        PolicyChain chain = PolicyChain.builder()
                .addPolicy(
                        "spending",
                        Policies.spending(
                                SpendingLimits.of("USD").withTurn("0.1"),
                                () -> catalog,
                                Policies.localBudgets(fixture.clock)))
                .build(one);
        assertThat(code(chain.call(call("s", "t")))).isEqualTo("ok");
        AiCall large = fixture.call(AiBody.of("x".repeat(400_000)))
                .ids(new CallIds("s", "t", 1, "r"))
                .build()
                .withAttribute(AiCall.SCHEDULER, fixture.clock);
        String message = chain.call(large).error().orElseThrow().message();
        return message.replaceAll(".*turn, (.*) USD are left.*", "$1");
    }

    @Test
    @DisplayName("O1 a model without a price, or with one in another currency, is not called")
    void o1_modelWithoutAPrice_isRefused() {
        assertThat(chain(SpendingLimits.of("EUR").withDay("1"))
                        .call(call("s", "t"))
                        .error()
                        .orElseThrow()
                        .message())
                .isEqualTo("spending is limited in EUR, but the price of scripted:script is in USD; add its price with"
                        + " addModels (docs/models.md), 0 for a model that costs nothing");
        catalog = ModelCatalog.of(PolicyFixture.MODEL, List.of());
        AiError none = chain(SpendingLimits.of("USD").withDay("1"))
                .call(call("s", "t"))
                .error()
                .orElseThrow();
        assertThat(none.code()).isEqualTo("no-price");
        assertThat(none.message()).contains("no price is known for scripted:script");
        assertThat(provider.calls()).isEmpty();
    }

    @Test
    @DisplayName("O1 programs that share a store share the money, and a store that fails ends the call")
    void o1_store_isShared() {
        PolicyChain one = chain(SpendingLimits.of("USD").withDay("0.0105"));
        PolicyChain other = chain(SpendingLimits.of("USD").withDay("0.0105"));
        provider.says("1").says("2");
        assertThat(code(one.call(call("s", "t")))).isEqualTo("ok");
        assertThat(code(other.call(call("u", "v")))).isEqualTo("spending-limit");
        PolicyChain failing = PolicyChain.builder()
                .addPolicy(
                        "spending",
                        Policies.spending(SpendingLimits.of("USD").withDay("1"), () -> catalog, new FailingStore()))
                .build(provider);
        assertThat(failing.call(call("s", "t")).isOk()).isFalse();
        assertThat(provider.calls()).hasSize(1);
    }

    private static final class FailingStore implements BudgetStore {
        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            throw new UncheckedIOException(new IOException("the store is not reachable"));
        }

        @Override
        public void close() {}
    }

    @Test
    void o1_limits_refuseAmountsThatAreNone() {
        for (String amount : List.of("0", "-1", "much", "1000000000000")) {
            assertThatThrownBy(() -> SpendingLimits.of("USD").withTurn(amount))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("got \"" + amount + "\"");
        }
    }
}
