package dev.plumbline.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import dev.plumbline.metrics.AiMetrics.CacheMetrics;
import dev.plumbline.metrics.AiMetrics.ValidationMetrics;
import dev.plumbline.metrics.AiMetricsService.MetricsOptions;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AiMetricsServiceTest {
    private final VirtualClock clock = VirtualClock.create();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<TelemetryEvent> seen = new ArrayList<>();
    private final AiMetricsService service = service(MetricsOptions.ofDefaults(), tasks::add);

    private AiMetricsService service(MetricsOptions options, Executor threads) {
        return AiMetricsService.inMemory(options, clock, threads);
    }

    private void happens(TelemetryEvent... events) {
        List.of(events).forEach(service::onEvent);
    }

    private void deliver() {
        clock.advance(QueuedSubscriber.BATCH);
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    @Tag("SH115")
    @Tag("SH116")
    @Tag("SH118")
    void turn_isTheSumOfItsEvents() {
        SampleEvents.turn().forEach(service::onEvent);
        AiMetrics turn = service.turn("t");
        assertThat(turn.turns()).isEqualTo(1);
        assertThat(turn.rounds()).isEqualTo(1);
        assertThat(turn.calls().attempts()).isEqualTo(1);
        assertThat(turn.calls().sentBytes()).isEqualTo(1_500);
        assertThat(turn.calls().receivedBytes()).isEqualTo(600);
        assertThat(turn.calls().usage()).isEqualTo(Usage.of(10, 40));
        assertThat(turn.calls().cost().orElseThrow()).hasToString("0.002 USD");
        assertThat(turn.calls().inModel()).isEqualTo(Duration.ofSeconds(1));
        assertThat(turn.stream().firstToken()).contains(Duration.ofMillis(200));
        assertThat(turn.stream().tokensPerSecond()).isEqualTo(50);
        assertThat(turn.stream().bytesPerSecond()).isEqualTo(50);
        assertThat(turn.tools().queued()).isEqualTo(Duration.ofMillis(5));
        assertThat(turn.tools().inTools()).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    @Tag("SH21")
    @Tag("SH50")
    @Tag("SH121")
    void sessionTurnAndRound_haveTheirOwnNumbers() {
        SampleEvents.turn().forEach(service::onEvent);
        assertThat(service.session("s").turns()).isEqualTo(1);
        assertThat(service.round("t", 1).turns()).isZero();
        assertThat(service.round("t", 1).calls().finished()).isEqualTo(1);
        assertThat(service.round("t", 2).calls().finished()).isZero();
        assertThat(service.session("nobody").turns()).isZero();
    }

    @Test
    void sessionsSideBySide_areDistinguished() {
        for (int i = 0; i < 100; i++) {
            CallIds ids = new CallIds("s" + i % 2, "t" + i % 2, 1 + i % 3, "");
            happens(round(ids, new StepTime(StepTime.Kind.STAGE, TelemetryName.of("ask"), 0, i * 1_000_000L)));
        }
        assertThat(service.session("s0").steps())
                .containsExactly(entry(TelemetryName.of("ask"), Duration.ofMillis(2450)));
        assertThat(service.turn("t1").steps()).containsExactly(entry(TelemetryName.of("ask"), Duration.ofMillis(2500)));
        assertThat(service.round("t0", 1).steps())
                .containsExactly(entry(TelemetryName.of("ask"), Duration.ofMillis(816)));
    }

    private static TelemetryEvent round(CallIds ids, StepTime step) {
        return new TelemetryEvent.RoundFinished(ids, SampleEvents.START, Duration.ZERO, List.of(step));
    }

    /** However many turns and rounds are no longer kept apart, their session has them all. */
    @Test
    void session_keepsTheNumbersOfForgottenTurnsAndRounds() {
        for (int i = 0; i < 5_000; i++) {
            CallIds ids = new CallIds("s", "t" + i % 1_500, 1 + i / 1_500, "");
            happens(
                    new TelemetryEvent.TurnFinished(
                            ids, SampleEvents.START, Duration.ZERO, Optional.empty(), Usage.NONE, List.of()),
                    round(ids, new StepTime(StepTime.Kind.STAGE, TelemetryName.of("ask"), 0, 1)));
        }
        assertThat(service.session("s").turns()).isEqualTo(5_000);
        assertThat(service.session("s").rounds()).isEqualTo(5_000);
        assertThat(service.session("s").steps())
                .containsExactly(entry(TelemetryName.of("ask"), Duration.ofNanos(5_000)));
        assertThat(service.turn("t499").rounds()).isPositive();
    }

    /** The latest 100 sessions are stored; one that is forgotten has no turns and rounds either. */
    @Test
    void forgottenSession_takesItsTurnsAndRoundsWithIt() {
        for (int i = 0; i < 101; i++) {
            CallIds ids = new CallIds("s" + i, "t" + i, 1, "");
            happens(
                    round(ids, new StepTime(StepTime.Kind.STAGE, TelemetryName.of("ask"), 0, 1)),
                    new TelemetryEvent.TurnFinished(
                            ids, SampleEvents.START, Duration.ZERO, Optional.empty(), Usage.NONE, List.of()));
        }
        assertThat(service.session("s0").turns()).isZero();
        assertThat(service.turn("t0").rounds()).isZero();
        assertThat(service.round("t0", 1).rounds()).isZero();
        assertThat(service.session("s1").rounds()).isEqualTo(1);
        assertThat(service.turn("t1").rounds()).isEqualTo(1);
        assertThat(service.round("t100", 1).rounds()).isEqualTo(1);
    }

    @Test
    void steps_ofAnyNumber_areAddedUpByName() {
        for (int i = 0; i < 300; i++) {
            TelemetryName step = TelemetryName.of("step-" + i % 30);
            happens(round(SampleEvents.TURN, new StepTime(StepTime.Kind.POLICY, step, 0, 1 + i % 30)));
        }
        assertThat(service.turn("t").steps())
                .hasSize(30)
                .allSatisfy((step, took) -> assertThat(step.text()).isEqualTo("step-" + (took.toNanos() / 10 - 1)));
    }

    @Test
    @Tag("SH118")
    void failuresOfTools_areCountedByCode() {
        happens(
                SampleEvents.toolFinished(1, "DENIED"),
                SampleEvents.toolFinished(2, "DENIED"),
                SampleEvents.toolFinished(3, "ok"));
        assertThat(service.session("s").tools().failures())
                .containsOnly(java.util.Map.entry(TelemetryName.of("DENIED"), 2));
        assertThat(service.session("s").tools().failed()).isEqualTo(2);
    }

    @Test
    @Tag("SH119")
    @Tag("SH120")
    void cacheAndChecks_areCounted() {
        happens(SampleEvents.eventful());
        AiMetrics now = service.session("s");
        assertThat(now.cache()).isEqualTo(new CacheMetrics(1, 1, 0, 120));
        assertThat(now.validation()).isEqualTo(new ValidationMetrics(1, 2, 1, 3));
        assertThat(now.stream().lastDeltaBytes()).isEqualTo(30);
        assertThat(now.calls().retries()).isEqualTo(1);
        assertThat(now.calls().waited()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    @Tag("SH123")
    void ring_keepsTheLatestAndJoinsSizes() {
        AiMetricsService small = service(MetricsOptions.ofDefaults().withRetention(2, Duration.ofHours(1)), tasks::add);
        List.of(SampleEvents.turnStarted(), SampleEvents.delta(1, 3), SampleEvents.delta(2, 4), SampleEvents.waiting())
                .forEach(small::onEvent);
        assertThat(small.recent(event -> true))
                .containsExactly(
                        new TelemetryEvent.DeltasReceived(SampleEvents.CALL, SampleEvents.at(2), 2, 7, 7),
                        SampleEvents.waiting());
    }

    @Test
    @Tag("SH123")
    void ring_forgetsWhatIsTooOld() {
        AiMetricsService brief =
                service(MetricsOptions.ofDefaults().withRetention(9, Duration.ofMinutes(1)), tasks::add);
        brief.onEvent(SampleEvents.turnStarted());
        clock.advance(Duration.ofSeconds(61));
        assertThat(brief.recent(event -> true)).isEmpty();
    }

    @Test
    void directSubscriber_isCalledBeforeTheEventIsOver() {
        service.subscribeDirect(event -> true, seen::add);
        happens(SampleEvents.turnStarted());
        assertThat(seen).hasSize(1);
        assertThat(tasks).isEmpty();
    }

    @Test
    @Tag("SH123")
    @Tag("SH129")
    void queuedSubscriber_getsABatchInOrderAndOnlyWhatItWants() {
        service.subscribe(event -> !(event instanceof TelemetryEvent.TurnCancelling), seen::add);
        happens(SampleEvents.cancelling());
        SampleEvents.turn().forEach(service::onEvent);
        assertThat(seen).isEmpty();
        assertThat(clock.pending()).isEqualTo(1);
        deliver();
        assertThat(seen).hasSize(SampleEvents.turn().size() - 1).startsWith(SampleEvents.turnStarted());
        happens(SampleEvents.turnStarted());
        deliver();
        assertThat(seen).hasSize(SampleEvents.turn().size());
    }

    @Test
    void closedSubscription_isNeverCalledAgain() {
        Subscription subscription = service.subscribe(event -> true, seen::add);
        happens(SampleEvents.turnStarted());
        subscription.close();
        deliver();
        happens(SampleEvents.turnStarted());
        deliver();
        assertThat(seen).isEmpty();
    }

    @Test
    @Tag("F119")
    @DisplayName("119 an observer that throws misses that event; the others and the numbers go on")
    void throwingSubscriber_isIsolated() {
        service.subscribeDirect(event -> true, event -> {
            throw new AssertionError("mine");
        });
        service.subscribeDirect(
                event -> {
                    throw new IllegalStateException("my filter");
                },
                seen::add);
        service.subscribeDirect(event -> true, seen::add);
        SampleEvents.turn().forEach(service::onEvent);
        assertThat(seen).hasSize(SampleEvents.turn().size());
        assertThat(service.session("s").turns()).isEqualTo(1);
    }

    @Test
    @Tag("F120")
    @DisplayName("120 a blocked observer has its own queue: nothing waits for it, sizes are joined, nothing is dropped")
    void blockedSubscriber_holdsNobodyUp() {
        service.subscribe(event -> true, seen::add); // its thread never gets to run
        for (int i = 0; i < 1_000_000; i++) {
            service.onEvent(SampleEvents.delta(1, 1));
        }
        happens(SampleEvents.turnFinished());
        deliver();
        assertThat(seen)
                .containsExactly(
                        new TelemetryEvent.DeltasReceived(
                                SampleEvents.CALL, SampleEvents.at(1), 1_000_000, 1_000_000, 1_000_000),
                        SampleEvents.turnFinished());
    }

    @Test
    void subscriberFarBehind_isNotifiedThatItMissedSome() {
        service.subscribe(event -> true, seen::add);
        for (int i = 0; i < 100_010; i++) {
            service.onEvent(SampleEvents.waiting());
        }
        deliver();
        assertThat(seen).hasSize(100_001);
        assertThat(seen.get(100_000)).isInstanceOf(TelemetryEvent.ExtensionFailed.class);
    }

    @Test
    @Tag("SH128")
    void optOut_deletesAndNotifiesNobody() {
        service.subscribeDirect(event -> true, seen::add);
        happens(SampleEvents.turnStarted());
        service.collect(false);
        happens(SampleEvents.turnStarted());
        assertThat(seen).hasSize(1);
        assertThat(service.recent(event -> true)).isEmpty();
        assertThat(service.session("s").turns()).isZero();
        assertThat(service.watches(TelemetryEvent.DeltasReceived.class)).isFalse();
        service.collect(true);
        happens(SampleEvents.turnFinished());
        assertThat(service.session("s").turns()).isEqualTo(1);
    }

    @Test
    void liveEvents_areWatchedForSubscribersAlone() {
        assertThat(service.watches(TelemetryEvent.CallFinished.class)).isTrue();
        assertThat(service.watches(TelemetryEvent.CallStarted.class)).isFalse();
        Subscription live = service.subscribe(event -> true, seen::add);
        assertThat(service.watches(TelemetryEvent.CallStarted.class)).isTrue();
        live.close();
        assertThat(service.watches(TelemetryEvent.CallStarted.class)).isFalse();
    }

    @Test
    void serviceThatIsOffFromTheStart_watchesNothing() {
        AiMetricsService off = service(MetricsOptions.off(), tasks::add);
        off.onEvent(SampleEvents.turnFinished());
        assertThat(off.watches(TelemetryEvent.TurnStarted.class)).isFalse();
        assertThat(off.session("s").turns()).isZero();
    }

    @Test
    void close_deliversToQueuedSubscribersWhatTheyHaveNotSeen() {
        service.subscribe(event -> true, seen::add);
        happens(SampleEvents.turnStarted());
        service.close();
        assertThat(seen).containsExactly(SampleEvents.turnStarted());
        happens(SampleEvents.turnStarted());
        deliver();
        assertThat(seen).hasSize(1);
    }

    @Test
    @DisplayName("M22 calls of a child session are in the sums of the round, turn and session that opened it")
    void m22_callsOfAChild_areInTheSumsOfItsParent() {
        CallIds child = new CallIds("child", "", 0, "");
        CallIds grandchild = new CallIds("grandchild", "", 0, "");
        happens(
                opened(child, new CallIds("s", "t", 1, "")),
                opened(grandchild, new CallIds("child", "child-t", 1, "")));
        for (String session : List.of("", "child", "grandchild")) {
            SampleEvents.turn().forEach(event -> {
                if (event instanceof TelemetryEvent.CallFinished call) {
                    CallIds ids = session.isEmpty() ? call.ids() : new CallIds(session, session + "-t", 1, "");
                    happens(new TelemetryEvent.CallFinished(ids, call.at(), call.call()));
                }
            });
        }

        for (AiMetrics sums : List.of(service.session("s"), service.turn("t"), service.round("t", 1))) {
            assertThat(sums.calls().finished()).isEqualTo(3);
            assertThat(sums.calls().usage()).isEqualTo(Usage.of(30, 120).withCalls(3));
            assertThat(sums.calls().cost().orElseThrow()).hasToString("0.006 USD");
        }
        assertThat(service.session("child").calls().finished()).isEqualTo(2);
        assertThat(service.session("grandchild").calls().finished()).isEqualTo(1);
    }

    @Test
    @DisplayName("M22 turns and rounds of a child are its own, and its calls stay in the sums when it is forgotten")
    void m22_forgottenChildren_stayInTheSums() {
        for (int i = 0; i < 1_500; i++) {
            String child = "child" + i;
            happens(
                    opened(new CallIds(child, "", 0, ""), new CallIds("s", "t", 1, "")),
                    new TelemetryEvent.CallFinished(
                            new CallIds(child, child + "-t", 1, "r"), SampleEvents.START, SampleEvents.record(1, 1)),
                    new TelemetryEvent.TurnFinished(
                            new CallIds(child, child + "-t", 1, ""),
                            SampleEvents.START,
                            Duration.ZERO,
                            Optional.empty(),
                            Usage.NONE,
                            List.of()));
        }
        assertThat(service.session("s").calls().finished()).isEqualTo(1_500);
        assertThat(service.turn("t").calls().finished()).isEqualTo(1_500);
        assertThat(service.session("s").turns()).isZero();
        assertThat(service.session("child0").turns()).isZero();
        assertThat(service.session("child1499").turns()).isEqualTo(1);
    }

    private static TelemetryEvent opened(CallIds session, CallIds parent) {
        return new TelemetryEvent.SessionOpened(session, SampleEvents.START, Optional.of(parent));
    }

    @Test
    void tallies_areBounded() {
        for (int i = 0; i < 5_000; i++) {
            CallIds ids = new CallIds("s" + i, "t" + i, 1, "");
            service.onEvent(new TelemetryEvent.TurnFinished(
                    ids, SampleEvents.START, Duration.ZERO, Optional.empty(), Usage.NONE, List.of()));
        }
        assertThat(service.session("s0").turns()).isZero();
        assertThat(service.session("s4999").turns()).isEqualTo(1);
        assertThat(service.turn("t3999").turns()).isZero();
    }

    @Test
    @DisplayName("J21 a subscriber gets its events although the threads were used up for a moment")
    void j21_refusingThreads_areAskedAgain() {
        VirtualClock clock = VirtualClock.create();
        AtomicBoolean full = new AtomicBoolean(true);
        List<TelemetryEvent> seen = new ArrayList<>();
        try (AiMetricsService busy = AiMetricsService.inMemory(MetricsOptions.ofDefaults(), clock, task -> {
            if (full.get()) {
                throw new RejectedExecutionException("full");
            }
            task.run();
        })) {
            busy.subscribe(event -> true, seen::add);
            busy.onEvent(SampleEvents.turnStarted());
            for (int i = 0; i < 3; i++) {
                try {
                    clock.advance(QueuedSubscriber.BATCH);
                } catch (RejectedExecutionException thrownByTheTimer) {
                    assertThat(seen).isEmpty();
                }
            }
            full.set(false);
            busy.onEvent(SampleEvents.roundStarted());
            clock.advance(QueuedSubscriber.BATCH);
            assertThat(seen).hasSize(2);
        }
    }
}
