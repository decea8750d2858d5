package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final VirtualClock clock = VirtualClock.create();

    @Test
    void sleep_movesTheClockAndReturns() throws InterruptedException {
        clock.sleep(Duration.ofHours(3), new CountDownLatch(1));

        assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofHours(3)));
        assertThat(clock.nanoTime()).isEqualTo(Duration.ofHours(3).toNanos());
        assertThat(clock.waits()).containsExactly(Duration.ofHours(3));
    }

    @Test
    void sleep_withAnOpenLatch_doesNotMove() throws InterruptedException {
        clock.sleep(Duration.ofHours(3), new CountDownLatch(0));

        assertThat(clock.instant()).isEqualTo(START);
    }

    @Test
    void sleep_endedByAScheduledCancel_stopsAtItsTime() {
        Cancellation cancellation = Cancellation.create(clock);
        clock.schedule(Duration.ofSeconds(2), () -> cancellation.expire("time is up"));

        assertThatThrownBy(() -> cancellation.sleep(Duration.ofMinutes(1), "back-off"))
                .isInstanceOfSatisfying(
                        AiException.class,
                        e -> assertThat(e.error().category()).isEqualTo(AiError.Category.TIMEOUT_TOTAL));
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(2));
    }

    @Test
    void sleep_ofAnInterruptedThread_throws() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> clock.sleep(Duration.ofSeconds(1), new CountDownLatch(1)))
                .isInstanceOf(InterruptedException.class);
        assertThat(clock.waits()).isEmpty();
    }

    @Test
    void advance_runsWhatIsDue_inTheOrderOfTime() {
        List<String> ran = new ArrayList<>();
        clock.schedule(Duration.ofSeconds(3), () -> ran.add("three at " + clock.instant()));
        clock.schedule(Duration.ofSeconds(1), () -> ran.add("one at " + clock.instant()));
        clock.schedule(Duration.ofSeconds(1), () -> ran.add("one again"));
        clock.schedule(Duration.ofSeconds(9), () -> ran.add("nine"));

        clock.advance(Duration.ofSeconds(5));

        assertThat(ran).containsExactly("one at 2026-01-01T00:00:01Z", "one again", "three at 2026-01-01T00:00:03Z");
        assertThat(clock.pending()).isEqualTo(1);
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
    }

    @Test
    void action_thatSchedulesAnother_seesItRunInTheSameAdvance() {
        List<Instant> ran = new ArrayList<>();
        clock.schedule(
                Duration.ofSeconds(1), () -> clock.schedule(Duration.ofSeconds(1), () -> ran.add(clock.instant())));

        clock.advance(Duration.ofSeconds(5));

        assertThat(ran).containsExactly(START.plusSeconds(2));
    }

    @Test
    void action_takenBack_doesNotRun() {
        List<String> ran = new ArrayList<>();
        Subscription planned = clock.schedule(Duration.ofSeconds(1), () -> ran.add("ran"));

        planned.close();
        planned.close();
        clock.advance(Duration.ofSeconds(5));

        assertThat(ran).isEmpty();
        assertThat(clock.pending()).isZero();
    }

    @Test
    void jump_movesTheWallClockOnly() {
        clock.setTo(Duration.ofHours(-1));

        assertThat(clock.instant()).isEqualTo(START.minus(Duration.ofHours(1)));
        assertThat(clock.nanoTime()).isZero();
    }

    @Test
    void zonedView_movesAlong() {
        java.time.Clock view = clock.withZone(ZoneId.of("Asia/Tokyo"));

        clock.advance(Duration.ofSeconds(7));

        assertThat(view.instant()).isEqualTo(START.plusSeconds(7));
        assertThat(view.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    }

    @Test
    void holdingClock_wakesSleepersWhoseTimeHasCome() throws Exception {
        VirtualClock holding = VirtualClock.paused();
        CompletableFuture<Void> early = sleeper(holding, Duration.ofSeconds(1), new CountDownLatch(1));
        CompletableFuture<Void> late = sleeper(holding, Duration.ofSeconds(10), new CountDownLatch(1));
        holding.awaitSleeping(2);

        holding.advance(Duration.ofSeconds(1));

        early.get(60, TimeUnit.SECONDS);
        assertThat(late).isNotDone();
        holding.advance(Duration.ofSeconds(9));
        late.get(60, TimeUnit.SECONDS);
        assertThat(holding.sleeping()).isZero();
    }

    @Test
    void holdingClock_letsASleeperGoWhenItsLatchOpens() throws Exception {
        VirtualClock holding = VirtualClock.paused();
        CountDownLatch wake = new CountDownLatch(1);
        CompletableFuture<Void> sleeper = sleeper(holding, Duration.ofDays(1), wake);
        holding.awaitSleeping(1);

        wake.countDown();

        sleeper.get(60, TimeUnit.SECONDS);
        assertThat(holding.instant()).isEqualTo(START);
    }

    private static CompletableFuture<Void> sleeper(VirtualClock clock, Duration time, CountDownLatch wake) {
        return ConcurrentRunner.begin(() -> {
            try {
                clock.sleep(time, wake);
                return null;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
