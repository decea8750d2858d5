package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.code;
import static dev.plumbline.tools.ToolExecutorFixture.effect;
import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.tool.AiTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ToolLimitsTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final List<String> log = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        bench.close();
    }

    private ToolExecutorFixture limits(UnaryOperator<ToolLimits> change) {
        return bench.with(b -> b.limits(change.apply(ToolLimits.ofDefaults())));
    }

    @Test
    @Tag("SH89")
    @Tag("SH94")
    @Tag("F50")
    @DisplayName("50 200 parallel calls: as many at once as were allowed, outcomes in call order")
    void manyCalls_areBoundedAndKeepTheirOrder() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        bench.parallel(4)
                .with(tool("t", (in, ctx) -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            Thread.yield();
                            running.decrementAndGet();
                            return in.get("n");
                        })
                        .withConcurrent());
        List<ToolEnvelope> outcomes = bench.runMany("t", 200);
        for (int i = 0; i < 200; i++) {
            assertThat(outcomes.get(i).result().get("value").asInt()).isEqualTo(i);
        }
        assertThat(most.get()).isBetween(1, 4);
    }

    @Test
    @Tag("SH89")
    @Tag("SH174")
    void concurrentCalls_reallyRunSideBySide() {
        CyclicBarrier together = new CyclicBarrier(3);
        bench.parallel(3)
                .with(tool("meet", (in, ctx) -> together.await(60, TimeUnit.SECONDS))
                        .withReadOnly());
        assertThat(bench.runMany("meet", 3)).allMatch(e -> e.isOk());
    }

    @Test
    void oneAtATime_unlessAllowed() {
        AtomicInteger running = new AtomicInteger();
        bench.with(tool("t", (in, ctx) -> running.incrementAndGet() + 10 * (running.decrementAndGet() + 1))
                .withReadOnly());
        assertThat(bench.runMany("t", 20)).allMatch(e -> e.result().get("value").asInt() == 11);
    }

    @Test
    @Tag("SH83")
    void toolThatIsNotConcurrent_isABarrier() {
        AiTool read =
                tool("read", (in, ctx) -> log.add("read " + in.get("n").text())).withReadOnly();
        AiTool write = tool("write", (in, ctx) -> log.add("write"));
        bench.parallel(4).with(read, write);
        bench.run(
                bench.call("read", Map.of("n", 0)),
                bench.call("read", Map.of("n", 1)),
                bench.call("write", Map.of()),
                bench.call("read", Map.of("n", 2)));
        assertThat(log).hasSize(4);
        assertThat(log.subList(0, 2)).containsExactlyInAnyOrder("read 0", "read 1");
        assertThat(log.subList(2, 4)).containsExactly("write", "read 2");
    }

    @Test
    @Tag("F53")
    @Tag("F65")
    @DisplayName(
            "53 a tool that ignores interrupts frees its caller at the limit, is counted, and its result is dropped")
    void deafTool_isAbandonedAndCapped() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        limits(l -> l.withMaxConcurrent(2).withMaxAbandoned(1))
                .with(
                        tool("deaf", (in, ctx) -> {
                                    log.add("runs");
                                    while (release.getCount() > 0) {
                                        Thread.onSpinWait();
                                    }
                                    return ended.incrementAndGet();
                                })
                                .withTimeout(Duration.ofSeconds(5)),
                        tool("good", (in, ctx) -> "fine"));
        for (int i = 1; i <= 2; i++) {
            abandonOne(i);
        }
        assertThat(bench.executor().abandonedCount()).isEqualTo(2);
        assertThat(bench.run("good").isOk()).isTrue();
        abandonOne(3);
        ToolEnvelope refused = bench.run("good");
        assertThat(code(refused)).isEqualTo(ToolEnvelope.Code.QUOTA);
        assertThat(refused.failure().orElseThrow().retryable()).isTrue();
        release.countDown();
        while (bench.executor().abandonedCount() > 0) {
            Thread.onSpinWait();
        }
        assertThat(ended).hasValue(3);
        assertThat(bench.run("good").isOk()).isTrue();
    }

    private void abandonOne(int number) throws Exception {
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("deaf");
        while (log.size() < number) {
            Thread.onSpinWait();
        }
        bench.clock.advance(Duration.ofSeconds(5));
        assertThat(code(outcome.get().get(0))).isEqualTo(ToolEnvelope.Code.TIMEOUT);
    }

    @Test
    @Tag("SH85")
    @Tag("SH93")
    @Tag("SH157")
    @Tag("F52")
    @DisplayName("52 a tool that hangs and honours interrupts: TIMEOUT when its time is up, its thread is free again")
    void hangingTool_isInterrupted() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        limits(l -> l.withMaxConcurrent(1).withMaxAbandoned(0))
                .with(
                        tool("hang", (in, ctx) -> {
                                    running.countDown();
                                    try {
                                        return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                                    } finally {
                                        stopped.countDown();
                                    }
                                })
                                .withTimeout(Duration.ofSeconds(5)),
                        tool("good", (in, ctx) -> 1));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("hang");
        running.await();
        bench.clock.advance(Duration.ofSeconds(5));
        assertThat(code(outcome.get().get(0))).isEqualTo(ToolEnvelope.Code.TIMEOUT);
        stopped.await();
        while (bench.executor().abandonedCount() > 0) {
            Thread.onSpinWait();
        }
        assertThat(bench.run("good").isOk()).isTrue();
    }

    @Test
    @Tag("F56")
    @DisplayName(
            "56 OutOfMemoryError and InterruptedException of a tool are its failure; no interrupt reaches the next one")
    void lastErrors_areEnvelopes() {
        limits(l -> l.withMaxConcurrent(1))
                .with(
                        tool("oom", (in, ctx) -> {
                            throw new OutOfMemoryError("secret");
                        }),
                        tool("interrupted", (in, ctx) -> {
                            Thread.currentThread().interrupt();
                            throw new InterruptedException("secret");
                        }),
                        tool("good", (in, ctx) -> Thread.currentThread().isInterrupted()));
        assertThat(bench.run("oom").toJson().text())
                .contains("OutOfMemoryError")
                .doesNotContain("secret");
        assertThat(code(bench.run("interrupted"))).isEqualTo(ToolEnvelope.Code.FAILED);
        assertThat(bench.run("good").result().get("value").asBoolean()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    @Tag("SH85")
    @Tag("F65")
    @DisplayName("65 a pool that is taken says so at once, and so does a quota that is used up")
    void quota_isAnEnvelopeAtOnce() {
        bench.policy("quota", ToolPolicies.quota(2, 3, 1)).with(tool("t", (in, ctx) -> 1), tool("u", (in, ctx) -> 1));
        List<ToolEnvelope> outcomes = bench.runMany("t", 3);
        assertThat(outcomes).extracting(e -> e.isOk()).containsExactly(true, true, false);
        assertThat(code(outcomes.get(2))).isEqualTo(ToolEnvelope.Code.QUOTA);
        assertThat(bench.run("u").isOk()).isTrue();
    }

    @Test
    @Tag("SH157")
    @Tag("SH169")
    void quotaAtOnce_refusesTheSecondWhileTheFirstRuns() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        bench.policy("quota", ToolPolicies.quota(9, 9, 1)).with(tool("t", (in, ctx) -> {
            running.countDown();
            release.await();
            return 1;
        }));
        CompletableFuture<List<ToolEnvelope>> first = bench.start("t");
        running.await();
        assertThat(code(bench.run("t"))).isEqualTo(ToolEnvelope.Code.QUOTA);
        release.countDown();
        assertThat(first.get().get(0).isOk()).isTrue();
    }

    @Test
    @Tag("SH157")
    void argumentsThatAreTooLarge_neverReachTheTool() {
        limits(l -> l.withArgumentBytes(100)).with(tool("t", (in, ctx) -> log.add("ran")));
        ToolEnvelope refused = bench.run("t", Map.of("text", "x".repeat(100)));
        assertThat(code(refused)).isEqualTo(ToolEnvelope.Code.INVALID_ARGUMENTS);
        assertThat(log).isEmpty();
    }

    @Test
    @Tag("F51")
    @DisplayName("51 the same call with the same arguments and the same failure ends the turn at the third time")
    void sameFailure_endsTheTurn() {
        bench.with(tool("t", (in, ctx) -> {
            throw new dev.plumbline.tool.ToolException("No wall " + in.get("n").text() + ".");
        }));
        bench.run("t", Map.of("n", 1));
        bench.run("t", Map.of("n", 2));
        bench.run("t", Map.of("n", 1));
        assertThat(bench.endings).isEmpty();
        bench.run("t", Map.of("n", 1));
        assertThat(bench.endings).singleElement().satisfies(error -> {
            assertThat(error.category()).isEqualTo(AiError.Category.BUDGET);
            assertThat(error.code()).isEqualTo("same-tool-call");
        });
    }

    @Test
    void sameSuccess_doesNotEndTheTurn() {
        bench.with(tool("t", (in, ctx) -> 1)).runMany("t", 1);
        for (int i = 0; i < 5; i++) {
            bench.run("t");
        }
        assertThat(bench.endings).isEmpty();
    }

    @Test
    @Tag("SH26")
    @Tag("SH95")
    @Tag("C104")
    @Tag("A18")
    void pureTool_isRemembered_othersAreNot() {
        AtomicInteger ran = new AtomicInteger();
        bench.policy("memo", ToolPolicies.memoization(2))
                .with(
                        tool("pure", (in, ctx) -> ran.incrementAndGet()).withPure(),
                        tool("walls", (in, ctx) -> ran.incrementAndGet())
                                .withReadOnly()
                                .withIdempotent());
        bench.run("pure", Map.of("a", 1));
        assertThat(bench.run("pure", Map.of("a", 1.0)).result().get("value").asInt())
                .isEqualTo(1);
        bench.run("walls");
        bench.run("walls");
        assertThat(ran).hasValue(3);
        bench.run("pure", Map.of("a", 2));
        bench.run("pure", Map.of("a", 3));
        bench.run("pure", Map.of("a", 1));
        assertThat(ran).hasValue(6);
    }

    @Test
    void failureOfAPureTool_isNotRemembered() {
        AtomicInteger ran = new AtomicInteger();
        bench.policy("memo", ToolPolicies.memoization(2))
                .with(tool("pure", (in, ctx) -> {
                            if (ran.incrementAndGet() == 1) {
                                throw new IllegalStateException();
                            }
                            return 1;
                        })
                        .withPure());
        assertThat(bench.run("pure").isOk()).isFalse();
        assertThat(bench.run("pure").isOk()).isTrue();
    }

    @Test
    @Tag("H36")
    void brokenTool_isLeftAloneForAWhile() {
        AtomicInteger ran = new AtomicInteger();
        bench.policy("breaker", ToolPolicies.circuitBreaker(2, Duration.ofMinutes(1), bench.clock))
                .with(tool("t", (in, ctx) -> {
                    if (ran.incrementAndGet() < 4) {
                        throw new IllegalStateException();
                    }
                    return 1;
                }));
        bench.run("t");
        bench.run("t");
        assertThat(code(bench.run("t"))).isEqualTo(ToolEnvelope.Code.QUOTA);
        assertThat(ran).hasValue(2);
        bench.clock.advance(Duration.ofMinutes(1));
        assertThat(code(bench.run("t"))).isEqualTo(ToolEnvelope.Code.FAILED);
        assertThat(code(bench.run("t"))).isEqualTo(ToolEnvelope.Code.QUOTA);
        bench.clock.advance(Duration.ofMinutes(1));
        assertThat(bench.run("t").isOk()).isTrue();
        assertThat(bench.run("t").isOk()).isTrue();
    }

    @Test
    @Tag("H37")
    void failuresInARow_areCountedForEverybodyToSee() {
        AtomicInteger ran = new AtomicInteger();
        bench.policy("count", ToolPolicies.failureCount()).with(tool("t", (in, ctx) -> {
            if (ran.incrementAndGet() < 3) {
                throw new IllegalStateException("n" + ran);
            }
            return 1;
        }));
        bench.run("t");
        bench.run("t");
        assertThat(bench.state.get(ToolPolicies.FAILURES)).containsEntry("t", 2);
        bench.run("t");
        assertThat(bench.state.get(ToolPolicies.FAILURES)).isEmpty();
    }

    @Test
    @Tag("SH84")
    @Tag("F66")
    @DisplayName(
            "66 cancelled between two tools: the one that ran keeps its result, the rest is answered and did not start")
    void cancelBetweenTools_answersEveryCall() {
        bench.with(tool("t", (in, ctx) -> {
            if (in.get("n").asInt() == 1) {
                bench.turn.cancel("enough");
            }
            return log.add("ran " + in.get("n").text());
        }));
        List<ToolEnvelope> outcomes = bench.runMany("t", 4);
        assertThat(outcomes).hasSize(4);
        assertThat(outcomes.get(0).isOk()).isTrue();
        assertThat(code(outcomes.get(1))).isEqualTo(ToolEnvelope.Code.CANCELLED);
        assertThat(outcomes.subList(2, 4)).allMatch(e -> effect(e) == ToolEnvelope.Effect.NOT_STARTED);
        assertThat(log).doesNotContain("ran 2", "ran 3");
    }

    @Test
    @Tag("F60")
    @DisplayName("60 what a tool does later to its input or to the map it returned changes nothing")
    void mutationAfterwards_changesNothing() {
        Map<String, Object> mine = new java.util.HashMap<>(Map.of("a", new ArrayList<>(List.of(1))));
        bench.with(tool("t", (in, ctx) -> mine));
        ToolEnvelope envelope = bench.run("t");
        String before = envelope.toJson().text();
        assertThat(before).contains("\"a\":[1]");
        mine.put("b", 2);
        ((List<?>) mine.get("a")).clear();
        assertThat(envelope.toJson().text()).isEqualTo(before);
    }

    @Test
    @Tag("B22")
    void watch_seesEachCallAndItsNote() {
        bench.with(tool("t", (in, ctx) -> {
            ctx.progress(0.5, "half way");
            return 1;
        }));
        bench.runMany("t", 2);
        assertThat(bench.seen).containsExactly("start c1", "half way", "end c1", "start c2", "half way", "end c2");
    }

    @Test
    @SuppressWarnings("try") // leaks are watched, not used
    void tenThousandCalls_leaveNothing() {
        try (LeakDetector leaks = LeakDetector.watch();
                ToolExecutorFixture own = new ToolExecutorFixture()) {
            own.parallel(4).with(tool("t", (in, ctx) -> in.get("n")).withConcurrent());
            assertThat(own.runMany("t", 10_000)).allMatch(e -> e.isOk());
            assertThat(own.clock.pending()).isZero();
        }
    }

    @Test
    @Tag("SH93")
    void brokenObserver_leavesEveryCallAnswered() {
        bench.parallel(4).with(tool("t", (in, ctx) -> 1).withConcurrent());
        var calls = List.of(bench.call("t", Map.of()), bench.call("t", Map.of()), bench.call("t", Map.of()));
        var scope = new dev.plumbline.tool.IToolExecutor.CallScope(
                dev.plumbline.event.CallIds.NONE,
                dev.plumbline.body.Selector.ALL,
                List.of(),
                bench.turn,
                bench.state,
                bench.approvals,
                event -> {
                    throw new IllegalStateException("secret");
                },
                4,
                dev.plumbline.tool.IToolExecutor.CallListener.NONE);
        List<ToolEnvelope> outcomes = bench.executor().execute(calls, scope);
        assertThat(outcomes).hasSize(3).allMatch(e -> code(e) == ToolEnvelope.Code.FAILED);
        assertThat(outcomes.toString()).doesNotContain("secret");
    }

    @Test
    void limits_refuseNonsense() {
        assertThatThrownBy(() -> ToolLimits.ofDefaults().withMaxConcurrent(0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ToolLimits.ofDefaults().withResultBytes(10)).hasMessageContaining("1024");
        assertThatThrownBy(() -> ToolPolicies.quota(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ToolPolicies.memoization(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
