package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.testkit.LeakDetector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tool's call ends before the tool does: its time is up, the turn is cancelled, nobody is free, the executor is closed. */
class ToolEndTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final CountDownLatch running = new CountDownLatch(1);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @Tag("SH78")
    void timeUp_freesTheCallerFencesTheContextAndDropsTheLateResult() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Throwable> late = new CompletableFuture<>();
        bench.with(ToolExecutorFixture.tool("t", (in, ctx) -> {
                    running.countDown();
                    while (release.getCount() > 0) {
                        Thread.onSpinWait(); // ignores interrupts
                    }
                    try {
                        ctx.progress(1, "late");
                        late.complete(new AssertionError("the fence is open"));
                    } catch (IllegalStateException e) {
                        late.complete(e);
                    }
                    return "late";
                })
                .withTimeout(Duration.ofSeconds(5)));
        CompletableFuture<List<ToolEnvelope>> answer = bench.start("t");
        running.await();
        bench.clock.advance(Duration.ofSeconds(5));
        ToolEnvelope envelope = answer.get().get(0);
        assertThat(ToolExecutorFixture.code(envelope)).isEqualTo(ToolEnvelope.Code.TIMEOUT);
        assertThat(ToolExecutorFixture.effect(envelope)).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
        release.countDown();
        assertThat(late.get()).hasMessageContaining("can be read, but it can do nothing more");
    }

    @Test
    void cancelledTurn_isAnsweredAtOnceAndInterruptsTheTool() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        bench.with(ToolExecutorFixture.tool("t", (in, ctx) -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return "late";
        }));
        CompletableFuture<List<ToolEnvelope>> answer = bench.start("t");
        running.await();
        bench.turn.cancel("enough");
        assertThat(ToolExecutorFixture.code(answer.get().get(0))).isEqualTo(ToolEnvelope.Code.CANCELLED);
        interrupted.await();
        assertThat(ToolExecutorFixture.code(bench.run("t"))).isEqualTo(ToolEnvelope.Code.CANCELLED);
    }

    @Test
    void takenPool_isQuotaAtOnce() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        bench.with(ToolExecutorFixture.tool("t", (in, ctx) -> {
                    running.countDown();
                    release.await();
                    return 1;
                }))
                .with(builder -> builder.poolSize(1));
        CompletableFuture<List<ToolEnvelope>> first = bench.start("t");
        running.await();
        ToolEnvelope second = bench.run("t");
        assertThat(ToolExecutorFixture.code(second)).isEqualTo(ToolEnvelope.Code.QUOTA);
        assertThat(second.failure().orElseThrow().retryable()).isTrue();
        release.countDown();
        assertThat(first.get().get(0).isOk()).isTrue();
    }

    @Test
    @SuppressWarnings("try") // leaks are watched, not used
    void close_leavesNoThread() {
        try (LeakDetector leaks = LeakDetector.watch()) {
            bench.with(ToolExecutorFixture.tool("t", (in, ctx) -> 1));
            bench.run("t");
            bench.close();
            assertThat(ToolExecutorFixture.code(bench.run("t"))).isEqualTo(ToolEnvelope.Code.QUOTA);
        }
    }
}
