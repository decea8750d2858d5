package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RuntimeExecutorTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final RuntimeExecutor threads = new RuntimeExecutor();

    @Test
    void task_thatGoesOn_isCounted() throws InterruptedException {
        CountDownLatch enough = new CountDownLatch(1);
        threads.execute(() -> await(enough));
        assertThat(threads.awaitIdle(Duration.ofMillis(1))).isEqualTo(1);
        enough.countDown();
        assertThat(threads.awaitIdle(LONG)).isZero();
        threads.close();
    }

    @Test
    void task_thatThrows_isOver() throws InterruptedException {
        threads.execute(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {});
            throw new IllegalStateException("as a view may");
        });
        assertThat(threads.awaitIdle(LONG)).isZero();
        threads.close();
    }

    @Test
    @Tag("D5")
    void close_leavesNoThread() throws InterruptedException {
        Set<Thread> ran = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 20; i++) {
            threads.execute(() -> ran.add(Thread.currentThread()));
        }
        assertThat(threads.awaitIdle(LONG)).isZero();
        threads.close();
        for (Thread thread : ran) {
            thread.join(LONG.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(ran).isNotEmpty();
    }

    @Test
    void task_afterClose_isRefused() {
        threads.close();
        assertThatIllegalStateException().isThrownBy(() -> threads.execute(() -> {}));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
