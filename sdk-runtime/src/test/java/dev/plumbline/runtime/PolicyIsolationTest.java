package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.internal.FailureLog;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What policies and observers of a host can do to a runtime, and the order of all of them. */
class PolicyIsolationTest {
    private static final Policy PASSING = (call, next) -> next.proceed(call);

    private final ScriptedProvider model = ScriptedProvider.create();

    @Test
    @Tag("SH19")
    @Tag("SH39")
    @Tag("SH45")
    @Tag("SH46")
    @Tag("SH161")
    void everyPolicy_isInTheRecommendedOrder() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .templates(PromptTemplateOptions.ofDefaults())
                .addRequestPolicy("mine", call -> call)
                .addResponsePolicy("judged", (ret, call) -> ret)
                .addFallbacks("scripted:other")
                .redaction(RedactionOptions.ofDefaults())
                .cache(ResponseStore.inMemory(1))
                .rateLimit(2, Duration.ofSeconds(10))
                .addPolicy("attempts", Policies.quota(9, Duration.ofDays(1), VirtualClock.create()))
                .addPolicy("rate", PASSING)
                .build()) {
            assertThat(ai.describe().lines().map(line -> line.strip().split(" +")[2]))
                    .containsExactly(
                            "context",
                            "templates",
                            "mine",
                            "validation",
                            "models",
                            "judged",
                            "fallback",
                            "redaction",
                            "rate",
                            "cache",
                            "answers",
                            "repair",
                            "retry",
                            "rate-limit",
                            "attempts",
                            "scripted");
        }
    }

    @Test
    void rateLimit_letsTheRestWaitByTheClockOfTheRuntime() {
        VirtualClock clock = VirtualClock.create();
        model.says("One.").says("Two.").says("Three.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .clock(clock)
                .rateLimit(2, Duration.ofSeconds(10))
                .build()) {
            for (int i = 0; i < 3; i++) {
                assertThat(ai.send("Question " + i).isOk()).isTrue();
            }
        }
        assertThat(clock.waits()).contains(Duration.ofSeconds(5));
    }

    @Test
    void rateLimit_ofNothing_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AiRuntime.builder().rateLimit(0, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AiRuntime.builder().rateLimit(1, Duration.ZERO));
    }

    @Test
    @Tag("F117")
    @DisplayName("117 a policy that blocks for ever: the turn's time ends the call all the same")
    void policyThatBlocks_isEndedByTheTurnsTime() throws InterruptedException {
        VirtualClock clock = VirtualClock.create();
        CountDownLatch over = new CountDownLatch(1);
        SessionOptions aMinute = SessionOptions.builder()
                .budget(Budget.ofDefaults().withTime(Duration.ofMinutes(1)))
                .build();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .clock(clock)
                .addPolicy("stuck", (call, next) -> {
                    clock.advance(Duration.ofMinutes(1));
                    wait(over);
                    return next.proceed(call);
                })
                .build()) {
            AiReturn ret = ai.send(AiBody.of("hi"), aMinute);
            assertThat(ret.error().map(AiError::category)).contains(AiError.Category.TIMEOUT_TOTAL);
            over.countDown();
        }
        assertThat(model.calls()).isEmpty();
    }

    private static void wait(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("F118")
    @DisplayName(
            "118 policies of one place are in the order given; what is given later is not in a runtime that was built")
    void registration_whileRunning_changesNothing() {
        List<String> trail = new ArrayList<>();
        AiRuntime.Builder builder =
                AiRuntime.builder().addProvider(model.says("one").says("two"));
        for (String name : List.of("b", "a", "c")) {
            builder.addRequestPolicy(name, call -> {
                trail.add(name);
                builder.addRequestPolicy(name + trail.size(), late -> late.withAdded(new Interaction.System("late")));
                return call;
            });
        }
        try (AiRuntime ai = builder.build()) {
            String before = ai.describe();
            ai.send("hi");
            ai.send("hi");
            assertThat(ai.describe()).isEqualTo(before);
        }
        assertThat(trail).containsExactly("b", "a", "c", "b", "a", "c");
        assertThat(model.calls()).allMatch(call -> call.effective().size() == 1);
    }

    static List<Throwable> throwables() {
        return List.of(
                new IllegalStateException("secret"),
                new IOException("secret"),
                new StackOverflowError("secret"),
                new OutOfMemoryError("secret"),
                new LinkageError("secret"));
    }

    @ParameterizedTest
    @Tag("F119")
    @MethodSource("throwables")
    @DisplayName("119 an observer that throws: the others receive the event, and the call is not affected")
    void observerThatThrows_isIsolated(Throwable thrown) {
        List<Class<?>> received = new ArrayList<>();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model.fails(AiError.Category.NETWORK).says("there"))
                .clock(VirtualClock.create())
                .addObserver(event -> sneaky(thrown))
                .addObserver(event -> received.add(event.getClass()))
                .build()) {
            assertThat(ai.send("hi").text()).isEqualTo("there");
        }
        assertThat(received)
                .contains(
                        TelemetryEvent.SessionOpened.class,
                        TelemetryEvent.TurnStarted.class,
                        TelemetryEvent.CallStarted.class,
                        TelemetryEvent.AttemptFailed.class,
                        TelemetryEvent.WaitStarted.class,
                        TelemetryEvent.FirstContentReceived.class,
                        TelemetryEvent.CallFinished.class,
                        TelemetryEvent.TurnFinished.class,
                        TelemetryEvent.SessionClosed.class);
    }

    @SuppressWarnings("unchecked") // that is how a checked exception gets past the compiler
    private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void observersOnTheirOwn_areIsolatedToo() {
        List<TelemetryEvent> received = new ArrayList<>();
        CompositeAiObserver all = new CompositeAiObserver(
                List.of(event -> sneaky(new IOException("x")), received::add), FailureLog.of(System.Logger.Level.OFF));
        all.onEvent(new TelemetryEvent.SessionClosed(CallIds.NONE, Instant.EPOCH));
        assertThat(received).hasSize(1);
    }
}
