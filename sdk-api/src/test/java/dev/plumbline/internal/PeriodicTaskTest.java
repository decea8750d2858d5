package dev.plumbline.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
    private static final PeriodicTask.Retries RETRIES =
            new PeriodicTask.Retries(Duration.ofSeconds(1), Duration.ofSeconds(8));

    private final HandClock clock = new HandClock();
    private final List<String> told = new ArrayList<>();
    private final List<Long> runs = new ArrayList<>();

    private final PeriodicTask.Listener listener = new PeriodicTask.Listener() {
        @Override
        public void failed(Throwable why) {
            told.add("failed " + why.getMessage());
        }

        @Override
        public void recovered() {
            told.add("recovered");
        }
    };

    private PeriodicTask task(PeriodicTask.Work work) {
        return task(Runnable::run, work);
    }

    private PeriodicTask task(Executor executor, PeriodicTask.Work work) {
        return new PeriodicTask(new PeriodicTask.Threads(clock, executor), RETRIES, work, listener);
    }

    private Optional<Duration> every(Duration wait) {
        runs.add(clock.nanoTime() / Duration.ofSeconds(1).toNanos());
        return Optional.of(wait);
    }

    private void advance(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void work_isDoneUntilItIsClosed() {
        PeriodicTask task = task(() -> every(Duration.ofSeconds(10))).startAfter(Duration.ofSeconds(5));
        advance(30);
        task.close();
        advance(30);
        assertThat(runs).containsExactly(5L, 15L, 25L);
        assertThat(clock.timers()).isZero();
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("J21 a failure ends no periodic work: it is tried again with growing waits, and told once")
    void j21_failure_isTriedAgain() {
        boolean[] fails = {true};
        PeriodicTask task = task(() -> {
                    Optional<Duration> next = every(Duration.ofSeconds(10));
                    if (fails[0]) {
                        throw new IllegalStateException("away");
                    }
                    return next;
                })
                .startAfter(Duration.ofSeconds(1));
        advance(32);
        assertThat(runs).containsExactly(1L, 2L, 4L, 8L, 16L, 24L, 32L);
        assertThat(told).containsExactly("failed away");
        fails[0] = false;
        advance(18);
        assertThat(runs).endsWith(32L, 40L, 50L);
        assertThat(told).containsExactly("failed away", "recovered");
        fails[0] = true;
        advance(11);
        assertThat(runs).endsWith(60L, 61L);
        assertThat(told).containsExactly("failed away", "recovered", "failed away");
        task.close();
    }

    @Test
    @DisplayName("J21 an executor that refuses the work, and a listener that throws, end no periodic work")
    void j21_refusingExecutor_andBrokenListener_endNothing() {
        boolean[] refuses = {true};
        PeriodicTask.Listener broken = new PeriodicTask.Listener() {
            @Override
            public void failed(Throwable why) {
                throw new IllegalStateException("broken listener");
            }
        };
        PeriodicTask task = new PeriodicTask(
                        new PeriodicTask.Threads(clock, action -> {
                            if (refuses[0]) {
                                throw new RejectedExecutionException("full");
                            }
                            action.run();
                        }),
                        RETRIES,
                        () -> every(Duration.ofSeconds(10)),
                        broken)
                .startAfter(Duration.ofSeconds(1));
        try {
            advance(1);
        } catch (IllegalStateException expected) {
            told.add(expected.getMessage());
        }
        assertThat(told).containsExactly("broken listener");
        refuses[0] = false;
        advance(1);
        assertThat(runs).hasSize(1);
        task.close();
    }

    @Test
    void workThatIsOver_isNotDoneAgain() {
        PeriodicTask task = task(() -> {
                    Optional<Duration> unused = every(Duration.ZERO);
                    return Optional.empty();
                })
                .startAfter(Duration.ofSeconds(1));
        advance(30);
        assertThat(runs).hasSize(1);
        assertThat(task.isOpen()).isFalse();
        assertThat(clock.timers()).isZero();
    }

    @Test
    @DisplayName("A15 work that is closed while it runs is neither scheduled again nor told to anybody")
    void a15_closedWhileItRuns_isNotScheduledAgain() {
        PeriodicTask[] self = new PeriodicTask[1];
        self[0] = task(() -> {
            self[0].close();
            return every(Duration.ofSeconds(10));
        });
        self[0].startAfter(Duration.ofSeconds(1));
        PeriodicTask[] failing = new PeriodicTask[1];
        failing[0] = task(() -> {
            failing[0].close();
            throw new IllegalStateException("late");
        });
        failing[0].startAfter(Duration.ofSeconds(1));
        advance(60);
        assertThat(runs).hasSize(1);
        assertThat(told).isEmpty();
        assertThat(clock.timers()).isZero();
    }

    @Test
    @DisplayName("A15 work that waits for its executor when it is closed does not run")
    void a15_closedWhileItWaits_doesNotRun() {
        List<Runnable> waiting = new ArrayList<>();
        PeriodicTask task =
                task(waiting::add, () -> every(Duration.ofSeconds(10))).startAfter(Duration.ofSeconds(1));
        advance(1);
        task.close();
        waiting.forEach(Runnable::run);
        assertThat(runs).isEmpty();
        assertThat(clock.timers()).isZero();
    }

    @Test
    void taskThatWasClosed_doesNotStart() {
        PeriodicTask task = task(() -> every(Duration.ofSeconds(1)));
        task.close();
        task.startAfter(Duration.ZERO);
        advance(10);
        assertThat(runs).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> task.startAfter(Duration.ZERO));
    }

    @Test
    void wait_isTheLongest_whateverTheNumberOfFailures() {
        assertThat(RETRIES.after(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(RETRIES.after(2)).isEqualTo(Duration.ofSeconds(2));
        assertThat(RETRIES.after(30)).isEqualTo(Duration.ofSeconds(8));
        assertThat(RETRIES.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(8));
    }
}
