package dev.plumbline.policy;

import static dev.plumbline.policy.OddPolicies.skipping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy may do wrong, and how the chain handles it. */
class PolicyFailuresTest {
    private final ChainFixture trial = new ChainFixture();

    @ParameterizedTest(name = "113 a policy that throws {0} ends the call with its name")
    @Tag("F113")
    @ValueSource(strings = {"before", "after", "error", "null"})
    void throwingPolicy_endsTheCallWithItsName(String when) {
        AiReturn ret = trial.run(PolicyChain.builder()
                .addPolicy("outer", (c, n) -> n.proceed(c))
                .addPolicy("broken", (c, n) -> {
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
        trial.assertShownIs(ret);
    }

    @Test
    @Tag("F113")
    @DisplayName("113 exits of the policies outside a throwing one still run, in order")
    void throwingPolicy_leavesTheUnwindingAlone() {
        List<String> trail = new ArrayList<>();
        trial.run(PolicyChain.builder()
                .addPolicy("one", ChainFixture.recording(trail, "1"))
                .addPolicy("two", ChainFixture.recording(trail, "2"))
                .addPolicy("broken", (c, n) -> {
                    throw new IllegalStateException();
                }));
        assertThat(trail).containsExactly("in 1", "in 2", "out 2", "out 1");
    }

    @Test
    void skippedPolicy_isAsIfItWereNotThere() {
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("optional", skipping((c, n) -> {
            throw new IllegalStateException();
        })));
        assertThat(ret.text()).isEqualTo("a wall of oak\nand a door");
        assertThat(ret.trace().note("optional")).startsWith("skipped");
    }

    @Test
    void aiException_isTheError() {
        AiError mine = AiError.of(AiError.Category.POLICY_DENIED, "mine", "not this one");
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("no", (c, n) -> {
            throw new AiException(mine);
        }));
        assertThat(ret.error()).contains(mine);
    }

    @Test
    @Tag("F114")
    @DisplayName("114 next twice without repeats() is an error that names the policy")
    void nextTwice_isRefused() {
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("greedy", (c, n) -> {
            n.proceed(c);
            return n.proceed(c);
        }));
        assertThat(ret.error().orElseThrow().message()).contains("greedy called next twice", "mayRepeat()");
        assertThat(trial.provider.calls).hasSize(1);
        trial.assertShownIs(ret);
    }

    @Test
    @DisplayName("115 next after return is an error that names the policy")
    void nextAfterReturn_isRefused() {
        AtomicReference<Policy.Next> kept = new AtomicReference<>();
        AtomicReference<AiCall> seen = new AtomicReference<>();
        trial.run(PolicyChain.builder().addPolicy("keeper", (c, n) -> {
            kept.set(n);
            seen.set(c);
            return AiReturn.ofText("mine");
        }));
        assertThatThrownBy(() -> kept.get().proceed(seen.get()))
                .hasMessageContaining("keeper called next after it had");
    }

    @Test
    @Tag("F115")
    @DisplayName("115 next on another thread is an error that names the policy")
    void nextOnAnotherThread_isRefused() {
        AiReturn ret = trial.run(PolicyChain.builder().addPolicy("threaded", (c, n) -> {
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
}
