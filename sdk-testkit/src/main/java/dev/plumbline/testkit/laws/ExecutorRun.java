package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.Pairs;
import dev.plumbline.testkit.internal.ShortWait;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Batches of tools of which two have one exclusive name, and what became of them before the next batch. */
final class ExecutorRun {
    /** The number of batches before the last one. */
    static final int LONGEST = 6;

    private static final int PARALLEL = 3;
    private static final int MORE = 3;

    /** What became of a batch. */
    enum Before {
        CANCELLED_AT_ONCE,
        CANCELLED_BY_ITS_TOOL,
        CANCELLED_WHILE_IT_WAITED,
        REFUSED,
        FAILED,
        CRASHED
    }

    private final ToolExecutorLaws laws;
    private final VirtualClock time;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger holding = new AtomicInteger();
    private volatile int expected;
    private volatile Duration together = Duration.ZERO;
    private volatile Runnable deed = () -> {};

    /** What a tool that runs alone says of itself: rows in which all pairs occur. */
    private static final List<UnaryOperator<AiTool>> SAID = List.of(
            AiTool::withIdempotent,
            AiTool::withDestructive,
            tool -> tool.withTags("open-world"),
            tool -> tool.withTags("plan"));

    private static List<int[]> rows() {
        return Pairs.of(SAID.stream().mapToInt(each -> 2).toArray());
    }

    /** Returns how many tools that run alone differ in what they say of themselves. */
    static int alone() {
        return rows().size();
    }

    /** Returns a tool that runs alone, with one of the rows of what such a tool may say of itself. */
    static AiTool alone(int number, AiTool tool) {
        List<int[]> rows = rows();
        int[] row = rows.get(number % rows.size());
        AiTool said = tool;
        for (int i = 0; i < row.length; i++) {
            said = row[i] > 0 ? SAID.get(i).apply(said) : said;
        }
        return said;
    }

    /** Returns one of the ends of a batch. */
    static Before before(int number) {
        List<Before> all = List.of(Before.values());
        return all.get(number % all.size());
    }

    ExecutorRun(ToolExecutorLaws laws, VirtualClock time) {
        this.laws = laws;
        this.time = time;
    }

    /** Returns a tool that meets others, and two of one exclusive name that do what the batch before should do. */
    List<AiTool> tools() {
        AiTool meets = AiTool.of("meet", "a tool", LawConversation.ANYTHING, (in, call) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            ShortWait.until(() -> most.get() >= expected, together);
            return running.decrementAndGet();
        });
        AiTool.Handler<Json> does = (in, call) -> {
            deed.run();
            return "done";
        };
        return List.of(
                meets.withConcurrent(),
                AiTool.of("draw", "a tool", LawConversation.ANYTHING, does)
                        .withConcurrent()
                        .withExclusive("plan"),
                AiTool.of("raise", "a tool", LawConversation.ANYTHING, does)
                        .withConcurrent()
                        .withExclusive("plan"));
    }

    /** Returns how many calls of a batch run at once. */
    int mostAtOnce(IToolExecutor executor) {
        String unused = batch(executor, PARALLEL, Duration.ofMillis(100));
        return most.get();
    }

    /**
     * Returns what is wrong with a batch of which so many calls should run at once; empty if nothing is. Where fewer ran at once, it is
     * tried once more with more time, because threads come late on a busy machine.
     */
    String wrong(IToolExecutor executor, int least) {
        String ended = batch(executor, least, patience());
        if (ended.isEmpty() && most.get() < least) {
            ended = batch(executor, least, patience().multipliedBy(MORE));
        }
        return !ended.isEmpty() || most.get() >= least
                ? ended
                : "a batch of which " + most + " calls ran at once, and not " + least;
    }

    /** Runs a batch, also of tools with one exclusive name, and returns why it was not successful; empty if it was. */
    private String batch(IToolExecutor executor, int least, Duration wait) {
        most.set(0);
        expected = least;
        together = wait;
        Cancellation turn = Cancellation.create(time);
        List<Interaction.ToolCall> calls = IntStream.range(0, 2 * PARALLEL + 2)
                .mapToObj(i -> new Interaction.ToolCall(
                        "c" + i, i < 2 * PARALLEL ? "meet" : i % 2 == 0 ? "draw" : "raise", ScopeRow.arguments(i)))
                .toList();
        CompletableFuture<List<ToolEnvelope>> batch =
                ConcurrentRunner.begin(() -> executor.execute(calls, scope(turn, "next", PARALLEL)));
        boolean isDone = Await.until(
                batch::isDone, wait.compareTo(patience()) < 0 ? patience().multipliedBy(MORE) : wait);
        turn.cancel("the law has seen enough");
        if (!isDone) {
            return "a batch that had not ended after " + wait.toMillis() + " ms, of calls of "
                    + calls.stream().map(Interaction.ToolCall::name).toList();
        }
        List<ToolEnvelope> outcomes = batch.join();
        if (outcomes.size() != calls.size()) {
            return outcomes.size() + " outcomes of " + calls.size() + " calls";
        }
        return outcomes.stream()
                .filter(each -> !each.isOk())
                .map(each -> "a call that failed: " + each.toJson().text())
                .findFirst()
                .orElse("");
    }

    /** Returns how long a batch of tools that do nothing may take. */
    private Duration patience() {
        return laws.patience().dividedBy(6);
    }

    /** Lets a batch come to such an end, with so many calls at once. */
    void pass(IToolExecutor executor, Before before, int parallel, LawAssertion verdict) {
        Cancellation turn = Cancellation.create(time);
        List<Interaction.ToolCall> calls = List.of(
                new Interaction.ToolCall("c1", "draw", ScopeRow.arguments(1)),
                new Interaction.ToolCall("c2", "raise", ScopeRow.arguments(2)));
        if (before == Before.CANCELLED_WHILE_IT_WAITED) {
            waiting(executor, turn, calls, verdict);
        } else {
            deed = deed(before, turn);
            List<ToolEnvelope> unused =
                    verdict.inTime(() -> executor.execute(calls, scope(turn, "before", parallel)), laws.patience());
        }
        deed = () -> {};
    }

    private static Runnable deed(Before before, Cancellation turn) {
        return switch (before) {
            case CANCELLED_AT_ONCE -> {
                turn.cancel("cancelled by the law");
                yield () -> {};
            }
            case REFUSED ->
                () -> {
                    throw new ToolException("It is not possible now.");
                };
            case FAILED ->
                () -> {
                    throw new IllegalStateException("a tool's own affair");
                };
            case CRASHED ->
                () -> {
                    throw new StackOverflowError();
                };
            case CANCELLED_BY_ITS_TOOL, CANCELLED_WHILE_IT_WAITED -> () -> turn.cancel("cancelled by the law");
        };
    }

    /** Lets a batch wait for a tool that another turn has, and cancels it just before that one ends. */
    private void waiting(
            IToolExecutor executor, Cancellation turn, List<Interaction.ToolCall> calls, LawAssertion verdict) {
        AtomicInteger end = new AtomicInteger();
        holding.set(0);
        deed = () -> {
            holding.incrementAndGet();
            Await.until(() -> end.get() > 0, laws.patience());
        };
        CompletableFuture<List<ToolEnvelope>> holder = ConcurrentRunner.begin(
                () -> executor.execute(calls.subList(0, 1), scope(Cancellation.create(time), "holder", PARALLEL)));
        Await.until(() -> holding.get() > 0 || holder.isDone(), laws.patience());
        CompletableFuture<List<ToolEnvelope>> waits =
                ConcurrentRunner.begin(() -> executor.execute(calls, scope(turn, "waits", PARALLEL)));
        boolean unusedEnd = ShortWait.until(waits::isDone, Duration.ofMillis(30)); // until it waits
        turn.cancel("cancelled by the law");
        end.set(1);
        for (CompletableFuture<List<ToolEnvelope>> each : List.of(holder, waits)) {
            List<ToolEnvelope> unusedOutcomes = verdict.outcome(each, laws.patience());
        }
    }

    private static IToolExecutor.CallScope scope(Cancellation turn, String session, int parallel) {
        return new IToolExecutor.CallScope(
                new CallIds(session, "turn of " + session, 1, ""),
                Selector.of("*"),
                List.of(),
                turn,
                State.inMemory(),
                State.inMemory(),
                TelemetryObserver.NONE,
                parallel,
                IToolExecutor.CallListener.NONE);
    }
}
