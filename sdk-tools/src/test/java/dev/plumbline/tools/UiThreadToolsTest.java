package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.code;
import static dev.plumbline.tools.ToolExecutorFixture.effect;
import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UiThreadToolsTest {
    private final FakeHostApplication host = new FakeHostApplication();
    private final ToolExecutorFixture bench = new ToolExecutorFixture().with(b -> b.host(host));
    private final List<String> log = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        bench.close();
        host.close();
    }

    private AiTool where(String name) {
        return tool(name, (in, ctx) -> host.isUiThread() ? "ui" : "pool");
    }

    private static String text(ToolEnvelope envelope) {
        return envelope.result().get("value").asText();
    }

    @Test
    @Tag("SH75")
    void tools_runOnTheUiThreadUnlessTheySayOtherwise() {
        bench.with(
                where("auto"),
                where("ui").withAffinity(ThreadAffinity.UI_THREAD),
                where("pool").withAffinity(ThreadAffinity.POOL));
        assertThat(text(bench.run("auto"))).isEqualTo("ui");
        assertThat(text(bench.run("ui"))).isEqualTo("ui");
        assertThat(text(bench.run("pool"))).isEqualTo("pool");
    }

    @ParameterizedTest
    @CsvSource({"on the UI thread, 3", "by a part, 3", "in the pool, 1"})
    @DisplayName("S26 approved calls do not void each other where their changes are known to be theirs")
    void s26_changesOnTheUiThread_areThoseOfTheCall(String where, int ran) {
        AtomicInteger revision = new AtomicInteger();
        bench.with(b -> b.approvals(ApprovalRules.builder()
                                .ask("*")
                                .validWhileUnchanged("plan")
                                .build())
                        .documentRevisions((key, turn) -> Optional.of("r" + revision.get()))
                        .questionHandler(
                                question -> question.answer(question.options().get(0))))
                .with(
                        switch (where) {
                            case "on the UI thread" -> tool("edit", (in, ctx) -> revision.incrementAndGet());
                            case "by a part" ->
                                tool("edit", (in, ctx) -> ctx.onUiThread(revision::incrementAndGet))
                                        .withAffinity(ThreadAffinity.POOL);
                            default ->
                                tool("edit", (in, ctx) -> revision.incrementAndGet())
                                        .withAffinity(ThreadAffinity.POOL);
                        });
        List<ToolEnvelope> outcomes = bench.runMany("edit", 3);
        assertThat(outcomes.stream().filter(ToolEnvelope::isOk)).hasSize(ran);
        assertThat(revision).hasValue(ran);
    }

    @Test
    @DisplayName("S26 what the person changed before a part of an approved tool stops the part")
    void s26_changeBeforeAPart_stopsIt() {
        AtomicInteger revision = new AtomicInteger();
        bench.with(b -> b.approvals(ApprovalRules.builder()
                                .ask("*")
                                .validWhileUnchanged("plan")
                                .build())
                        .documentRevisions((key, turn) -> Optional.of("r" + revision.get()))
                        .questionHandler(
                                question -> question.answer(question.options().get(0))))
                .with(tool("edit", (in, ctx) -> {
                            revision.incrementAndGet(); // the person, while the tool computes
                            return ctx.onUiThread(() -> log.add("changed"));
                        })
                        .withAffinity(ThreadAffinity.POOL));
        ToolEnvelope.Failure failure = bench.run("edit").failure().orElseThrow();
        assertThat(failure.code()).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(failure.message()).contains("The document changed after the question");
        assertThat(log).isEmpty();
    }

    @Test
    void uiToolWithoutHost_isRefusedAtBuild() {
        try (ToolExecutorFixture none = new ToolExecutorFixture()) {
            none.with(where("ui").withAffinity(ThreadAffinity.UI_THREAD));
            assertThatThrownBy(none::executor)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("tool ui", "host(…)");
        }
    }

    @Test
    @Tag("D6")
    void waitingForTheUiThread_hasItsOwnLimit() throws Exception {
        bench.with(tool("draw", (in, ctx) -> log.add("drawn")).withTimeout(Duration.ofSeconds(1)));
        CountDownLatch free = host.hold();
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("draw");
        awaitTask();
        bench.clock.advance(Duration.ofSeconds(119));
        free.countDown();
        assertThat(outcome.get().get(0).isOk()).isTrue();
        assertThat(bench.clock.pending()).isZero();
    }

    /** Waits until the task is in the queue of the UI thread and its caller waits with a limit. */
    private void awaitTask() {
        until(() -> host.tasks.get() > 0 && bench.clock.pending() > 0);
    }

    private static void until(BooleanSupplier reached) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("the state that the test waits for")
                    .isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @Test
    @Tag("D6")
    void whatItsCallerGaveUp_neverStarts() throws Exception {
        bench.with(tool("draw", (in, ctx) -> log.add("drawn")), tool("next", (in, ctx) -> log.add("next")));
        CountDownLatch free = host.hold();
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("draw");
        awaitTask();
        bench.clock.advance(Duration.ofMinutes(2));
        ToolEnvelope envelope = outcome.get().get(0);
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.TIMEOUT);
        assertThat(effect(envelope)).isEqualTo(ToolEnvelope.Effect.NOT_STARTED);
        free.countDown();
        bench.run("next");
        assertThat(log).containsExactly("next");
    }

    @Test
    @Tag("SH84")
    @Tag("D9")
    void cancelledWhileItWaits_neverStarts() throws Exception {
        bench.with(tool("draw", (in, ctx) -> log.add("drawn")));
        CountDownLatch free = host.hold();
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("draw");
        awaitTask();
        bench.turn.cancel("enough");
        assertThat(effect(outcome.get().get(0))).isEqualTo(ToolEnvelope.Effect.NOT_STARTED);
        CountDownLatch drained = new CountDownLatch(1);
        host.execute(drained::countDown);
        free.countDown();
        drained.await();
        assertThat(log).isEmpty();
    }

    @Test
    @Tag("D6")
    void hostThatMayNotBeEdited_putsToolsOff() throws Exception {
        bench.with(tool("draw", (in, ctx) -> log.add("drawn")));
        host.mayEdit.set(false);
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("draw");
        untilAsked(1);
        assertThat(log).isEmpty();
        host.mayEdit.set(true);
        bench.clock.advance(Duration.ofMillis(100));
        assertThat(outcome.get().get(0).isOk()).isTrue();
    }

    private void untilAsked(int times) {
        until(() -> host.asked.get() >= times && bench.clock.pending() >= 2);
    }

    @Test
    void hostThatMayNeverBeEdited_isATimeoutBeforeTheStart() throws Exception {
        bench.with(tool("draw", (in, ctx) -> log.add("drawn")));
        host.mayEdit.set(false);
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("draw");
        untilAsked(1);
        bench.clock.advance(Duration.ofMinutes(2));
        assertThat(effect(outcome.get().get(0))).isEqualTo(ToolEnvelope.Effect.NOT_STARTED);
        assertThat(log).isEmpty();
    }

    @Test
    @Tag("D7")
    void callsOfABatch_shareTasksOfTheUiThread() {
        bench.with(tool("draw", (in, ctx) -> log.add(in.get("n").text())));
        List<ToolEnvelope> outcomes = bench.runMany("draw", 50);
        assertThat(outcomes).allMatch(e -> e.isOk());
        assertThat(log).hasSize(50).startsWith("0", "1", "2").endsWith("49");
        assertThat(host.tasks.get()).isLessThan(50);
    }

    @Test
    @Tag("D7")
    void sliceThatIsUsed_givesTheThreadBack() {
        bench.with(tool("draw", (in, ctx) -> {
            bench.clock.advance(Duration.ofMillis(30));
            return 1;
        }));
        bench.runMany("draw", 6);
        assertThat(host.tasks.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    @Tag("D6")
    void stuckUiTool_freesItsCallerAndLaterCallsFailAtOnce() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        bench.with(
                tool("stuck", (in, ctx) -> {
                            running.countDown();
                            release.await();
                            return log.add("late");
                        })
                        .withTimeout(Duration.ofSeconds(5)),
                tool("draw", (in, ctx) -> 1));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("stuck");
        running.await();
        bench.clock.advance(Duration.ofSeconds(5));
        assertThat(effect(outcome.get().get(0))).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
        assertThat(bench.executor().abandonedCount()).isEqualTo(1);
        ToolEnvelope refused = bench.run("draw");
        assertThat(code(refused)).isEqualTo(ToolEnvelope.Code.QUOTA);
        assertThat(effect(refused)).isEqualTo(ToolEnvelope.Effect.NOT_STARTED);
        release.countDown();
        CountDownLatch drained = new CountDownLatch(1);
        host.execute(drained::countDown);
        drained.await();
        assertThat(bench.run("draw").isOk()).isTrue();
        assertThat(bench.executor().abandonedCount()).isZero();
    }

    @Test
    void piece_runsOnTheUiThreadWhileTheToolWaitsInThePool() {
        bench.with(tool(
                        "render",
                        (in, ctx) -> (host.isUiThread() ? "ui" : "pool") + ctx.onUiThread(() -> host.isUiThread()))
                .withAffinity(ThreadAffinity.POOL));
        assertThat(text(bench.run("render"))).isEqualTo("pooltrue");
    }

    @Test
    void piece_throwsWhatItThrows() {
        bench.with(tool(
                        "render",
                        (in, ctx) -> ctx.onUiThread(() -> {
                            throw new dev.plumbline.tool.ToolException("No outline.");
                        }))
                .withAffinity(ThreadAffinity.POOL));
        assertThat(bench.run("render").failure().orElseThrow().message()).isEqualTo("No outline.");
    }

    @Test
    void piece_ofATimedOutCallNeverStarts() throws Exception {
        bench.with(tool("render", (in, ctx) -> ctx.onUiThread(() -> log.add("edited")))
                .withAffinity(ThreadAffinity.POOL));
        CountDownLatch free = host.hold();
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("render");
        awaitTask();
        bench.turn.cancel("enough");
        assertThat(code(outcome.get().get(0))).isEqualTo(ToolEnvelope.Code.CANCELLED);
        free.countDown();
        CountDownLatch drained = new CountDownLatch(1);
        host.execute(drained::countDown);
        drained.await();
        assertThat(log).isEmpty();
    }

    @Test
    void piece_withoutAHost_isSaidSo() {
        try (ToolExecutorFixture none = new ToolExecutorFixture()) {
            none.with(tool("render", (in, ctx) -> {
                assertThatThrownBy(() -> ctx.onUiThread(() -> 1)).hasMessageContaining("host(…)");
                return 1;
            }));
            assertThat(none.run("render").isOk()).isTrue();
        }
    }

    @Test
    void askingOnTheUiThread_isRefused() {
        bench.with(tool("t", (in, ctx) -> {
            assertThatThrownBy(() -> ctx.ask("?", List.of("a"), Duration.ofSeconds(1)))
                    .hasMessageContaining("UI thread");
            return 1;
        }));
        assertThat(bench.run("t").isOk()).isTrue();
    }

    @Test
    void host_isWatchedUntilClose() {
        bench.executor();
        assertThat(host.attached).hasValue(1);
        bench.close();
        assertThat(host.attached).hasValue(0);
    }

    @Test
    void hostThatTakesNothing_isRefusedAndNotStarted() {
        try (ToolExecutorFixture gone = new ToolExecutorFixture()) {
            HostApplication closed = HostApplication.of(
                    task -> {
                        throw new IllegalStateException("toolkit is gone");
                    },
                    () -> false);
            gone.with(b -> b.host(closed)).with(tool("draw", (in, ctx) -> log.add("drawn")));
            assertThat(code(gone.run("draw"))).isEqualTo(ToolEnvelope.Code.QUOTA);
            assertThat(log).isEmpty();
        }
    }

    @Test
    @Tag("SH83")
    void exclusiveTools_neverOverlapWhereverTheyRun() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AiTool.Handler<dev.plumbline.json.Json> body = (in, ctx) -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            Thread.yield();
            return inside.decrementAndGet();
        };
        bench.parallel(8)
                .with(
                        tool("ui", body).withConcurrent().withExclusive("plan"),
                        tool("pool", body)
                                .withConcurrent()
                                .withExclusive("plan")
                                .withAffinity(ThreadAffinity.POOL));
        var calls = new java.util.ArrayList<dev.plumbline.body.Interaction.ToolCall>();
        for (int i = 0; i < 40; i++) {
            calls.add(bench.call(i % 2 == 0 ? "ui" : "pool", Map.of()));
        }
        assertThat(bench.run(calls.toArray(dev.plumbline.body.Interaction.ToolCall[]::new)))
                .allMatch(e -> e.isOk());
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName(
            "N11 the preview of a question is made on the thread of the tool: the UI thread, unless its affinity is POOL")
    void n11_preview_isMadeOnTheThreadOfTheTool() {
        bench.with(b -> b.approvals(ApprovalRules.ofDefaults()).questionHandler(question -> {
                    log.add(question.text().lines().findFirst().orElseThrow());
                    question.answer(question.fallback());
                }))
                .with(
                        where("auto").withDestructive().withPreview(in -> "on ui: " + host.isUiThread()),
                        where("pool")
                                .withAffinity(ThreadAffinity.POOL)
                                .withDestructive()
                                .withPreview(in -> "on ui: " + host.isUiThread()));
        bench.run("auto");
        bench.run("pool");
        assertThat(log).containsExactly("The tool says: on ui: true", "The tool says: on ui: false");
    }

    @Test
    @DisplayName("N11 the user is asked without a preview if the UI thread is busy for too long")
    void n11_preview_ofABusyHost_isLeftOut() throws Exception {
        bench.with(b -> b.approvals(ApprovalRules.ofDefaults()).questionHandler(question -> {
                    log.add(question.text());
                    question.answer(question.fallback());
                }))
                .with(where("auto").withDestructive().withPreview(in -> "words"));
        CountDownLatch free = host.hold();
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("auto");
        awaitTask();
        bench.clock.advance(Duration.ofMinutes(2));
        free.countDown();
        assertThat(code(outcome.get().get(0))).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(log).containsExactly("Removes or overwrites.");
    }

    @Test
    @DisplayName("J26 a piece on the UI thread that is over never makes another one fail")
    void j26_piecesSideBySide_areAllRun() {
        bench.parallel(8)
                .with(tool(
                                "render",
                                (in, ctx) ->
                                        ctx.onUiThread(() -> log.add(in.get("n").text())))
                        .withConcurrent()
                        .withAffinity(ThreadAffinity.POOL));
        List<String> failures = new java.util.ArrayList<>();
        for (int round = 0; round < 25; round++) {
            for (ToolEnvelope envelope : bench.runMany("render", 160)) {
                envelope.failure().ifPresent(failure -> failures.add(failure.message()));
            }
        }
        assertThat(failures).isEmpty();
        assertThat(log).hasSize(25 * 160);
    }

    @Test
    @DisplayName("J26 a piece is refused in words and without an effect while an abandoned tool blocks the UI thread")
    void j26_piece_whileTheUiThreadIsBlocked_isRefusedInWords() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        bench.with(
                tool("stuck", (in, ctx) -> {
                            running.countDown();
                            release.await();
                            return log.add("late");
                        })
                        .withTimeout(Duration.ofSeconds(5)),
                tool("render", (in, ctx) -> ctx.onUiThread(() -> log.add("edited")))
                        .withAffinity(ThreadAffinity.POOL));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("stuck");
        running.await();
        bench.clock.advance(Duration.ofSeconds(5));
        outcome.get();
        ToolEnvelope refused = bench.run("render");
        release.countDown();
        assertThat(code(refused)).isEqualTo(ToolEnvelope.Code.QUOTA);
        assertThat(effect(refused)).isEqualTo(ToolEnvelope.Effect.NOT_STARTED);
        assertThat(refused.failure().orElseThrow().retryable()).isTrue();
        assertThat(refused.failure().orElseThrow().message())
                .isEqualTo("The program's window is busy with a tool whose time is up. Try again later.");
        assertThat(log).doesNotContain("edited");
        CountDownLatch drained = new CountDownLatch(1);
        host.execute(drained::countDown);
        drained.await();
        assertThat(bench.run("render").isOk()).isTrue();
    }

    @Test
    @DisplayName("J26 a refused piece says that the effect is unknown if an earlier one of the call has run")
    void j26_secondPiece_thatIsRefused_doesNotDenyTheFirst() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        bench.with(tool("render", (in, ctx) -> {
                    ctx.onUiThread(() -> log.add("first"));
                    first.countDown();
                    blocked.await();
                    return ctx.onUiThread(() -> log.add("second"));
                })
                .withAffinity(ThreadAffinity.POOL));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("render");
        first.await();
        CountDownLatch free = host.hold();
        int before = host.tasks.get();
        blocked.countDown();
        until(() -> host.tasks.get() > before && bench.clock.pending() > 0);
        bench.clock.advance(Duration.ofMinutes(2));
        ToolEnvelope envelope = outcome.get().get(0);
        free.countDown();
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.TIMEOUT);
        assertThat(effect(envelope)).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
        assertThat(log).containsExactly("first");
    }

    @Test
    @DisplayName("J26 a piece that waited in vain has no effect and says so")
    void j26_piece_thatWaitedTooLong_hasNoEffect() throws Exception {
        bench.with(tool("render", (in, ctx) -> ctx.onUiThread(() -> log.add("edited")))
                .withAffinity(ThreadAffinity.POOL));
        CountDownLatch free = host.hold();
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("render");
        awaitTask();
        bench.clock.advance(Duration.ofMinutes(2));
        ToolEnvelope envelope = outcome.get().get(0);
        free.countDown();
        CountDownLatch drained = new CountDownLatch(1);
        host.execute(drained::countDown);
        drained.await();
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.TIMEOUT);
        assertThat(effect(envelope)).isEqualTo(ToolEnvelope.Effect.NOT_STARTED);
        assertThat(log).isEmpty();
    }

    @Test
    @DisplayName("J26 a piece that runs when the wait is over is not said to have waited")
    void j26_piece_thatRuns_isNotSaidToHaveWaited() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        bench.with(tool(
                        "render",
                        (in, ctx) -> ctx.onUiThread(() -> {
                            running.countDown();
                            release.await();
                            return log.add("edited");
                        }))
                .withAffinity(ThreadAffinity.POOL));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("render");
        running.await();
        until(() -> bench.clock.pending() > 0);
        bench.clock.advance(Duration.ofMinutes(2));
        ToolEnvelope envelope = outcome.get().get(0);
        assertThat(bench.executor().abandonedCount()).isEqualTo(1);
        release.countDown();
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.TIMEOUT);
        assertThat(effect(envelope)).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
        assertThat(envelope.failure().orElseThrow().message())
                .isEqualTo("The tool's part on the UI thread did not end within 120000 ms.");
    }

    @Test
    @DisplayName("J21 tools that were put off run although the host refused a task in between")
    void j21_hostThatRefusesForAMoment_isAskedAgain() throws Exception {
        bench.with(tool("draw", (in, ctx) -> log.add("drawn")));
        host.mayEdit.set(false);
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("draw");
        untilAsked(1);
        host.mayEdit.set(true);
        host.refuses.set(true);
        for (int i = 0; i < 3; i++) {
            try {
                bench.clock.advance(Duration.ofMillis(100));
            } catch (RuntimeException thrownByTheTimer) {
                log.add("thrown");
            }
        }
        host.refuses.set(false);
        bench.clock.advance(Duration.ofMillis(100));
        assertThat(outcome.get(30, TimeUnit.SECONDS).get(0).isOk()).isTrue();
        assertThat(log).containsExactly("drawn");
    }
}
