package dev.plumbline.testkit.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.testkit.Await;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShareOfProcessorTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Test
    void i61_aTaskThatGetsNoProcessor_hasMoreTime() throws Exception {
        long waiting = Thread.currentThread().getId();
        long before = THREADS.getThreadCpuTime(waiting);
        CompletableFuture<String> task = CompletableFuture.supplyAsync(() -> {
            while (THREADS.getThreadCpuTime(waiting) - before
                    < Duration.ofMillis(60).toNanos()) {
                Thread.onSpinWait(); // it ends when the one who waits has computed, too
            }
            return "done";
        });

        assertThat(ShareOfProcessor.outcome(task, Duration.ofMillis(400))).isEqualTo("done");
    }

    @Test
    void i61_aConditionThatWaitsForTheProcessor_hasMoreTime() {
        long before = THREADS.getCurrentThreadCpuTime();
        long asked = Duration.ofMillis(60).toNanos();

        assertThat(Await.until(() -> THREADS.getCurrentThreadCpuTime() - before > asked, Duration.ofMillis(400)))
                .isTrue();
        assertThat(Await.until(() -> false, Duration.ofMillis(40))).isFalse();
    }

    @Test
    void i61_aTaskThatHangs_isLate() {
        assertThatThrownBy(() -> ShareOfProcessor.outcome(new CompletableFuture<>(), Duration.ofMillis(40)))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void i61_manyWhoWait_costNoMoreThanOne() {
        LongAdder used = new LongAdder();
        List<CompletableFuture<Void>> waiting = Stream.generate(() -> CompletableFuture.runAsync(
                        () -> {
                            boolean unused = ShareOfProcessor.holds(() -> false, Duration.ofMillis(400));
                            used.add(THREADS.getCurrentThreadCpuTime());
                        },
                        task -> new Thread(task, "waiting").start()))
                .limit(40)
                .toList();
        waiting.forEach(CompletableFuture::join);

        assertThat(Duration.ofNanos(used.sum())).isLessThan(Duration.ofSeconds(1)); // four if each computed
    }
}
