package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a faulty policy ends a call with an error that names the policy, and changes nothing else. */
class PolicyChainFaultTest {
    private static final int POLICIES = 4;
    private static final String SECRET = "the user's secret";

    private final List<AiDelta> shown = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private final AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("scripted:script"))
            .sink(shown::add)
            .build();

    static Stream<Throwable> throwables() {
        return Stream.of(
                new IllegalStateException(SECRET),
                new NullPointerException(),
                new AssertionError(SECRET),
                new StackOverflowError(),
                new NoClassDefFoundError(SECRET),
                new IOException(SECRET),
                new InterruptedException(SECRET));
    }

    @ParameterizedTest
    @Tag("C103")
    @Tag("F113")
    @MethodSource("throwables")
    @DisplayName(
            "113 a policy that throws, at each position, before and after next, is named; outer exits run in reverse")
    void throwingPolicy_isNamed(Throwable planted) {
        for (int position = 0; position < POLICIES; position++) {
            for (boolean before : new boolean[] {true, false}) {
                shown.clear();
                left.clear();
                AiReturn ret = run(position, before ? throwing(planted) : throwingBehind(planted));

                AiError error = ret.error().orElseThrow();
                assertThat(error.category()).isEqualTo(AiError.Category.EXTENSION);
                assertThat(error.extensionId()).contains("policy-" + position);
                assertThat(error.causeClass()).contains(planted.getClass().getName());
                assertThat(error.toString()).doesNotContain(SECRET);
                assertThat(left).isEqualTo(exits(position, before));
                assertThat(ret.partialText()).isEqualTo(before ? "" : "a wall");
                assertShownIs(ret);
            }
        }
    }

    @Test
    @Tag("F114")
    @Tag("H19")
    @DisplayName(
            "114 next twice is an error that names the policy unless it repeats; the first answer stays as partial")
    void nextTwice_isNamed() {
        for (int position = 0; position < POLICIES; position++) {
            shown.clear();
            AiReturn ret = run(position, (asked, next) -> {
                next.proceed(asked);
                return next.proceed(asked);
            });

            assertBroken(ret, position, "called next twice");
            assertThat(ret.partialText()).isEqualTo("a wall");
            assertShownIs(ret);
        }
    }

    @Test
    @Tag("F115")
    @Tag("H10")
    @Tag("H19")
    @DisplayName("115 a policy that never calls next answers itself; one that returns null is named")
    void nextNever_isAllowed_andNullIsNot() {
        AiReturn memory = run(1, (asked, next) -> AiReturn.ofText("from memory"));

        assertThat(memory.text()).isEqualTo("from memory");
        assertShownIs(memory);
        shown.clear();
        assertBroken(run(1, PolicyChainFaultTest::nothing), 1, "returned null");
    }

    @Test
    @Tag("F115")
    @DisplayName("115 next after the return, on another thread and while next runs are errors that name the policy")
    void nextAtTheWrongTime_isNamed() {
        assertBroken(run(2, PolicyChainFaultTest::onAnotherThread), 2, "called next on another thread");

        AtomicReference<Policy.Next> outer = new AtomicReference<>();
        PolicyChain inner = PolicyChain.builder()
                .addPolicy("outer", (asked, next) -> {
                    outer.set(next);
                    return next.proceed(asked);
                })
                .addPolicy("inner", (asked, next) -> outer.get().proceed(asked))
                .build(ScriptedProvider.create().says("never"));
        assertThat(inner.call(call).error().orElseThrow().message())
                .isEqualTo("outer called next while next was running");

        PolicyChain late = PolicyChain.builder()
                .addPolicy("first", (asked, next) -> {
                    next.proceed(asked);
                    return outer.get().proceed(asked);
                })
                .addPolicy("second", (asked, next) -> {
                    outer.set(next);
                    return next.proceed(asked);
                })
                .build(ScriptedProvider.create().says("a wall"));
        assertThat(late.call(call).error().orElseThrow().message())
                .isEqualTo("second called next after it had returned");
    }

    private static AiReturn onAnotherThread(AiCall asked, Policy.Next next) {
        try {
            return ConcurrentRunner.begin(() -> next.proceed(asked)).join();
        } catch (CompletionException e) {
            throw sneaky(e.getCause());
        }
    }

    private AiReturn run(int position, Policy faulty) {
        PolicyChain.Builder chain = PolicyChain.builder();
        for (int i = 0; i < POLICIES; i++) {
            chain.addPolicy("policy-" + i, i == position ? faulty : noting("policy-" + i));
        }
        return chain.build(ScriptedProvider.create()
                        .streams(List.of(new AiDelta.Text("a wall")))
                        .repeats())
                .call(call);
    }

    private Policy noting(String name) {
        return (asked, next) -> {
            AiReturn ret = next.proceed(asked);
            left.add(name);
            return ret;
        };
    }

    private static List<String> exits(int thrower, boolean before) {
        List<String> exits = new ArrayList<>();
        for (int i = POLICIES - 1; i >= 0; i--) {
            if (i < thrower || (i > thrower && !before)) {
                exits.add("policy-" + i);
            }
        }
        return exits;
    }

    private static Policy throwing(Throwable planted) {
        return (asked, next) -> {
            throw sneaky(planted);
        };
    }

    private static Policy throwingBehind(Throwable planted) {
        return (asked, next) -> {
            next.proceed(asked);
            throw sneaky(planted);
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @SuppressWarnings("NullAway")
    private static AiReturn nothing(AiCall asked, Policy.Next next) {
        return null;
    }

    private static void assertBroken(AiReturn ret, int position, String rule) {
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.EXTENSION);
        assertThat(ret.error().orElseThrow().extensionId()).contains("policy-" + position);
        assertThat(ret.error().orElseThrow().message()).startsWith("policy-" + position + " " + rule);
    }

    private void assertShownIs(AiReturn ret) {
        assertThat(AiReturn.builder().deltas(shown).build().interactions()).isEqualTo(ret.interactions());
        assertThat(AiReturn.builder().deltas(shown).build().usage()).isEqualTo(ret.usage());
        assertThat(AiReturn.builder().deltas(shown).build().finish()).isEqualTo(ret.finish());
    }

    @Test
    @Tag("F116")
    @DisplayName("116 a policy that calls its own chain gets a run of its own, and an error when it never ends")
    void recursion_isBounded() {
        AtomicReference<PolicyChain> chain = new AtomicReference<>();
        List<Integer> asked = new ArrayList<>();
        ScriptedProvider provider = ScriptedProvider.create();
        chain.set(PolicyChain.builder()
                .addPolicy("endless", (each, next) -> {
                    asked.add(asked.size());
                    return chain.get().call(asked.size() % 2 == 0 ? each.withoutSink() : aside(each));
                })
                .build(provider));
        AiError error = chain.get().call(call).error().orElseThrow();
        assertThat(error.category()).isEqualTo(AiError.Category.EXTENSION);
        assertThat(error.code()).isEqualTo("chain-depth");
        assertThat(asked).hasSize(8);
        assertThat(provider.calls()).isEmpty();
        asked.clear();
        chain.get().call(call);
        assertThat(asked).as("the next call begins anew").hasSize(8);
    }

    @Test
    @Tag("SH59")
    @Tag("F116")
    @DisplayName(
            "116 a policy that sends the chain something else, once: both runs are whole, and one view sees one answer")
    void questionWithinACall_isARunOfItsOwn() {
        AtomicReference<PolicyChain> chain = new AtomicReference<>();
        ScriptedProvider provider = ScriptedProvider.create().says("aside").says("a wall");
        chain.set(PolicyChain.builder()
                .addPolicy("asking", (each, next) -> {
                    boolean inner = each.body().interactions().get(0).text().equals("what?");
                    AiReturn aside = inner ? AiReturn.ofText("") : chain.get().call(aside(each));
                    return inner
                            ? next.proceed(each)
                            : next.proceed(each.withAdded(new Interaction.System(aside.text())));
                })
                .build(provider));
        AiReturn ret = chain.get().call(call);
        assertThat(ret.text()).isEqualTo("a wall");
        assertThat(provider.calls().get(1).effective().get(0).text()).isEqualTo("aside");
        assertShownIs(ret);
    }

    private static AiCall aside(AiCall call) {
        return AiCall.of(AiBody.of("what?"), call.model());
    }
}
