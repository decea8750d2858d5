package dev.plumbline.policy;

import static dev.plumbline.policy.OddPolicies.playing;
import static dev.plumbline.policy.OddPolicies.repeating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PolicyChainTest {
    private final ChainFixture trial = new ChainFixture();

    @Test
    void bareChain_isTheProvider() {
        AiReturn ret = trial.run(PolicyChain.builder());
        assertThat(ret.text()).isEqualTo("a wall of oak\nand a door");
        assertThat(ret.usage()).isEqualTo(Usage.of(3, 2));
        trial.assertShownIs(ret);
    }

    @Test
    @Tag("SH4")
    @Tag("SH44")
    void order_firstIsOutermostAndExitsReverse() {
        List<String> trail = new ArrayList<>();
        AiReturn ret = trial.run(PolicyChain.builder()
                .addPolicy("one", ChainFixture.recording(trail, "1"))
                .addPolicy("two", ChainFixture.recording(trail, "2"))
                .addPolicy("three", ChainFixture.recording(trail, "3")));
        assertThat(trail).containsExactly("in 1", "in 2", "in 3", "out 3", "out 2", "out 1");
        assertThat(ret.trace().steps())
                .extracting(step -> step.policy())
                .containsExactly("one", "two", "three", "provider");
    }

    @Test
    @Tag("SH42")
    @Tag("SH102")
    @Tag("SH109")
    @Tag("C20")
    @Tag("C45")
    @Tag("A13")
    @Tag("A14")
    @Tag("H17")
    void requestPolicy_changesWhatIsSentAndNeverTheBody() {
        AiReturn ret = trial.run(PolicyChain.builder()
                .addRequestPolicy("rules", call -> call.withAdded(new Interaction.System("be brief"))));
        AiCall sent = trial.provider.calls.get(0);
        assertThat(sent.effective()).hasSize(2).first().isInstanceOf(Interaction.System.class);
        assertThat(sent.body()).isEqualTo(AiBody.of("draw"));
        assertThat(ret.trace().steps().get(0).before())
                .isNotEqualTo(ret.trace().steps().get(0).after());
    }

    @Test
    @Tag("C5")
    void responsePolicy_filtersWholeLinesWhateverTheChunking() {
        AiReturn ret = trial.run(PolicyChain.builder()
                .addResponsePolicy(
                        "names",
                        ResponsePolicy.filter(c -> DeltaFilter.byLine(l -> l.replace("wall of", "fence of")))));
        assertThat(ret.text()).isEqualTo("a fence of oak\nand a door");
        assertThat(trial.shown).noneMatch(delta -> delta instanceof AiDelta.Reset);
        trial.assertShownIs(ret);
    }

    @Test
    void line_goesOnWhereSomethingElseComesBetween() {
        List<AiDelta> out = new ArrayList<>();
        DeltaFilter filter = DeltaFilter.byLine(line -> line.replace("PN-4711", "oak door"));
        List.of(
                        new AiDelta.Text("a wall\nPN-"),
                        new AiDelta.Reasoning("which one?"),
                        new AiDelta.Boundary(),
                        new AiDelta.Text("4711\nand"),
                        new AiDelta.Finish(FinishReason.STOP))
                .forEach(delta -> filter.accept(delta, out::add));

        assertThat(out)
                .containsExactly(
                        new AiDelta.Text("a wall\n"),
                        new AiDelta.Text("oak door\n"),
                        new AiDelta.Reasoning("which one?"),
                        new AiDelta.Boundary(),
                        new AiDelta.Text("and"),
                        new AiDelta.Finish(FinishReason.STOP));
    }

    @Test
    @Tag("SH42")
    @Tag("C21")
    @Tag("A15")
    void responsePolicy_thatRewritesIsAnnouncedByAReset() {
        AiReturn ret = trial.run(PolicyChain.builder()
                .addResponsePolicy("shout", (r, c) -> r.mapText(text -> text.toUpperCase(java.util.Locale.ROOT))));
        assertThat(ret.text()).isEqualTo("A WALL OF OAK\nAND A DOOR");
        assertThat(trial.shown).contains(new AiDelta.Reset(2));
        trial.assertShownIs(ret);
    }

    @Test
    void secondProceed_takesBackWhatTheFirstShowedAndCountsBothUsages() {
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("twice", repeating((call, next) -> {
            next.proceed(call);
            return next.proceed(call);
        })));
        assertThat(ret.usage()).isEqualTo(Usage.of(6, 4).withCalls(2));
        trial.assertShownIs(ret);
    }

    @Test
    void shortCircuit_isShownAndTheProviderIsNotAsked() {
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("memory", (call, next) -> AiReturn.ofText("known")));
        assertThat(ret.text()).isEqualTo("known");
        assertThat(trial.provider.calls).isEmpty();
        assertThat(ret.trace().steps().get(0).shortCircuit()).isTrue();
        trial.assertShownIs(ret);
    }

    @Test
    void aside_isSilentAndItsUsageCountsWhenThePolicySaysSo() {
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("judge", repeating((call, next) -> {
            AiReturn answer = next.proceed(call);
            AiReturn verdict = next.proceed(call.withoutSink());
            return answer.withUsage(answer.usage().plus(verdict.usage()));
        })));
        assertThat(ret.text()).isEqualTo("a wall of oak\nand a door");
        assertThat(ret.usage().calls()).isEqualTo(2);
        assertThat(trial.shown).noneMatch(delta -> delta instanceof AiDelta.Reset);
        trial.assertShownIs(ret);
    }

    @Test
    void whenComplete_showsNothingBeforeTheOutermostPolicyAgreed() {
        List<Integer> sizes = new ArrayList<>();
        AiReturn ret = PolicyChain.builder()
                .addPolicy("watch", (call, next) -> {
                    AiReturn r = next.proceed(call);
                    sizes.add(trial.shown.size());
                    return r.mapText(text -> "[" + text + "]");
                })
                .build(trial.provider)
                .call(trial.call().withReveal(Reveal.WHEN_COMPLETE));
        assertThat(sizes).containsExactly(0);
        assertThat(trial.shown).noneMatch(delta -> delta instanceof AiDelta.Reset);
        assertThat(ret.text()).startsWith("[").endsWith("]");
        trial.assertShownIs(ret);
    }

    @Test
    void cancelledCall_neverReachesTheProvider() {
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel("enough");
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .cancellation(cancellation)
                .build();
        AiReturn ret = PolicyChain.builder().build(trial.provider).call(call);
        assertThat(ret.status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(trial.provider.calls).isEmpty();
    }

    @Test
    void budget_isDrawnOnByEveryProviderCall() {
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .budget(BudgetTracker.of(Budget.ofDefaults().withProviderCalls(2), () -> 0))
                .build();
        AiReturn ret = PolicyChain.builder()
                .addPolicy("thrice", repeating((c, n) -> {
                    n.proceed(c);
                    n.proceed(c);
                    return n.proceed(c);
                }))
                .build(trial.provider)
                .call(call);
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.BUDGET);
        assertThat(trial.provider.calls).hasSize(2);
    }

    @Test
    void unpairedToolCall_isNeverSent() {
        AiReturn ret = trial.run(PolicyChain.builder()
                .addRequestPolicy(
                        "careless", c -> c.withAdded(new Interaction.ToolCall("c1", "draw", Json.of(Map.of())))));
        assertThat(ret.error().orElseThrow().code()).isEqualTo("unpaired-tool-call");
        assertThat(trial.provider.calls).isEmpty();
    }

    @Test
    @Tag("SH41")
    @Tag("SH45")
    void orderRules_nameBothPoliciesAndTheRemedy() {
        assertThatThrownBy(() -> PolicyChain.builder()
                        .addPolicy("again", playing(Policy.Role.RETRY))
                        .addPolicy("memory", playing(Policy.Role.CACHE))
                        .build(trial.provider))
                .hasMessageContaining("\"memory\" must be outside \"again\"");
        assertThatThrownBy(() -> PolicyChain.builder()
                        .addPolicy("memory", playing(Policy.Role.CACHE))
                        .addPolicy("mask", playing(Policy.Role.REDACTION))
                        .build(trial.provider))
                .hasMessageContaining("\"mask\" must be outside \"memory\"");
        assertThatThrownBy(() -> PolicyChain.builder()
                        .addRequestPolicy("same", c -> c)
                        .addRequestPolicy("same", c -> c)
                        .build(trial.provider))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two policies are named \"same\"");
    }

    @Test
    @Tag("C57")
    void describe_isTheEffectiveOrder() {
        String table = PolicyChain.builder()
                .addRequestPolicy("units", c -> c)
                .addPolicy("retry", playing(Policy.Role.RETRY))
                .build(trial.provider)
                .describe();
        assertThat(table.lines().map(String::strip))
                .containsExactly("1  request   units", "2  around    retry", "3  provider  fixed");
    }

    @Test
    void policyOfBothWays_isOneStepInTheLoop() {
        List<String> trail = new ArrayList<>();
        AiReturn ret = trial.run(PolicyChain.builder()
                .addPolicy("outer", ChainFixture.recording(trail, "1"))
                .addPolicy("both", new BothWays(trail))
                .addPolicy("inner", ChainFixture.recording(trail, "3")));
        assertThat(trail).containsExactly("in 1", "in both", "in 3", "out 3", "out both", "out 1");
        assertThat(trial.provider.calls.get(0).effective()).hasSize(2);
        assertThat(ret.text()).isEqualTo("A WALL OF OAK\nAND A DOOR");
        trial.assertShownIs(ret);
    }

    @Test
    void policyThatIsNotConcerned_isPassedBy() {
        Policy never = new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                throw new AssertionError("it was asked");
            }

            @Override
            public boolean appliesTo(AiCall call) {
                return false;
            }
        };
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("never", never));
        assertThat(ret.isOk()).isTrue();
        assertThat(ret.trace().steps()).extracting(Trace.Step::policy).containsExactly("never", "provider");
        trial.assertShownIs(ret);
    }

    @Test
    void policyThatCannotSayWhetherItIsConcerned_endsTheCallByItsName() {
        Policy broken = new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return next.proceed(call);
            }

            @Override
            public boolean appliesTo(AiCall call) {
                throw new IllegalStateException("broken");
            }
        };
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("broken", broken));
        assertThat(ret.error().orElseThrow().extensionId()).contains("broken");
        assertThat(trial.provider.calls).isEmpty();
    }

    /** Adds a rule to the request and changes the response to upper case. */
    private record BothWays(List<String> trail) implements RequestPolicy, ResponsePolicy {
        @Override
        public AiCall onRequest(AiCall call) {
            trail.add("in both");
            return call.withAdded(new Interaction.System("be brief"));
        }

        @Override
        public AiReturn onReturn(AiReturn ret, AiCall call) {
            trail.add("out both");
            assertThat(call.effective()).hasSize(2);
            return ret.mapText(text -> text.toUpperCase(java.util.Locale.ROOT));
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            throw new AssertionError("a policy of both ways runs in the loop");
        }
    }

    @Test
    @Tag("SH44")
    void untraced_hasNoSteps() {
        assertThat(trial.run(PolicyChain.builder().untraced().addRequestPolicy("units", c -> c))
                        .trace()
                        .steps())
                .isEmpty();
    }

    @Test
    void explained_showsEachPolicyAndAsksNobody() {
        BudgetTracker spending = BudgetTracker.of(Budget.ofDefaults().withProviderCalls(1), () -> 0);
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .sink(trial.shown::add)
                .budget(spending)
                .build();
        Trace trace = PolicyChain.builder()
                .addRequestPolicy("units", asked -> asked.withAdded(new Interaction.System("In millimetres.")))
                .addPolicy("remark", (asked, next) -> {
                    asked.addRemark("seen");
                    return next.proceed(asked);
                })
                .untraced()
                .build(trial.provider)
                .explain(call);
        assertThat(trace.steps())
                .extracting(Trace.Step::policy, step -> step.before().equals(step.after()), Trace.Step::note)
                .containsExactly(tuple("units", false, ""), tuple("remark", true, "seen"), tuple("provider", true, ""));
        assertThat(trace.steps()).noneMatch(step -> step.ownTime().isNegative());
        assertThat(trial.provider.calls).isEmpty();
        assertThat(trial.shown).isEmpty();
        assertThat(spending.tryAcquireProviderCall()).isEmpty();
    }

    @Test
    @Tag("H10")
    void explained_stopsWhereAPolicyAnswers() {
        Trace trace = PolicyChain.builder()
                .addPolicy("kept", (asked, next) -> AiReturn.ofText("kept"))
                .addPolicy("never", (asked, next) -> next.proceed(asked))
                .build(trial.provider)
                .explain(trial.call());
        assertThat(trace.steps())
                .extracting(Trace.Step::policy, Trace.Step::shortCircuit)
                .containsExactly(tuple("kept", true));
    }
}
