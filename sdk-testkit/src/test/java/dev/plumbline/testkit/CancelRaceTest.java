package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.PolicyChain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cancel, whenever it comes: the call ends once, and what was shown is what came back. */
class CancelRaceTest {
    private static final int RACES = 3000;
    private static final int CANCELLERS = 3;

    private final ExecutorService threads = Executors.newFixedThreadPool(CANCELLERS + 1);

    @AfterEach
    void endThreads() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Tag("F123")
    @DisplayName("123 cancel racing an answer, some thousand times: one outcome, one signal, the fold law kept")
    void cancelRacingAnAnswer_hasOneOutcome() throws Exception {
        int completed = 0;
        for (int race = 0; race < RACES; race++) {
            Race outcome = race(race % 40);

            assertThat(outcome.given().get()).as("signals that counted").isEqualTo(1);
            assertThat(outcome.acted().get()).as("times the action ran").isEqualTo(1);
            AiReturn fold = AiReturn.builder().deltas(outcome.shown()).build();
            assertThat(outcome.ret().interactions()).isEqualTo(fold.interactions());
            assertThat(outcome.ret().finish()).isEqualTo(fold.finish());
            boolean ok = outcome.ret().isOk();
            completed += ok ? 1 : 0;
            assertThat(outcome.ret().error().map(AiError::category))
                    .isEqualTo(ok ? java.util.Optional.empty() : java.util.Optional.of(AiError.Category.CANCELLED));
            assertThat(ok).isEqualTo(outcome.ret().finish() == FinishReason.STOP);
        }
        assertThat(completed).as("both outcomes are met").isStrictlyBetween(0, RACES);
    }

    @Test
    @DisplayName("123 cancel after completion changes nothing")
    void cancelAfterCompletion_changesNothing() {
        Cancellation cancellation = Cancellation.create();
        AiReturn ret = chain().call(call(cancellation, new ArrayList<>()));
        AiReturn before = ret.toBuilder().build();

        assertThat(cancellation.cancel("too late")).isTrue();
        assertThat(cancellation.cancel("again")).isFalse();

        assertThat(ret).isEqualTo(before);
        assertThat(ret.isOk()).isTrue();
    }

    @Test
    @DisplayName("123 interrupt instead of cancel ends a call that waits, and keeps the interrupt flag")
    void interrupt_endsAWaitingCall() throws Exception {
        ScriptedProvider provider = ScriptedProvider.create().blocksUntilCancelled("half");
        Future<Boolean> flagKept = threads.submit(() -> {
            AiReturn ret = PolicyChain.builder().build(provider).call(call(Cancellation.create(), new ArrayList<>()));
            return Thread.currentThread().isInterrupted()
                    && ret.status() == AiReturn.Status.CANCELLED
                    && ret.partialText().equals("half");
        });
        Await.until(() -> !provider.calls().isEmpty(), () -> "the call did not come");
        threads.shutdownNow();

        assertThat(flagKept.get(60, TimeUnit.SECONDS)).isTrue();
    }

    /** One answer of 20 pieces, and cancellers that start with it; the first spins for a moment, so that it comes anywhere. */
    private Race race(int spins) throws Exception {
        Cancellation cancellation = Cancellation.create();
        List<AiDelta> shown = new ArrayList<>();
        AtomicInteger given = new AtomicInteger();
        AtomicInteger acted = new AtomicInteger();
        CyclicBarrier start = new CyclicBarrier(CANCELLERS + 1);
        cancellation.onCancel(acted::incrementAndGet);
        List<Future<?>> cancellers = new ArrayList<>();
        for (int i = 0; i < CANCELLERS; i++) {
            cancellers.add(threads.submit(() -> {
                meet(start);
                for (int spin = 0; spin < spins * 200; spin++) {
                    Thread.onSpinWait();
                }
                given.addAndGet(cancellation.cancel("race") ? 1 : 0);
            }));
        }
        Future<AiReturn> answer = threads.submit(() -> {
            meet(start);
            return chain().call(call(cancellation, shown));
        });
        AiReturn ret = answer.get(60, TimeUnit.SECONDS);
        for (Future<?> canceller : cancellers) {
            canceller.get(60, TimeUnit.SECONDS);
        }
        return new Race(ret, shown, given, acted);
    }

    private static PolicyChain chain() {
        String[] pieces = "a wall of brick with a door in the middle and two windows on each side of it . ".split(" ");
        return PolicyChain.builder()
                .addPolicy("outer", (call, next) -> next.proceed(call))
                .build(ScriptedProvider.create().says(pieces));
    }

    private static AiCall call(Cancellation cancellation, List<AiDelta> shown) {
        return AiCall.builder(AiBody.of("draw"), ModelId.parse("scripted:script"))
                .cancellation(cancellation)
                .sink(shown::add)
                .build();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Race(AiReturn ret, List<AiDelta> shown, AtomicInteger given, AtomicInteger acted) {}
}
