package dev.plumbline.policy;

import static dev.plumbline.policy.OddPolicies.playing;
import static dev.plumbline.policy.OddPolicies.repeating;
import static dev.plumbline.policy.OddPolicies.skipping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which deltas a policy passes on, when, and what is known of them there. */
class PolicyBoundaryTest {
    private final ChainFixture trial = new ChainFixture();

    private static AiProvider provider(Policy.Next answer) {
        return new AiProvider() {
            @Override
            public String id() {
                return "odd";
            }

            @Override
            public String defaultModel() {
                return "model";
            }

            @Override
            public AiReturn call(AiCall call) {
                return answer.proceed(call);
            }
        };
    }

    @Test
    @Tag("N29")
    @DisplayName(
            "N29 a provider that showed its text and returns it without having said that it ends has it shown once")
    void textShownWithoutItsEnd_isShownOnce() {
        AiReturn ret = PolicyChain.builder()
                .addPolicy("outer", (call, next) -> next.proceed(call))
                .build(provider(call -> {
                    call.sink().accept(new AiDelta.Text("Hello."));
                    return AiReturn.ofText("Hello.");
                }))
                .call(trial.call());
        assertThat(trial.shown).containsExactly(new AiDelta.Text("Hello."), new AiDelta.Finish(FinishReason.STOP));
        trial.assertShownIs(ret);
    }

    @Test
    @Tag("SH32")
    void secondAttempt_isAnnouncedBeforeItsFirstWord() {
        List<AiDelta> expected = new ArrayList<>();
        expected.addAll(words());
        expected.add(new AiDelta.Reset(2));
        expected.addAll(words());

        trial.run(PolicyChain.builder().addPolicy("twice", repeating((call, next) -> {
            next.proceed(call);
            return next.proceed(call);
        })));

        assertThat(trial.shown).isEqualTo(expected);
    }

    private static List<AiDelta> words() {
        return List.of(
                new AiDelta.Text("a wall"),
                new AiDelta.Text(" of oak\n"),
                new AiDelta.Text("and a door"),
                new AiDelta.UsageReport(Usage.of(3, 2)),
                new AiDelta.Finish(FinishReason.STOP));
    }

    @Test
    void secondAttempt_isAnnouncedToASinkOfThePolicy() {
        List<AiDelta> own = new ArrayList<>();
        trial.run(PolicyChain.builder().addPolicy("twice", repeating((call, next) -> {
            next.proceed(call.withSink(own::add));
            return next.proceed(call.withSink(own::add));
        })));

        assertThat(own).filteredOn(AiDelta.Reset.class::isInstance).containsExactly(new AiDelta.Reset(2));
        assertThat(own.indexOf(new AiDelta.Reset(2))).isEqualTo(words().size());
    }

    @Test
    void secondAttempt_afterNothingWasSaidIsNotAnnounced() {
        List<AiDelta> own = new ArrayList<>();
        AiProvider silent = provider(call -> AiReturn.builder().build());
        PolicyChain.builder()
                .addPolicy("twice", repeating((call, next) -> {
                    next.proceed(call.withSink(own::add));
                    return next.proceed(call.withSink(own::add));
                }))
                .build(silent)
                .call(trial.call());

        assertThat(own).isEmpty();
    }

    @Test
    void filteredWords_areShownAsSoonAsTheyMay() {
        List<String> seen = new ArrayList<>();
        AiProvider watching = provider(call -> {
            call.sink().accept(new AiDelta.Text("one\n"));
            seen.add(trial.shown.toString());
            return AiReturn.ofText("one\n");
        });
        PolicyChain.builder()
                .addResponsePolicy("lines", ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> line)))
                .build(watching)
                .call(trial.call());

        assertThat(seen).isNotEqualTo(List.of("[]"));
        assertThat(trial.shown).startsWith(new AiDelta.Text("one\n"));
    }

    @Test
    void endOfALine_isFollowedByTheFinish() {
        List<AiDelta> out = new ArrayList<>();
        DeltaFilter filter = DeltaFilter.byLine(line -> line);
        filter.accept(new AiDelta.Text("open"), out::add);
        filter.accept(new AiDelta.UsageReport(Usage.of(1, 1)), out::add);
        filter.accept(new AiDelta.Finish(FinishReason.LENGTH), out::add);
        filter.finish(out::add);

        assertThat(out)
                .containsExactly(
                        new AiDelta.UsageReport(Usage.of(1, 1)),
                        new AiDelta.Text("open"),
                        new AiDelta.Finish(FinishReason.LENGTH));
    }

    @Test
    void spending_knowsWhatTheProviderUsed() {
        BudgetTracker spending = BudgetTracker.of(Budget.ofDefaults().withTokens(5), () -> 0);
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .budget(spending)
                .build();
        PolicyChain chain = PolicyChain.builder().build(trial.provider);

        assertThat(chain.call(call).isOk()).isTrue();
        assertThat(chain.call(call).error().orElseThrow().category()).isEqualTo(AiError.Category.BUDGET);
        assertThat(trial.provider.calls).hasSize(1);
    }

    @Test
    void skippedPolicy_cannotAskLater() {
        AtomicReference<Policy.Next> kept = new AtomicReference<>();
        AtomicReference<Throwable> refused = new AtomicReference<>();
        trial.run(PolicyChain.builder()
                .addPolicy("outer", (call, next) -> {
                    AiReturn ret = next.proceed(call);
                    try {
                        kept.get().proceed(call);
                    } catch (AiException e) {
                        refused.set(e);
                    }
                    return ret;
                })
                .addPolicy("skipped", skipping((call, next) -> {
                    kept.set(next);
                    throw new IllegalStateException("not today");
                })));

        assertThat(refused.get()).isInstanceOf(AiException.class).hasMessageContaining("after it had returned");
        assertThat(trial.provider.calls).hasSize(1);
    }

    @Test
    void expiredCall_endsWithWhatExpired() {
        Cancellation cancellation = Cancellation.create();
        cancellation.expire("time is up");
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .cancellation(cancellation)
                .build();

        AiReturn ret = PolicyChain.builder().build(trial.provider).call(call);

        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.TIMEOUT_TOTAL);
        assertThat(trial.provider.calls).isEmpty();
    }

    @Test
    void providerThatThrows_isAnInternalError() {
        AiReturn ret = PolicyChain.builder()
                .build(provider(call -> {
                    call.sink().accept(new AiDelta.Text("half"));
                    throw new IllegalStateException("its own affair");
                }))
                .call(trial.call());

        AiError error = ret.error().orElseThrow();
        assertThat(error.category()).isEqualTo(AiError.Category.INTERNAL);
        assertThat(error.message()).contains("odd", "IllegalStateException").doesNotContain("affair");
        assertThat(ret.partialText()).isEqualTo("half");
    }

    @Test
    void providerThatRefuses_isItsError() {
        AiError refusal = AiError.of(AiError.Category.NETWORK, "cut", "the line is cut");
        AiReturn ret = PolicyChain.builder()
                .build(provider(call -> {
                    throw new AiException(refusal);
                }))
                .call(trial.call());

        assertThat(ret.error()).contains(refusal);
    }

    @Test
    void delivered_isAskedOfTheOutermostSink() {
        List<Boolean> heard = new ArrayList<>();
        for (boolean delivered : new boolean[] {true, false}) {
            AiCall call = trial.call().withSink(new DeltaSink() {
                @Override
                public void accept(AiDelta delta) {}

                @Override
                public boolean hasDelivered() {
                    return delivered;
                }
            });
            PolicyChain.builder()
                    .addPolicy("asking", (c, next) -> {
                        heard.add(c.sink().hasDelivered());
                        return next.proceed(c);
                    })
                    .build(trial.provider)
                    .call(call);
        }
        assertThat(heard).containsExactly(true, false);
    }

    @Test
    void time_ofAPolicyIsThatOfThoseFurtherInAndItsOwn() {
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("plain", (call, next) -> next.proceed(call)));

        assertThat(ret.trace().steps()).hasSize(2).allMatch(step -> !step.took().isZero());
        assertThat(ret.trace().steps().get(0).took())
                .isGreaterThanOrEqualTo(ret.trace().steps().get(1).took());
    }

    @Test
    void names_areThoseGivenOutermostFirst() {
        PolicyChain chain = PolicyChain.builder()
                .addPolicy("outer", playing(Policy.Role.REDACTION))
                .addPolicy("inner", playing(Policy.Role.CACHE))
                .build(trial.provider);

        assertThat(chain.names()).containsExactly("outer", "inner");
    }

    @Test
    void order_isCheckedForEveryPairThatMatters() {
        refused(Policy.Role.CACHE, Policy.Role.REDACTION);
        refused(Policy.Role.REPAIR, Policy.Role.CACHE);
        refused(Policy.Role.RETRY, Policy.Role.CACHE);
        refused(Policy.Role.RETRY, Policy.Role.REPAIR);
        refused(Policy.Role.REDACTION, Policy.Role.CONTENT);
        refused(Policy.Role.ANSWER_CHECK, Policy.Role.CACHE);
        refused(Policy.Role.ATTEMPT, Policy.Role.CACHE);
        refused(Policy.Role.ATTEMPT, Policy.Role.REPAIR);
        refused(Policy.Role.ATTEMPT, Policy.Role.RETRY);
        taken(Policy.Role.REDACTION, Policy.Role.CACHE);
        taken(Policy.Role.CACHE, Policy.Role.REPAIR);
        taken(Policy.Role.CACHE, Policy.Role.RETRY);
        taken(Policy.Role.REPAIR, Policy.Role.RETRY);
        taken(Policy.Role.RETRY, Policy.Role.REDACTION);
        taken(Policy.Role.CACHE, Policy.Role.CACHE);
        taken(Policy.Role.CONTENT, Policy.Role.ATTEMPT);
        taken(Policy.Role.REPAIR, Policy.Role.ANSWER_CHECK);
    }

    private void refused(Policy.Role outer, Policy.Role inner) {
        PolicyChain.Builder chain = PolicyChain.builder()
                .addPolicy("between", (call, next) -> next.proceed(call))
                .addPolicy("wrong", playing(outer))
                .addPolicy("right", playing(inner));
        assertThatThrownBy(() -> chain.build(trial.provider))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("\"right\" must be outside \"wrong\"");
    }

    private void taken(Policy.Role outer, Policy.Role inner) {
        assertThat(PolicyChain.builder()
                        .addPolicy("outer", playing(outer))
                        .addPolicy("inner", playing(inner))
                        .build(trial.provider)
                        .names())
                .hasSize(2);
    }

    @Test
    void explained_isSeenByThePoliciesAsTheirProvider() {
        List<AiReturn> seen = new ArrayList<>();
        PolicyChain.builder()
                .addPolicy("seeing", (call, next) -> {
                    seen.add(next.proceed(call));
                    return seen.get(0);
                })
                .build(trial.provider)
                .explain(trial.call());

        assertThat(seen.get(0).error().orElseThrow().code()).isEqualTo("explained");
    }
}
