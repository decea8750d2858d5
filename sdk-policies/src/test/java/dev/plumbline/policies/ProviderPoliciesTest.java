package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.ScriptedProvider;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The policies between a call and its providers: fallback, circuit breaker, rate and quota, egress, whitelist, tags. */
class ProviderPoliciesTest {
    private static final ModelId OTHER = new ModelId("other", "second");

    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final PolicyChain fallback = PolicyChain.builder()
            .addPolicy("fallback", Policies.fallback(List.of(OTHER), call -> call.withResource("endpoint", "there")))
            .build(provider);

    private static AiError.Category failure(AiReturn ret) {
        return ret.error().orElseThrow().category();
    }

    @ParameterizedTest
    @Tag("C103")
    @EnumSource(
            value = AiError.Category.class,
            names = {"NETWORK", "RATE_LIMITED", "OVERLOADED", "SERVER", "AUTHENTICATION", "NOT_FOUND", "TIMEOUT_IDLE"})
    void fallback_asksTheNextModelAndSaysWhoAnswered(AiError.Category category) {
        provider.fails(category).says("from afar");
        AiReturn ret = fallback.call(fixture.call("hi"));
        assertThat(ret.text()).isEqualTo("from afar");
        assertThat(ret.model()).isEqualTo(OTHER);
        assertThat(ret.trace().note("fallback")).isEqualTo("called other:second after " + category + " scripted");
        AiCall second = provider.calls().get(1);
        assertThat(second.model()).isEqualTo(OTHER);
        assertThat(second.resources()).containsEntry("endpoint", "there");
    }

    @ParameterizedTest
    @EnumSource(
            value = AiError.Category.class,
            names = {"INVALID_REQUEST", "CONTENT_FILTERED", "POLICY_DENIED", "EGRESS_DENIED", "BUDGET", "CANCELLED"})
    void fallback_leavesAloneWhatIsTheCallsOwn(AiError.Category category) {
        provider.fails(category);
        assertThat(failure(fallback.call(fixture.call("hi")))).isEqualTo(category);
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    @Tag("F23")
    void fallback_staysAwayOnceContentWasDelivered() {
        fixture.view.delivers = true;
        provider.failsAfter("part", AiError.of(AiError.Category.SERVER, "down", "down"));
        assertThat(failure(fallback.call(fixture.call("hi")))).isEqualTo(AiError.Category.SERVER);
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    void fallback_takesBackWhatTheFirstModelSaid() {
        provider.failsAfter("part", AiError.of(AiError.Category.SERVER, "down", "down"))
                .says("whole");
        assertThat(fallback.call(fixture.call("hi")).text()).isEqualTo("whole");
        assertThat(fixture.view.shown().partialText()).isEqualTo("whole");
        assertThat(fixture.view.resets()).isEqualTo(1);
    }

    @Test
    @Tag("F81")
    @DisplayName("81 fallback outside the cache: an answer is kept under the key of who gave it")
    void fallback_keepsUnderTheKeyOfWhoAnswered() {
        FakeResponseStore store = new FakeResponseStore();
        PolicyChain chain = PolicyChain.builder()
                .addPolicy("fallback", Policies.fallback(List.of(OTHER), call -> call))
                .addPolicy("cache", Policies.localCache(store, fixture.clock))
                .build(provider);
        provider.fails(AiError.Category.SERVER).says("from afar").says("at home");
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("from afar");
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("at home");
        assertThat(chain.call(fixture.call("hi").withModel(OTHER)).text()).isEqualTo("from afar");
        provider.expectPlayed();
    }

    private PolicyChain breaker() {
        return PolicyChain.builder()
                .addPolicy("breaker", Policies.circuitBreaker(2, Duration.ofSeconds(30), fixture.clock))
                .build(provider);
    }

    @Test
    void breaker_opensAfterFailuresInARowAndTriesOneCallLater() {
        PolicyChain chain = breaker();
        provider.fails(AiError.Category.SERVER).fails(AiError.Category.NETWORK);
        chain.call(fixture.call("1"));
        chain.call(fixture.call("2"));
        AiError open = chain.call(fixture.call("3")).error().orElseThrow();
        assertThat(open.code()).isEqualTo("circuit-open");
        assertThat(open.retryable()).isFalse();
        assertThat(open.retryAt()).contains(fixture.clock.instant().plusSeconds(30));
        assertThat(provider.calls()).hasSize(2);
        fixture.clock.advance(Duration.ofSeconds(30));
        provider.fails(AiError.Category.SERVER);
        assertThat(failure(chain.call(fixture.call("4")))).isEqualTo(AiError.Category.SERVER);
        assertThat(chain.call(fixture.call("5")).error().orElseThrow().code()).isEqualTo("circuit-open");
        fixture.clock.advance(Duration.ofSeconds(30));
        provider.says("back").says("again");
        assertThat(chain.call(fixture.call("6")).text()).isEqualTo("back");
        assertThat(chain.call(fixture.call("7")).text()).isEqualTo("again");
    }

    @Test
    void breaker_countsNeitherTheCallersFaultsNorOtherProviders() {
        PolicyChain chain = breaker();
        provider.fails(AiError.Category.INVALID_REQUEST)
                .fails(AiError.Category.INVALID_REQUEST)
                .fails(AiError.Category.SERVER)
                .says("ok")
                .fails(AiError.Category.SERVER)
                .fails(AiError.Category.SERVER)
                .says("the other");
        for (int i = 0; i < 6; i++) {
            chain.call(fixture.call("call " + i));
        }
        assertThat(chain.call(fixture.call("hi")).error().orElseThrow().code()).isEqualTo("circuit-open");
        assertThat(chain.call(fixture.call("hi").withModel(OTHER)).text()).isEqualTo("the other");
    }

    @Test
    void rateLimit_letsABurstThroughAndMakesTheRestWaitVisibly() {
        PolicyChain chain = PolicyChain.builder()
                .telemetry(fixture.clock)
                .addPolicy("rate", Policies.rateLimit(2, Duration.ofSeconds(10), fixture.clock))
                .build(provider);
        for (int i = 0; i < 4; i++) {
            provider.says("answer");
            chain.call(fixture.call("call " + i));
        }
        assertThat(fixture.clock.waits()).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(5));
        List<TelemetryEvent.WaitStarted> waits = fixture.events(TelemetryEvent.WaitStarted.class);
        assertThat(waits).hasSize(2);
        assertThat(waits.get(0).until()).isEqualTo(waits.get(0).at().plusSeconds(5));
    }

    @Test
    @Tag("SH170")
    void quota_refusesAtOnceAndSaysWhenToComeBack() {
        PolicyChain chain = PolicyChain.builder()
                .addPolicy("quota", Policies.quota(1, Duration.ofSeconds(10), fixture.clock))
                .build(provider);
        provider.says("one").says("two").says("other");
        assertThat(chain.call(fixture.call("hi")).isOk()).isTrue();
        AiError refused = chain.call(fixture.call("hi")).error().orElseThrow();
        assertThat(refused.category()).isEqualTo(AiError.Category.BUDGET);
        assertThat(refused.retryAt()).contains(fixture.clock.instant().plusSeconds(10));
        assertThat(fixture.clock.waits()).isEmpty();
        fixture.clock.advance(Duration.ofSeconds(10));
        assertThat(chain.call(fixture.call("hi")).isOk()).isTrue();
        assertThat(chain.call(fixture.call("hi").withModel(OTHER)).isOk()).isTrue();
    }

    @Test
    @Tag("SH156")
    void egress_letsGoToNamedProvidersAlone() {
        PolicyChain chain = PolicyChain.builder()
                .addRequestPolicy("egress", Policies.egress(Selector.of("scripted")))
                .build(provider);
        provider.says("ok");
        assertThat(chain.call(fixture.call("hi")).isOk()).isTrue();
        assertThat(failure(chain.call(fixture.call("hi").withModel(OTHER)))).isEqualTo(AiError.Category.EGRESS_DENIED);
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    @Tag("SH158")
    @Tag("SH161")
    @Tag("SH170")
    void schemaWhitelist_refusesShapesThatAreNotInIt() {
        PolicyChain chain = PolicyChain.builder()
                .addRequestPolicy("shapes", Policies.schemaAllowlist(Set.of(SmallSchemaService.POINT)))
                .build(provider);
        provider.says("free").says("{}");
        assertThat(chain.call(fixture.call("hi")).isOk()).isTrue();
        assertThat(chain.call(fixture.call("hi").withOutputSchema(SmallSchemaService.POINT))
                        .isOk())
                .isTrue();
        assertThat(failure(chain.call(fixture.call("hi").withOutputSchema(SmallSchemaService.LIST))))
                .isEqualTo(AiError.Category.POLICY_DENIED);
    }

    @Test
    @Tag("SH39")
    @Tag("SH113")
    @Tag("SH171")
    void cacheTags_areARequestOfTheCallAndChangeNoKey() {
        PolicyChain chain = PolicyChain.builder()
                .addRequestPolicy("tags", Policies.cacheTags())
                .build(provider);
        provider.says("ok");
        AiCall call = fixture.call(
                        AiBody.builder().addSystem("Draw.").addUser("hi").build())
                .build();
        chain.call(call);
        AiCall sent = provider.calls().get(0);
        assertThat(sent.attribute(PromptCacheHint.KEY))
                .contains(PromptCacheHint.ofConversation(PromptCacheHint.Retention.SHORT));
        assertThat(sent.fingerprint()).isEqualTo(call.fingerprint());
    }

    @Test
    void limits_thatAreNoneAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Policies.quota(0, Duration.ofSeconds(1), fixture.clock));
        assertThatIllegalArgumentException().isThrownBy(() -> Policies.rateLimit(1, Duration.ZERO, fixture.clock));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Policies.circuitBreaker(0, Duration.ofSeconds(1), fixture.clock));
        assertThatIllegalArgumentException().isThrownBy(() -> Policies.historyReduction(0));
    }
}
