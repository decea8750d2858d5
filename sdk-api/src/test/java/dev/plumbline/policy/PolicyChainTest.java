package dev.plumbline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Budget;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Fold;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.Reveal;
import dev.plumbline.call.Spending;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyChainTest {
    private final FixedProvider provider = new FixedProvider("a wall", " of oak\n", "and a door");
    private final List<AiDelta> shown = new ArrayList<>();

    private AiCall call() {
        return AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .sink(shown::add)
                .build();
    }

    private AiReturn run(PolicyChain.Builder chain) {
        return chain.build(provider).call(call());
    }

    private void assertShownIs(AiReturn ret) {
        AiReturn fold = Fold.of(shown);
        assertThat(fold.interactions()).isEqualTo(ret.interactions());
        assertThat(fold.usage()).isEqualTo(ret.usage());
        assertThat(fold.finish()).isEqualTo(ret.finish());
    }

    @Test
    void bareChain_isTheProvider() {
        AiReturn ret = run(PolicyChain.builder());
        assertThat(ret.text()).isEqualTo("a wall of oak\nand a door");
        assertThat(ret.usage()).isEqualTo(Usage.of(3, 2));
        assertShownIs(ret);
    }

    @Test
    void order_firstIsOutermostAndExitsReverse() {
        List<String> trail = new ArrayList<>();
        AiReturn ret = run(PolicyChain.builder()
                .around("one", recording(trail, "1"))
                .around("two", recording(trail, "2"))
                .around("three", recording(trail, "3")));
        assertThat(trail).containsExactly("in 1", "in 2", "in 3", "out 3", "out 2", "out 1");
        assertThat(ret.trace().steps())
                .extracting(step -> step.layer())
                .containsExactly("one", "two", "three", "provider");
    }

    private static Policy recording(List<String> trail, String name) {
        return (call, next) -> {
            trail.add("in " + name);
            AiReturn ret = next.proceed(call);
            trail.add("out " + name);
            return ret;
        };
    }

    @Test
    void requestPolicy_changesWhatIsSentAndNeverTheBody() {
        AiReturn ret =
                run(PolicyChain.builder().request("rules", call -> call.withAdded(new Interaction.System("be brief"))));
        AiCall sent = provider.calls.get(0);
        assertThat(sent.effective()).hasSize(2).first().isInstanceOf(Interaction.System.class);
        assertThat(sent.body()).isEqualTo(AiBody.of("draw"));
        assertThat(ret.trace().steps().get(0).before())
                .isNotEqualTo(ret.trace().steps().get(0).after());
    }

    @Test
    void responsePolicy_filtersWholeLinesWhateverTheChunking() {
        AiReturn ret = run(PolicyChain.builder()
                .response(
                        "names", ResponsePolicy.filter(c -> DeltaFilter.lines(l -> l.replace("wall of", "fence of")))));
        assertThat(ret.text()).isEqualTo("a fence of oak\nand a door");
        assertThat(shown).noneMatch(delta -> delta instanceof AiDelta.Reset);
        assertShownIs(ret);
    }

    @Test
    void responsePolicy_thatRewritesIsAnnouncedByAReset() {
        AiReturn ret = run(PolicyChain.builder()
                .response("shout", (r, c) -> r.mapText(text -> text.toUpperCase(java.util.Locale.ROOT))));
        assertThat(ret.text()).isEqualTo("A WALL OF OAK\nAND A DOOR");
        assertThat(shown).contains(new AiDelta.Reset(2));
        assertShownIs(ret);
    }

    @Test
    void secondProceed_takesBackWhatTheFirstShowedAndCountsBothUsages() {
        AiReturn ret = run(PolicyChain.builder().around("twice", repeating((call, next) -> {
            next.proceed(call);
            return next.proceed(call);
        })));
        assertThat(ret.usage()).isEqualTo(new Usage(6, 4, 0, 0, 2));
        assertShownIs(ret);
    }

    @Test
    void shortCircuit_isShownAndTheProviderIsNotAsked() {
        AiReturn ret = run(PolicyChain.builder().around("memory", (call, next) -> AiReturn.ofText("known")));
        assertThat(ret.text()).isEqualTo("known");
        assertThat(provider.calls).isEmpty();
        assertThat(ret.trace().steps().get(0).shortCircuit()).isTrue();
        assertShownIs(ret);
    }

    @Test
    void aside_isSilentAndItsUsageCountsWhenTheLayerSaysSo() {
        AiReturn ret = run(PolicyChain.builder().around("judge", repeating((call, next) -> {
            AiReturn answer = next.proceed(call);
            AiReturn verdict = next.proceed(call.aside());
            return answer.withUsage(answer.usage().plus(verdict.usage()));
        })));
        assertThat(ret.text()).isEqualTo("a wall of oak\nand a door");
        assertThat(ret.usage().calls()).isEqualTo(2);
        assertThat(shown).noneMatch(delta -> delta instanceof AiDelta.Reset);
        assertShownIs(ret);
    }

    @Test
    void whenComplete_showsNothingBeforeTheOutermostLayerAgreed() {
        List<Integer> sizes = new ArrayList<>();
        AiReturn ret = PolicyChain.builder()
                .around("watch", (call, next) -> {
                    AiReturn r = next.proceed(call);
                    sizes.add(shown.size());
                    return r.mapText(text -> "[" + text + "]");
                })
                .build(provider)
                .call(call().withReveal(Reveal.WHEN_COMPLETE));
        assertThat(sizes).containsExactly(0);
        assertThat(shown).noneMatch(delta -> delta instanceof AiDelta.Reset);
        assertThat(ret.text()).startsWith("[").endsWith("]");
        assertShownIs(ret);
    }

    @ParameterizedTest(name = "113 a layer that throws {0} ends the call with its name")
    @ValueSource(strings = {"before", "after", "error", "null"})
    void throwingLayer_endsTheCallWithItsName(String when) {
        AiReturn ret = run(PolicyChain.builder()
                .around("outer", (c, n) -> n.proceed(c))
                .around("broken", (c, n) -> {
                    if (when.equals("before")) {
                        throw new IllegalStateException("secret words");
                    }
                    AiReturn inner = n.proceed(c);
                    if (when.equals("error")) {
                        throw new AssertionError(inner.text());
                    }
                    if (when.equals("after")) {
                        throw new IllegalArgumentException(inner.text());
                    }
                    return null;
                }));
        AiError error = ret.error().orElseThrow();
        assertThat(error.category()).isEqualTo(AiError.Category.EXTENSION);
        assertThat(error.code()).isEqualTo("broken");
        assertThat(error.toString()).doesNotContain("secret", "oak");
        assertShownIs(ret);
    }

    @Test
    @DisplayName("113 exits of the layers outside a throwing one still run, in order")
    void throwingLayer_leavesTheUnwindingAlone() {
        List<String> trail = new ArrayList<>();
        run(PolicyChain.builder()
                .around("one", recording(trail, "1"))
                .around("two", recording(trail, "2"))
                .around("broken", (c, n) -> {
                    throw new IllegalStateException();
                }));
        assertThat(trail).containsExactly("in 1", "in 2", "out 2", "out 1");
    }

    @Test
    void skippedLayer_isAsIfItWereNotThere() {
        AiReturn ret = run(PolicyChain.builder().around("optional", skipping((c, n) -> {
            throw new IllegalStateException();
        })));
        assertThat(ret.text()).isEqualTo("a wall of oak\nand a door");
        assertThat(ret.trace().note("optional")).startsWith("skipped");
    }

    @Test
    void aiException_isTheError() {
        AiError mine = AiError.of(AiError.Category.POLICY_DENIED, "mine", "not this one");
        AiReturn ret = run(PolicyChain.builder().around("no", (c, n) -> {
            throw new AiException(mine);
        }));
        assertThat(ret.error()).contains(mine);
    }

    @Test
    @DisplayName("114 next twice without repeats() is an error that names the layer")
    void nextTwice_isRefused() {
        AiReturn ret = run(PolicyChain.builder().around("greedy", (c, n) -> {
            n.proceed(c);
            return n.proceed(c);
        }));
        assertThat(ret.error().orElseThrow().message()).contains("greedy called next twice", "repeats()");
        assertThat(provider.calls).hasSize(1);
        assertShownIs(ret);
    }

    @Test
    @DisplayName("115 next after return is an error that names the layer")
    void nextAfterReturn_isRefused() {
        AtomicReference<Policy.Next> kept = new AtomicReference<>();
        AtomicReference<AiCall> seen = new AtomicReference<>();
        run(PolicyChain.builder().around("keeper", (c, n) -> {
            kept.set(n);
            seen.set(c);
            return AiReturn.ofText("mine");
        }));
        assertThatThrownBy(() -> kept.get().proceed(seen.get()))
                .hasMessageContaining("keeper called next after it had");
    }

    @Test
    @DisplayName("115 next on another thread is an error that names the layer")
    void nextOnAnotherThread_isRefused() {
        AiReturn ret = run(PolicyChain.builder().around("threaded", (c, n) -> {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread other = new Thread(() -> n.proceed(c));
            other.setUncaughtExceptionHandler((t, e) -> thrown.set(e));
            other.start();
            join(other);
            throw (AiException) thrown.get();
        }));
        assertThat(ret.error().orElseThrow().message()).contains("threaded called next on another thread");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void cancelledCall_neverReachesTheProvider() {
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel("enough");
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .cancellation(cancellation)
                .build();
        AiReturn ret = PolicyChain.builder().build(provider).call(call);
        assertThat(ret.status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(provider.calls).isEmpty();
    }

    @Test
    void budget_isDrawnOnByEveryProviderCall() {
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .spending(Spending.of(Budget.ofDefaults().withProviderCalls(2), () -> 0))
                .build();
        AiReturn ret = PolicyChain.builder()
                .around("thrice", repeating((c, n) -> {
                    n.proceed(c);
                    n.proceed(c);
                    return n.proceed(c);
                }))
                .build(provider)
                .call(call);
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.BUDGET);
        assertThat(provider.calls).hasSize(2);
    }

    @Test
    void unpairedToolCall_isNeverSent() {
        AiReturn ret = run(PolicyChain.builder()
                .request("careless", c -> c.withAdded(new Interaction.ToolCall("c1", "draw", Json.of(Map.of())))));
        assertThat(ret.error().orElseThrow().code()).isEqualTo("unpaired-tool-call");
        assertThat(provider.calls).isEmpty();
    }

    @Test
    void orderRules_nameBothLayersAndTheWayOut() {
        assertThatThrownBy(() -> PolicyChain.builder()
                        .around("again", roled(Policy.Role.RETRY))
                        .around("memory", roled(Policy.Role.CACHE))
                        .build(provider))
                .hasMessageContaining("\"memory\" must stand outside \"again\"");
        assertThatThrownBy(() -> PolicyChain.builder()
                        .around("memory", roled(Policy.Role.CACHE))
                        .around("mask", roled(Policy.Role.REDACTION))
                        .build(provider))
                .hasMessageContaining("\"mask\" must stand outside \"memory\"");
        assertThatThrownBy(() -> PolicyChain.builder()
                        .request("same", c -> c)
                        .request("same", c -> c)
                        .build(provider))
                .hasMessageContaining("two layers are named \"same\"");
    }

    @Test
    void describe_isTheEffectiveOrder() {
        String table = PolicyChain.builder()
                .request("units", c -> c)
                .around("retry", roled(Policy.Role.RETRY))
                .build(provider)
                .describe();
        assertThat(table.lines().map(String::strip))
                .containsExactly("1  request   units", "2  around    retry", "3  provider  fixed");
    }

    @Test
    void untraced_hasNoSteps() {
        assertThat(run(PolicyChain.builder().untraced().request("units", c -> c))
                        .trace()
                        .steps())
                .isEmpty();
    }

    private static Policy repeating(Policy policy) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return policy.around(call, next);
            }

            @Override
            public boolean repeats() {
                return true;
            }
        };
    }

    private static Policy skipping(Policy policy) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return policy.around(call, next);
            }

            @Override
            public FailureMode failureMode() {
                return FailureMode.SKIP;
            }
        };
    }

    private static Policy roled(Policy.Role role) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return next.proceed(call);
            }

            @Override
            public Role role() {
                return role;
            }
        };
    }

    @Test
    void explained_showsEachLayerAndAsksNobody() {
        Spending spending = Spending.of(Budget.ofDefaults().withProviderCalls(1), () -> 0);
        AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .sink(shown::add)
                .spending(spending)
                .build();
        Trace trace = PolicyChain.builder()
                .request("units", asked -> asked.withAdded(new Interaction.System("In millimetres.")))
                .around("remark", (asked, next) -> {
                    asked.note("seen");
                    return next.proceed(asked);
                })
                .untraced()
                .build(provider)
                .explain(call);
        assertThat(trace.steps())
                .extracting(Trace.Step::layer, step -> step.before().equals(step.after()), Trace.Step::note)
                .containsExactly(tuple("units", false, ""), tuple("remark", true, "seen"), tuple("provider", true, ""));
        assertThat(trace.steps()).noneMatch(step -> step.own().isNegative());
        assertThat(provider.calls).isEmpty();
        assertThat(shown).isEmpty();
        assertThat(spending.takeProviderCall()).isEmpty();
    }

    @Test
    void explained_stopsWhereALayerAnswers() {
        Trace trace = PolicyChain.builder()
                .around("kept", (asked, next) -> AiReturn.ofText("kept"))
                .around("never", (asked, next) -> next.proceed(asked))
                .build(provider)
                .explain(call());
        assertThat(trace.steps())
                .extracting(Trace.Step::layer, Trace.Step::shortCircuit)
                .containsExactly(tuple("kept", true));
    }
}
