package dev.plumbline.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SystemSchedulerTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
    private final Scheduler time = Scheduler.system(Clock.systemUTC(), action -> {
        Thread thread = new Thread(action, "time");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((in, failed) -> uncaught.add(failed));
        threads.add(thread);
        return thread;
    });

    @AfterEach
    void close() {
        time.close();
    }

    /** An action that has run, with the earliest and the latest time at which it can have been due. */
    private record Ran(long earliest, long latest) {}

    /** What has happened when the last one has run. */
    private List<String> fired(int last, String... names) throws InterruptedException {
        List<String> fired = Collections.synchronizedList(new ArrayList<>());
        for (String name : names) {
            time.schedule(Duration.ofMillis(Long.parseLong(name)), () -> fired.add(name));
        }
        await(last);
        return fired;
    }

    private void await(int milliseconds) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        time.schedule(Duration.ofMillis(milliseconds), done::countDown);
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** A busy machine may keep this thread between two calls for longer than a delay: so the times are those it saw. */
    @Test
    @Tag("N14")
    void actions_runWhenTheyAreDue_whateverCameFirst() throws InterruptedException {
        List<Ran> ran = Collections.synchronizedList(new ArrayList<>());
        for (int delay : List.of(40, 5, 20, 0, 10)) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(delay);
            CompletableFuture<Long> after = new CompletableFuture<>();
            long before = System.nanoTime();
            time.schedule(Duration.ofNanos(nanos), () -> ran.add(new Ran(before + nanos, after.join() + nanos)));
            after.complete(System.nanoTime());
        }
        await(60);
        assertThat(ran).hasSize(5);
        for (int i = 0; i < ran.size(); i++) {
            long earliest = ran.get(i).earliest();
            assertThat(ran.subList(i, ran.size())).allMatch(later -> later.latest() >= earliest);
        }
    }

    @Test
    void takenBack_neverRuns() throws InterruptedException {
        List<String> fired = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> released = new CompletableFuture<>();
        time.schedule(Duration.ZERO, released::join);
        time.schedule(Duration.ZERO, () -> fired.add("taken back")).close();
        released.complete(null);
        await(1);
        assertThat(fired).isEmpty();
    }

    @Test
    void soonerOne_doesNotWaitForALaterOne() throws InterruptedException {
        time.schedule(HOUR, () -> {});
        assertThat(fired(2, "1")).containsExactly("1");
    }

    @Test
    void moreThanATimerCanCount_isNever() throws InterruptedException {
        time.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> uncaught.add(new AssertionError()));
        fired(5);
        assertThat(uncaught).isEmpty();
    }

    @Test
    void throwingAction_isReportedToItsThread_andTheOthersRun() throws InterruptedException {
        IllegalStateException failed = new IllegalStateException("planted");
        time.schedule(Duration.ZERO, () -> {
            throw failed;
        });
        assertThat(fired(5, "1")).containsExactly("1");
        assertThat(uncaught).containsExactly(failed);
        assertThat(threads).hasSize(1);
    }

    @Test
    void laterDeadlines_setAndTakenBack_wakeNobody() throws InterruptedException {
        Subscription first = time.schedule(HOUR, () -> {});
        Thread thread = threads.get(0);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        long waits = waits(thread);
        List<Subscription> later = IntStream.range(0, 1_000)
                .mapToObj(i -> time.schedule(HOUR.plusMillis(i), () -> {}))
                .toList();
        later.forEach(Subscription::close);
        first.close();
        assertThat(waits(thread)).isEqualTo(waits);
    }

    private static long waits(Thread thread) {
        return ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId()).getWaitedCount();
    }

    @Test
    void closed_runsNothing_andHasNoThread() throws InterruptedException {
        time.schedule(HOUR, () -> uncaught.add(new AssertionError()));
        time.close();
        threads.get(0).join(20_000);
        assertThat(threads.get(0).isAlive()).isFalse();
        time.schedule(Duration.ZERO, () -> uncaught.add(new AssertionError()));
        assertThat(threads).hasSize(1);
        assertThat(uncaught).isEmpty();
    }
}
