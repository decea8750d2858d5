package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.tool.AiTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many threads tools take, and when they end. */
class ToolThreadPoolTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final List<ToolThreadPool> pools = new ArrayList<>();

    @AfterEach
    void close() {
        pools.forEach(ToolThreadPool::close);
    }

    private ToolThreadPool threads(int atOnce, Duration idleTime) {
        ToolThreadPool threads = new ToolThreadPool("test", atOnce, 0, idleTime);
        pools.add(threads);
        return threads;
    }

    @Test
    void issue21_threeCallsAtATime_needThreeThreads() {
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        CyclicBarrier together = new CyclicBarrier(3);
        AiTool tool = ToolExecutorFixture.tool("t", (in, ctx) -> {
            used.add(Thread.currentThread());
            return together.await() < 3;
        });
        try (ToolExecutorFixture bench =
                new ToolExecutorFixture().with(tool.withConcurrent()).parallel(3)) {
            for (int round = 0; round < 20; round++) {
                assertThat(bench.runMany("t", 3)).allMatch(outcome -> outcome.isOk());
            }
            assertThat(used).hasSize(3);
        }
    }

    @Test
    void issue21_whoGoesOnWithTheOutcome_findsTheSameThread() throws Exception {
        ToolThreadPool threads = threads(16, LONG);
        for (int i = 0; i < 1_000; i++) {
            Piece piece = new Piece(() -> {});
            threads.start(piece);
            piece.done.await();
        }
        assertThat(threads.threads()).isEqualTo(1);
    }

    @Test
    void issue21_idleThread_endsByItself() throws Exception {
        ToolThreadPool threads = threads(1, Duration.ofMillis(1));
        Piece piece = new Piece(() -> {});
        threads.start(piece);
        piece.done.await();
        piece.thread.join();
        assertThat(threads.threads()).isZero();
    }

    @Test
    void pieceForAThreadThatEnds_runsAllTheSame() throws Exception {
        ToolThreadPool threads = threads(2, Duration.ZERO);
        for (int i = 0; i < 10_000; i++) {
            Piece piece = new Piece(() -> {});
            threads.start(piece);
            piece.done.await();
            assertThat(piece.thread).isNotNull();
        }
    }

    @Test
    void pieceThatThrows_leavesItsThreadForOthers() throws Exception {
        ToolThreadPool threads = threads(1, LONG);
        CountDownLatch reported = new CountDownLatch(1);
        Piece bad = new Piece(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> reported.countDown());
            throw new IllegalStateException("bad");
        });
        threads.start(bad);
        reported.await();
        Piece good = new Piece(() -> {});
        threads.start(good);
        good.done.await();
        assertThat(good.thread).isSameAs(bad.thread);
    }

    @Test
    void piecesThatDoNotReturn_keepTheirThreads_andTheNextIsRefused() throws Exception {
        ToolThreadPool threads = threads(2, LONG);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(2);
        Piece first = waiting(running, release);
        threads.start(first);
        threads.start(waiting(running, release));
        running.await();
        assertThatThrownBy(() -> threads.start(new Piece(() -> {}))).isInstanceOf(RejectedExecutionException.class);
        release.countDown();
        first.done.await();
        threads.start(new Piece(() -> {}));
        assertThat(threads.threads()).isEqualTo(2);
    }

    @Test
    void close_interruptsWhatRuns_endsIdleThreads_andRunsNothingMore() throws Exception {
        ToolThreadPool threads = threads(2, LONG);
        CountDownLatch running = new CountDownLatch(1);
        Piece hanging = waiting(running, new CountDownLatch(1));
        Piece short1 = new Piece(() -> {});
        threads.start(hanging);
        threads.start(short1);
        running.await();
        short1.done.await();
        threads.close();
        hanging.thread.join();
        short1.thread.join();
        assertThat(threads.threads()).isZero();
        assertThatThrownBy(() -> threads.start(new Piece(() -> {})))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("closing");
    }

    @Test
    void close_dropsWhatHasNotBegun() throws Exception {
        ToolThreadPool threads = threads(1, LONG);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch ending = new CountDownLatch(1);
        Piece before = new Piece(() -> {}) {
            @Override
            public void done() {
                ending.countDown();
                awaitAll(release);
            }
        };
        Piece next = new Piece(() -> {});
        threads.start(before);
        ending.await();
        threads.start(next);
        threads.close();
        release.countDown();
        next.done.await();
        assertThat(next.thread).isNull();
    }

    private static Piece waiting(CountDownLatch running, CountDownLatch release) {
        return new Piece(() -> {
            running.countDown();
            awaitAll(release);
        });
    }

    private static void awaitAll(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Work of which it is known which thread did it, and when it was done. */
    private static class Piece implements ToolTask {
        final CountDownLatch done = new CountDownLatch(1);
        private final Runnable work;
        volatile Thread thread;

        Piece(Runnable work) {
            this.work = work;
        }

        @Override
        public boolean begin() {
            return true;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            work.run();
        }

        @Override
        public void done() {
            done.countDown();
        }
    }
}
