package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.ToolChecker;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.Meeting;
import dev.plumbline.testkit.internal.ShortWait;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** The laws of every tool executor as jqwik properties. Implement {@link #executor} in a test class. */
public interface ToolExecutorLaws {

    /**
     * Returns an executor of those tools with that clock; the laws close it. An executor with commands of its own has one
     * for each tool: its definition is {@link #definition}, and it returns what {@link #run} returns.
     */
    IToolExecutor executor(List<AiTool> tools, Scheduler time);

    /** Returns the definition of a tool of the laws. */
    static ToolDefinition definition(AiTool tool) {
        return tool.definition(ToolChecker.of(tool).schemas(), "");
    }

    /**
     * Runs a tool of the laws as a call in a scope, with a context that ends with the call.
     *
     * @return what the tool returns; an executor makes an envelope of it
     * @throws Exception what the tool throws
     */
    static @Nullable Object run(AiTool tool, Interaction.ToolCall call, IToolExecutor.CallScope scope)
            throws Exception {
        FakeToolContext context = FakeToolContext.of(definition(tool), call, scope);
        try {
            return tool.handler().call(call.arguments(), context);
        } finally {
            context.end();
        }
    }

    /** Returns how long a batch of calls may take to end, and a thread after the executor was closed: 30 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /**
     * The behaviour of a tool call; {@code REFUSE} throws a ToolException, {@code ENVELOPE} returns one, {@code UNKNOWN} calls a tool that does not exist, {@code HIDDEN} one that the
     * filter hides.
     */
    enum ToolBehavior {
        ANSWER,
        REFUSE,
        FAIL,
        CRASH,
        NOTHING,
        ENVELOPE,
        UNKNOWN,
        HIDDEN
    }

    /**
     * Checks that there is one envelope for each call, in call order, whatever the calls do and however many run in
     * parallel.
     */
    @Property(tries = 100)
    default void outcomes_come_in_call_order(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "outcomes come in call order", () -> {
            LawAssertion verdict = new LawAssertion("outcomes come in call order", deeds + ", " + atOnce + " at once");
            List<ToolEnvelope> outcomes = outcomes(deeds, atOnce, n -> {}, IToolExecutor.CallListener.NONE);
            verdict.check(
                    outcomes != null && outcomes.size() == deeds.size(),
                    outcomes == null ? "null" : outcomes.size() + " envelopes",
                    "return one envelope for each call");
            verdict.check(
                    outcomes.stream().allMatch(Objects::nonNull),
                    "null instead of an envelope",
                    "return one for each call");
            for (int i = 0; i < deeds.size(); i++) {
                boolean answers = deeds.get(i) == ToolBehavior.ANSWER;
                boolean own = outcomes.get(i).result().get("value").equals(Json.of(i));
                verdict.check(!answers || own, "another outcome for call " + i, "return the outcomes in call order");
                boolean does = answers || deeds.get(i) == ToolBehavior.NOTHING || deeds.get(i) == ToolBehavior.ENVELOPE;
                verdict.check(
                        outcomes.get(i).isOk() == does,
                        "the wrong kind of outcome for call " + i,
                        "return ok only for successful calls");
                said(deeds.get(i), i, outcomes.get(i), verdict);
            }
        });
    }

    private static void said(ToolBehavior deed, int number, ToolEnvelope outcome, LawAssertion verdict) {
        boolean isRight = switch (deed) {
            case REFUSE ->
                outcome.failure().orElseThrow().message().equals(LawConversation.REFUSAL)
                        && outcome.failure().orElseThrow().code() == ToolEnvelope.Code.QUOTA;
            case ENVELOPE ->
                outcome.result().get("value").equals(Json.of(number))
                        && outcome.meta().get("seen").equals(Json.of(7))
                        && outcome.parts().equals(List.of(LawConversation.IMAGE));
            case NOTHING -> outcome.result().equals(ToolEnvelope.ok(null).result());
            case UNKNOWN, HIDDEN -> outcome.failure().orElseThrow().effect() == ToolEnvelope.Effect.NOT_STARTED;
            case ANSWER, FAIL, CRASH -> true;
        };
        verdict.check(
                isRight,
                outcome.toJson().text() + " of call " + number,
                "return what a tool returns, an envelope as it is, and the message of a ToolException; what did not run"
                        + " has the effect not_started");
    }

    /** Checks that batches of any size have one outcome for each call. */
    @Property(tries = 2)
    default void batches_may_be_large(@ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "batches may be large", () -> {
            for (int size : new int[] {0, 1, 2, 3, 20, 21, 100}) {
                LawAssertion verdict =
                        new LawAssertion("batches may be large", size + " calls, " + atOnce + " at once");
                List<ToolEnvelope> outcomes = outcomes(
                        Collections.nCopies(size, ToolBehavior.ANSWER),
                        atOnce,
                        n -> {},
                        IToolExecutor.CallListener.NONE);
                verdict.check(
                        outcomes.stream()
                                .map(each -> each.result().get("value"))
                                .toList()
                                .equals(IntStream.range(0, size)
                                        .mapToObj(Json::of)
                                        .toList()),
                        outcomes.size() + " outcomes",
                        "return one envelope for each call, in call order, however many there are");
            }
        });
    }

    /** Checks that batches that run at the same time have their own arguments, listeners and outcomes. */
    @Property(tries = 5)
    default void batches_at_once_do_not_meet(@ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "batches at once do not meet", () -> {
            LawAssertion verdict = new LawAssertion("batches at once do not meet", "3 batches, " + atOnce + " at once");
            VirtualClock time = VirtualClock.create();
            AiTool tool = tool("answer", (in, call) -> in.get("n"));
            Meeting all = new Meeting(3);
            List<String> wrong = new CopyOnWriteArrayList<>();
            try (IToolExecutor executor = executor(List.of(tool), time)) {
                List<List<ToolEnvelope>> batches = verdict.inTime(
                        () -> ConcurrentRunner.run(3, batch -> {
                            IToolExecutor.CallListener listener = new IToolExecutor.CallListener() {
                                @Override
                                public void starting(Interaction.ToolCall call, IToolExecutor.RunArguments with) {
                                    if (call.arguments().get("n").asInt() / 10 != batch
                                            || !with.arguments().equals(call.arguments())) {
                                        wrong.add("a start of another batch");
                                    }
                                    boolean unused = all.meet(PolicyChecks.MOMENT);
                                }
                            };
                            return executor.execute(
                                    IntStream.range(batch * 10, batch * 10 + 4)
                                            .mapToObj(n -> call("answer", n))
                                            .toList(),
                                    scope(Cancellation.create(time), atOnce).withWatch(listener));
                        }),
                        patience());
                for (int batch = 0; batch < batches.size(); batch++) {
                    for (int i = 0; i < 4; i++) {
                        Json value = batches.get(batch).get(i).result().get("value");
                        verdict.check(
                                value.equals(Json.of(batch * 10 + i)),
                                value.text() + " for call " + (batch * 10 + i),
                                "keep what belongs to a call in local variables; several threads use the executor");
                    }
                }
                verdict.check(wrong.isEmpty(), wrong.toString(), "notify the listener of the scope of the call");
            }
        });
    }

    /** Checks that a tool has the context of its call: its arguments, ids, state, conversation and cancellation. */
    @Property(tries = 4)
    default void tools_have_the_context_of_their_call(@ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "tools have the context of their call", () -> {
            LawAssertion verdict = new LawAssertion(
                    "tools have the context of their call", "2 turns of 3 calls, " + atOnce + " at once");
            VirtualClock time = VirtualClock.create();
            List<Interaction.ToolCall> seen = new CopyOnWriteArrayList<>();
            List<IToolExecutor.CallScope> scopes = new CopyOnWriteArrayList<>();
            List<String> wrong = new CopyOnWriteArrayList<>();
            AiTool tool = tool("answer", (in, call) -> {
                IToolExecutor.CallScope scope = scopes.get(scopes.size() - 1);
                seen.add(call.call());
                boolean isOwn = call.tool().name().equals("answer")
                        && call.ids().equals(scope.ids())
                        && call.conversation().equals(scope.conversation())
                        && said(call.conversation()).equals(said(scope.conversation()))
                        && call.branch().equals("plan");
                call.state().update(LawConversation.SEEN, number -> number + 1);
                call.progress(0.5, "half of " + in.get("n").asInt());
                if (!isOwn || call.cancellation().isCancelled()) {
                    wrong.add("the context of another call");
                }
                return in.get("n");
            });
            List<String> progress = new CopyOnWriteArrayList<>();
            IToolExecutor.CallListener listener = new IToolExecutor.CallListener() {
                @Override
                public String branch() {
                    return "plan";
                }

                @Override
                public void progressed(Interaction.ToolCall call, double fraction, String note) {
                    boolean isOwn = fraction == 0.5
                            && note.equals(
                                    "half of " + call.arguments().get("n").asInt());
                    progress.add(isOwn ? "its own" : note);
                }
            };
            List<Interaction.ToolCall> calls =
                    IntStream.range(0, 3).mapToObj(n -> call("answer", n)).toList();
            try (IToolExecutor executor = executor(List.of(tool), time)) {
                for (int turn = 1; turn <= 2; turn++) {
                    IToolExecutor.CallScope scope = new IToolExecutor.CallScope(
                            new CallIds("session-" + turn, "turn-" + turn, turn, "request-" + turn),
                            Selector.of("*"),
                            turn == 1 ? LawConversation.CONVERSATION : CallInput.parts(),
                            Cancellation.create(time),
                            State.inMemory(),
                            State.inMemory(),
                            TelemetryObserver.NONE,
                            atOnce,
                            listener);
                    scopes.add(scope);
                    List<ToolEnvelope> unused = executed(executor, calls, scope, verdict);
                    verdict.check(
                            scope.state().get(LawConversation.SEEN) == 3,
                            scope.state().get(LawConversation.SEEN) + " of 3 changes of the state",
                            "give tools the state of their session");
                    scope.cancellation().cancel("the turn is over");
                }
            }
            verdict.check(wrong.isEmpty(), wrong.toString(), "give each tool a context of its own call and scope");
            verdict.check(
                    seen.size() == 6 && seen.containsAll(calls),
                    "the calls " + seen.stream().map(Interaction.ToolCall::id).toList(),
                    "give each tool its call as the model wrote it");
            verdict.check(
                    progress.equals(Collections.nCopies(6, "its own")),
                    progress + " as progress",
                    "pass progress on to the listener, with its call");
        });
    }

    /** Returns a conversation as text, which shows what an equal one need not have. */
    private static List<String> said(List<Interaction> conversation) {
        return conversation.stream().map(each -> each.toJson().text()).toList();
    }

    /** Checks that a cancellation ends the tools that run, and that their calls have an envelope. */
    @Property(tries = 2, shrinking = ShrinkingMode.OFF)
    default void cancellation_ends_what_runs(@ForAll @IntRange(min = 1, max = 2) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "cancellation ends what runs", () -> {
            LawAssertion verdict =
                    new LawAssertion("cancellation ends what runs", "a tool that waits, and one after it");
            VirtualClock time = VirtualClock.paused();
            Cancellation turn = Cancellation.create(time);
            AtomicInteger begun = new AtomicInteger();
            AiTool tool = tool("answer", (in, call) -> {
                begun.incrementAndGet();
                call.cancellation().sleep(Duration.ofHours(1), "waiting");
                return in.get("n");
            });
            try (IToolExecutor executor = executor(List.of(tool), time)) {
                CompletableFuture<List<ToolEnvelope>> running = ConcurrentRunner.begin(
                        () -> executor.execute(List.of(call("answer", 0), call("answer", 1)), scope(turn, atOnce)));
                Await.until(() -> running.isDone() || begun.get() > 0, () -> "no tool began");
                boolean unused = ShortWait.until(
                        () -> begun.get() == atOnce, Duration.ofMillis(50)); // fewer may run at once, too
                turn.cancel("ended by the law");
                List<ToolEnvelope> outcomes = verdict.outcome(running, patience());
                verdict.check(
                        outcomes.size() == 2
                                && outcomes.stream().noneMatch(ToolEnvelope::isOk)
                                && begun.get() <= atOnce,
                        outcomes.stream().map(each -> each.toJson().text()).toList() + " of " + begun + " that began",
                        "give tools the cancellation of the scope, and begin none after it");
            }
        });
    }

    /** Checks that tools that may not run beside others run alone: those without a hint, and those of one group, in all turns. */
    @Property(tries = 1)
    default void tools_that_exclude_each_other_do_not_overlap() {
        LawAssertion.within(patience().multipliedBy(6), "tools that exclude each other do not overlap", () -> {
            groupsDoNotOverlap();
            for (int row = 0; row < ExecutorRun.alone(); row++) {
                runAlone(row);
            }
        });
    }

    /** Checks that a tool that is neither read-only nor concurrent runs beside no other tool, whatever else it says of itself. */
    private void runAlone(int row) {
        AtomicInteger alone = new AtomicInteger();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger met = new AtomicInteger();
        AiTool.Handler<Json> beside = (in, call) -> {
            running.incrementAndGet();
            met.addAndGet(alone.get());
            ShortWait.until(() -> alone.get() > 0, Duration.ofMillis(1));
            met.addAndGet(alone.get());
            return running.decrementAndGet();
        };
        AiTool.Handler<Json> first = (in, call) -> {
            met.addAndGet(alone.getAndIncrement() + running.get());
            ShortWait.until(() -> running.get() > 0 || alone.get() > 1, Duration.ofMillis(15));
            met.addAndGet(running.get());
            return alone.decrementAndGet();
        };
        List<AiTool> tools = List.of(
                ExecutorRun.alone(row, AiTool.of("draw", "a tool", LawConversation.ANYTHING, first)),
                ExecutorRun.alone(row + 1, AiTool.of("raise", "a tool", LawConversation.ANYTHING, first)),
                AiTool.of("measure", "a tool", LawConversation.ANYTHING, beside).withReadOnly(),
                tool("answer", beside));
        LawAssertion verdict = new LawAssertion(
                "tools that exclude each other do not overlap",
                "tools that run alone, with the tags " + tools.get(0).tags() + " and "
                        + tools.get(1).tags() + ", and others, 4 at once");
        VirtualClock time = VirtualClock.create();
        List<String> names = List.of("answer", "draw", "raise", "measure", "draw", "answer");
        List<Interaction.ToolCall> calls = IntStream.range(0, names.size())
                .mapToObj(i -> call(names.get(i), i))
                .toList();
        try (IToolExecutor executor = executor(tools, time)) {
            List<ToolEnvelope> unused = executed(executor, calls, scope(Cancellation.create(time), 4, 1), verdict);
        }
        verdict.check(
                met.get() == 0,
                "a tool that runs alone, and another one at once",
                "run a tool beside others only if it is read-only or concurrent; its other tags do not matter");
    }

    private void groupsDoNotOverlap() {
        LawAssertion verdict = new LawAssertion(
                "tools that exclude each other do not overlap", "2 tools of one group, in 3 turns at once");
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<AiTool> tools = Stream.of("draw", "raise")
                .map(name -> AiTool.of(name, "a tool", LawConversation.ANYTHING, (in, call) -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    ShortWait.until(() -> running.get() > 1, Duration.ofMillis(25));
                    return running.decrementAndGet();
                }))
                .map(tool -> tool.withConcurrent().withExclusive("plan"))
                .toList();
        VirtualClock time = VirtualClock.create();
        List<Interaction.ToolCall> calls =
                List.of(call("draw", 0), call("raise", 1), call("raise", 2), call("draw", 3));
        try (IToolExecutor executor = executor(tools, time)) {
            List<List<ToolEnvelope>> unused = verdict.atOnce(
                    3, turn -> executed(executor, calls, scope(Cancellation.create(time), 4, turn), verdict));
        }
        verdict.check(most.get() == 1, most + " calls at once", "let no tools of one group overlap, in any session");
    }

    /**
     * Checks that an executor serves a batch as a new one does, whatever became of the batches before: cancelled at once, while
     * they ran, or while they waited for an exclusive tool that another turn had, refused or failed.
     */
    @Property(tries = 8, shrinking = ShrinkingMode.OFF)
    default void executors_serve_on(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience().multipliedBy(6), "executors serve on", () -> {
            VirtualClock time = VirtualClock.create();
            ExecutorRun run = new ExecutorRun(this, time);
            try (IToolExecutor fresh = executor(run.tools(), time);
                    IToolExecutor used = executor(run.tools(), time)) {
                int most = run.mostAtOnce(fresh);
                List<ExecutorRun.Before> before = new ArrayList<>();
                for (int step : steps.subList(0, Math.min(steps.size(), ExecutorRun.LONGEST))) {
                    before.add(ExecutorRun.before(step));
                    LawAssertion verdict = new LawAssertion(
                            "executors serve on",
                            "batches that were " + before + ", and then one as of a new executor");
                    run.pass(used, before.get(before.size() - 1), 1 + step % 4, verdict);
                    String wrong = run.wrong(used, most);
                    verdict.check(
                            wrong.isEmpty(),
                            wrong,
                            "give back the place of a call and its exclusive name on every way out");
                }
            }
        });
    }

    /** Checks that a batch has the results that its calls have one after another: what reads sees what was written before. */
    @Property(tries = 20)
    default void a_batch_is_as_its_calls_in_order(
            @ForAll(supplier = AnyInput.Steps.class) List<Integer> steps,
            @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        List<Boolean> writes = steps.stream().map(step -> step % 2 == 1).toList();
        LawAssertion.within(patience().multipliedBy(6), "a batch is as its calls in order", () -> {
            LawAssertion verdict = new LawAssertion(
                    "a batch is as its calls in order", "calls that write: " + writes + ", " + atOnce + " at once");
            AtomicInteger written = new AtomicInteger();
            AiTool writer = ExecutorRun.alone(
                    steps.get(0),
                    AiTool.of(
                            "draw",
                            "a tool",
                            LawConversation.ANYTHING,
                            (in, call) -> Json.object().with("written", written.incrementAndGet())));
            AiTool reader = AiTool.of("count", "a tool", LawConversation.ANYTHING, (in, call) -> {
                        int before = written.get();
                        ShortWait.until(() -> written.get() != before, Duration.ofMillis(2)); // which nothing may
                        return Json.object().with("written", written.get());
                    })
                    .withReadOnly();
            List<Interaction.ToolCall> calls = IntStream.range(0, writes.size())
                    .mapToObj(i -> call(writes.get(i) ? "draw" : "count", i))
                    .toList();
            List<String> expected = new ArrayList<>();
            int so = 0;
            for (boolean each : writes) {
                so += each ? 1 : 0;
                expected.add(String.valueOf(so));
            }
            VirtualClock time = VirtualClock.create();
            try (IToolExecutor executor = executor(List.of(writer, reader), time)) {
                List<String> seen =
                        executed(executor, calls, scope(Cancellation.create(time), atOnce), verdict).stream()
                                .map(each -> each.result().get("written").text())
                                .toList();
                verdict.check(
                        seen.equals(expected),
                        "the numbers " + seen + " instead of " + expected,
                        "run beside others only what reads or is concurrent; all else waits for what is before it");
            }
        });
    }

    /** Checks that nothing can be done with the context of a call that is over, however it ended. */
    @Property(tries = 1)
    default void contexts_end_with_their_calls() {
        LawAssertion.within(patience().multipliedBy(6), "contexts end with their calls", () -> {
            for (ToolBehavior deed : ToolBehavior.values()) {
                LawAssertion verdict = new LawAssertion("contexts end with their calls", "a tool that does " + deed);
                AtomicReference<@Nullable ToolContext> kept = new AtomicReference<>();
                AiTool tool = tool("answer", (in, call) -> {
                    kept.set(call);
                    return done(deed, in);
                });
                VirtualClock time = VirtualClock.create();
                try (IToolExecutor executor = executor(List.of(tool), time)) {
                    List<ToolEnvelope> unused = executed(
                            executor, List.of(call("answer", 1)), scope(Cancellation.create(time), 1), verdict);
                    ToolContext over = kept.get();
                    verdict.check(over == null || isOver(over), "progress after the end", "end it on every way out");
                }
            }
        });
    }

    private static boolean isOver(ToolContext context) {
        try {
            context.progress(0.5, "late");
            return false;
        } catch (IllegalStateException ended) {
            return true;
        }
    }

    /** Checks that no exception of a tool reaches the caller, and that the executor remains usable. */
    @Property(tries = 100)
    default void nothing_escapes(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "nothing escapes", () -> {
            LawAssertion verdict = new LawAssertion("nothing escapes", deeds + ", " + atOnce + " at once");
            List<ToolEnvelope> outcomes = outcomes(deeds, atOnce, n -> {}, IToolExecutor.CallListener.NONE);
            verdict.check(
                    outcomes.stream()
                            .noneMatch(outcome -> outcome.toJson().text().contains("a tool's own affair")),
                    "the message of an exception",
                    "name the class of an exception; the model reads the message of a ToolException only");
        });
    }

    /** Checks that equal calls each run: in one batch, in later ones, and in batches at the same time. */
    @Property(tries = 10)
    default void equal_calls_each_run(@ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "equal calls each run", () -> {
            LawAssertion verdict =
                    new LawAssertion("equal calls each run", "5 batches of 4 equal calls, 2 at the same time");
            VirtualClock time = VirtualClock.create();
            AtomicInteger ran = new AtomicInteger();
            AiTool tool = tool("answer", (in, call) -> {
                int number = ran.incrementAndGet();
                ShortWait.until(
                        () -> number != 13 || ran.get() > 13, Duration.ofMillis(50)); // until the other batch has begun
                return number;
            });
            List<Interaction.ToolCall> calls = IntStream.range(0, 4)
                    .mapToObj(i -> new Interaction.ToolCall(
                            "c" + i, "answer", Json.object().with("n", 7)))
                    .toList();
            try (IToolExecutor executor = executor(List.of(tool), time)) {
                Supplier<List<ToolEnvelope>> batch =
                        () -> executed(executor, calls, scope(Cancellation.create(time), atOnce), verdict);
                List<List<ToolEnvelope>> all = new ArrayList<>(List.of(batch.get(), batch.get(), batch.get()));
                all.addAll(verdict.inTime(() -> ConcurrentRunner.run(2, thread -> batch.get()), patience()));
                List<ToolEnvelope> outcomes = all.stream().flatMap(List::stream).toList();
                verdict.check(
                        outcomes.stream().allMatch(ToolEnvelope::isOk) && ran.get() == 20,
                        ran + " runs and outcomes "
                                + outcomes.stream()
                                        .map(each -> each.toJson().text())
                                        .toList(),
                        "run each call, whatever has run before it and beside it; the executor is used by several threads");
                verdict.check(
                        outcomes.stream()
                                        .map(each -> each.result().get("value"))
                                        .distinct()
                                        .count()
                                == 20,
                        "one outcome for several calls",
                        "give each call its own outcome");
            }
        });
    }

    /** Checks that the tools that a filter selects are defined, in the order of names, and that they run. */
    @Property(tries = 5)
    default void definitions_are_those_of_the_filter(@ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "definitions are those of the filter", () -> {
            List<String> names = List.of("measure", "draw", "Zoom", "area", "a-1", "a_1", "Area2");
            VirtualClock time = VirtualClock.create();
            List<AiTool> tools = names.stream().map(ToolExecutorLaws::described).toList();
            IToolExecutor executor = executor(tools, time);
            try (executor) {
                for (Selector filter : Stream.of(
                                "*", "draw, Zoom", "*, -area", "a*", "#plan", "*, -#plan", "#concurrent, -a-1")
                        .map(Selector::of)
                        .toList()) {
                    LawAssertion verdict =
                            new LawAssertion("definitions are those of the filter", filter + " of " + names);
                    List<String> expected = names.stream()
                            .filter(name -> filter.matches(
                                    name,
                                    name.startsWith("a") ? Set.of("plan", "concurrent") : Set.of("concurrent"),
                                    ""))
                            .sorted()
                            .toList();
                    List<ToolDefinition> definitions = executor.definitions(filter);
                    List<String> defined =
                            definitions.stream().map(ToolDefinition::name).toList();
                    verdict.check(
                            defined.equals(expected),
                            defined + " instead of " + expected,
                            "return the definitions that the filter matches, in the natural order of names: capitals first");
                    for (ToolDefinition each : definitions) {
                        ToolDefinition own = definition(tools.get(names.indexOf(each.name())));
                        verdict.check(
                                each.equals(own),
                                each + " instead of " + own,
                                "return the description, the schemas and the tags of each tool as they are");
                    }
                    List<ToolEnvelope> outcomes = executed(
                            executor,
                            IntStream.range(0, names.size())
                                    .mapToObj(i -> call(names.get(i), i))
                                    .toList(),
                            scope(Cancellation.create(time), atOnce, 0, filter),
                            verdict);
                    List<String> ran = IntStream.range(0, names.size())
                            .filter(i -> outcomes.get(i).isOk())
                            .mapToObj(names::get)
                            .sorted()
                            .toList();
                    verdict.check(
                            ran.equals(expected),
                            "runs of " + ran + " instead of " + expected,
                            "match the filter of the scope with name, tags and owner, also when a call runs");
                }
                List<String> policies = executor.policies();
                new LawAssertion("definitions are those of the filter", "its policies")
                        .check(
                                policies.equals(executor.policies()),
                                policies + ", then " + executor.policies(),
                                "name the policies in their order; the list stays");
            }
            executor.close(); // closing is idempotent
        });
    }

    /** Returns a tool that differs from the others in everything that a definition has. */
    private static AiTool described(String name) {
        Json schema = LawConversation.ANYTHING.with("title", name);
        String description = name.equals("draw") ? "" : "Returns its name, " + name + ".";
        AiTool tool = AiTool.of(
                        name, description, schema, (in, call) -> Json.object().with("name", name))
                .withConcurrent();
        return name.startsWith("a") ? tool.withTags("plan").withOutputSchema(schema.with("title", name + "s")) : tool;
    }

    /** Checks that an envelope that a tool returns is returned as it is: each result, note and part, and each way in which it failed. */
    @Property(tries = 40)
    default void envelopes_are_returned_as_they_are(
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope one,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope other,
            @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "envelopes are returned as they are", () -> {
            List<ToolEnvelope> given = new ArrayList<>(List.of(one, other, one));
            given.add(ToolEnvelope.ok("drawn").withStopsTurn(true));
            given.add(ToolEnvelope.failed(ToolEnvelope.Code.FAILED, ""));
            for (ToolEnvelope.Code code : ToolEnvelope.Code.values()) {
                given.add(ToolEnvelope.failed(code, "It failed."));
            }
            VirtualClock time = VirtualClock.create();
            AiTool tool = tool("answer", (in, call) -> given.get(in.get("n").asInt()));
            List<Interaction.ToolCall> calls = IntStream.range(0, given.size())
                    .mapToObj(n -> call("answer", n))
                    .toList();
            try (IToolExecutor executor = executor(List.of(tool), time)) {
                LawAssertion verdict = new LawAssertion(
                        "envelopes are returned as they are",
                        given.stream().map(each -> each.toJson().text()).toList() + ", " + atOnce + " at once");
                List<ToolEnvelope> outcomes =
                        executed(executor, calls, scope(Cancellation.create(time), atOnce), verdict);
                verdict.check(
                        outcomes.size() == given.size(), outcomes.size() + " envelopes", "return one for each call");
                for (int i = 0; i < given.size(); i++) {
                    verdict.check(
                            outcomes.get(i).equals(given.get(i)),
                            outcomes.get(i).toJson().text() + " of call " + i,
                            "return the envelope of a tool with its effect, notes and parts, and whether it stops the turn");
                }
            }
        });
    }

    /** Checks that arguments that are not an object have an envelope, and that the calls around them run. */
    @Property(tries = 5)
    default void unparsed_arguments_have_an_envelope(@ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "unparsed arguments have an envelope", () -> {
            LawAssertion verdict = new LawAssertion("unparsed arguments have an envelope", atOnce + " at once");
            VirtualClock time = VirtualClock.create();
            AiTool tool = tool("answer", (in, call) -> in.get("n"));
            List<Json> arguments = List.of(
                    ScopeRow.arguments(0),
                    Json.of("not json{"), // what a model wrote and nobody could read
                    Json.of(""),
                    Json.of(7),
                    Json.of(null),
                    Json.parse("[1]"),
                    Json.object(),
                    ScopeRow.arguments(7));
            List<Interaction.ToolCall> calls = IntStream.range(0, arguments.size())
                    .mapToObj(i -> new Interaction.ToolCall("c" + i, "answer", arguments.get(i)))
                    .toList();
            try (IToolExecutor executor = executor(List.of(tool), time)) {
                List<ToolEnvelope> outcomes =
                        executed(executor, calls, scope(Cancellation.create(time), atOnce), verdict);
                verdict.check(
                        outcomes.size() == calls.size() && outcomes.stream().allMatch(Objects::nonNull),
                        outcomes.size() + " envelopes of " + calls.size() + " calls",
                        "answer arguments that are not an object with INVALID_ARGUMENTS");
                for (int right : new int[] {0, 7}) {
                    verdict.check(
                            outcomes.get(right).result().get("value").equals(Json.of(right)),
                            "another outcome for call " + right,
                            "let calls with arguments that are not an object have no effect on the others");
                }
                verdict.check(
                        () -> Await.until(() -> executor.abandonedCount() == 0, patience()),
                        executor.abandonedCount() + " abandoned tools when all have ended",
                        "count tools that still run although their call is over");
            }
        });
    }

    /**
     * Checks that each allowed call runs once, in order if one runs at a time, and that no other call runs.
     */
    @Property(tries = 100)
    default void calls_run_once(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "calls run once", () -> {
            LawAssertion verdict = new LawAssertion("calls run once", deeds + ", " + atOnce + " at once");
            List<Integer> ran = new CopyOnWriteArrayList<>();
            List<ToolEnvelope> unused =
                    outcomes(deeds, atOnce, ran::add, ScopeRow.throwing()); // whose exceptions are ignored
            List<Integer> may = IntStream.range(0, deeds.size())
                    .filter(i -> deeds.get(i) != ToolBehavior.UNKNOWN && deeds.get(i) != ToolBehavior.HIDDEN)
                    .boxed()
                    .toList();
            List<Integer> seen =
                    atOnce == 1 ? List.copyOf(ran) : ran.stream().sorted().toList();
            verdict.check(
                    seen.equals(may),
                    "runs of " + seen + " instead of " + may,
                    "run each call once, in order, and no hidden or unknown tool");
        });
    }

    /** Checks that no tool begins after the turn is cancelled. */
    @Property(tries = 50)
    default void nothing_starts_late(
            @ForAll @IntRange(min = 1, max = 6) int calls, @ForAll @IntRange(max = 6) int end) {
        LawAssertion.within(patience().multipliedBy(6), "nothing starts late", () -> {
            LawAssertion verdict = new LawAssertion("nothing starts late", calls + " calls, cancelled in call " + end);
            VirtualClock time = VirtualClock.create();
            Cancellation turn = Cancellation.create(time);
            List<Integer> ran = new CopyOnWriteArrayList<>();
            AiTool tool = tool("answer", (in, call) -> {
                ran.add(in.get("n").asInt());
                return in.get("n").asInt() == end && turn.cancel("enough");
            });
            try (IToolExecutor executor = executor(List.of(tool), time)) {
                List<ToolEnvelope> outcomes = executed(
                        executor,
                        IntStream.range(0, calls)
                                .mapToObj(n -> call("answer", n))
                                .toList(),
                        scope(turn, 1),
                        verdict);
                verdict.check(
                        ran.stream().allMatch(n -> n <= end),
                        "runs of " + ran,
                        "check the cancellation before each call");
                verdict.check(
                        outcomes != null && outcomes.size() == calls,
                        outcomes == null ? "null" : outcomes.size() + " envelopes",
                        "return one envelope for each call, also after a cancellation");
                for (int i = end + 1; i < calls; i++) {
                    verdict.check(
                            outcomes.get(i).failure().stream().anyMatch(ToolExecutorLaws::isNotStarted),
                            "call " + i + " with an effect",
                            "answer calls that did not begin with CANCELLED and not_started");
                }
            }
            List<Integer> before = List.copyOf(ran);
            time.advance(Duration.ofHours(1));
            verdict.check(before.equals(List.copyOf(ran)), "runs after the end", "drop calls that have ended");
        });
    }

    private static boolean isNotStarted(ToolEnvelope.Failure failure) {
        return failure.code() == ToolEnvelope.Code.CANCELLED && failure.effect() == ToolEnvelope.Effect.NOT_STARTED;
    }

    /**
     * Checks that the listener is told of each call before its tool runs, with the arguments that the tool receives. A
     * session stores them, so that a program that dies in the middle knows what may have happened.
     */
    @Property(tries = 100)
    default void starts_are_told_first(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "starts are told first", () -> {
            LawAssertion verdict = new LawAssertion("starts are told first", deeds + ", " + atOnce + " at once");
            Set<Integer> told = new HashSet<>(); // both are read at one moment: under the lock of this one
            Set<Integer> begun = new HashSet<>();
            List<Integer> untold = new CopyOnWriteArrayList<>();
            List<String> early = new CopyOnWriteArrayList<>();
            IToolExecutor.CallListener listener = new IToolExecutor.CallListener() {
                @Override
                public void starting(Interaction.ToolCall call, IToolExecutor.RunArguments with) {
                    synchronized (told) {
                        told.add(with.arguments().get("n").asInt());
                    }
                }
            };
            List<ToolEnvelope> unused = outcomes(
                    deeds,
                    atOnce,
                    n -> {
                        synchronized (told) {
                            begun.add(n);
                            if (!told.contains(n)) {
                                untold.add(n);
                            }
                            List<Integer> waiting = told.stream()
                                    .filter(each -> !begun.contains(each) && runs(deeds.get(each)))
                                    .toList();
                            if (waiting.size() >= atOnce) {
                                early.add("calls " + waiting + " had started and not begun to run when call " + n
                                        + " began, of at most " + atOnce + " at once");
                            }
                        }
                    },
                    listener);
            verdict.check(
                    early.isEmpty(),
                    early.toString(),
                    "run at most scope.parallel() calls at a time, and call starting when a call is about to run: one that is"
                            + " cancelled before would count as begun");
            verdict.check(
                    untold.isEmpty(),
                    "runs of " + untold + " that the listener did not know",
                    "call scope.tell(listener -> listener.starting(call, RunArguments.of(call))) before each run");
        });
    }

    /**
     * Checks that the end of a call is reported with the outcome that the call has: once at most, behind its start and its
     * trace, and not after the batch. A session reports the rest itself.
     */
    @Property(tries = 50)
    default void ends_are_reported_as_they_are(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "ends are reported as they are", () -> {
            LawAssertion verdict =
                    new LawAssertion("ends are reported as they are", deeds + ", " + atOnce + " at once");
            Map<String, ToolEnvelope> ended = new ConcurrentHashMap<>();
            List<String> wrong = new CopyOnWriteArrayList<>();
            List<ToolEnvelope> outcomes = outcomes(deeds, atOnce, n -> {}, new IToolExecutor.CallListener() {
                @Override
                public void starting(Interaction.ToolCall call, IToolExecutor.RunArguments with) {
                    check(call, "a start");
                    if (!with.equals(IToolExecutor.RunArguments.of(call))) {
                        wrong.add("a start with other arguments than the model wrote, or edited ones");
                    }
                }

                @Override
                public void traced(Interaction.ToolCall call, AiReturn.Trace trace) {
                    check(call, "a trace");
                }

                @Override
                public void finished(Interaction.ToolCall call, ToolEnvelope envelope) {
                    check(call, "an end");
                    ended.put(call.id(), envelope);
                }

                private void check(Interaction.ToolCall call, String news) {
                    int number = call.arguments().get("n").asInt();
                    if (!call.equals(call(name(deeds.get(number)), number))) {
                        wrong.add(news + " of another call than the model wrote");
                    }
                    if (news.equals("a trace") && deeds.get(number) == ToolBehavior.UNKNOWN) {
                        wrong.add("a trace of a tool that does not exist");
                    }
                    if (ended.containsKey(call.id())) {
                        wrong.add(news + " of " + call.id() + " behind its end");
                    }
                }
            });
            Map<String, ToolEnvelope> reported = Map.copyOf(ended);
            for (int i = 0; i < deeds.size(); i++) {
                ToolEnvelope as = reported.get("c" + i);
                if (as != null && !as.equals(outcomes.get(i))) {
                    wrong.add("the end of c" + i + " as " + as.toJson().text() + ", returned as "
                            + outcomes.get(i).toJson().text());
                }
            }
            verdict.check(
                    wrong.isEmpty(),
                    wrong.toString(),
                    "call scope.tell(listener -> listener.finished(call, envelope)) once, with the envelope that is returned");
            verdict.check(ended.equals(reported), "an end after the batch", "report the ends before execute returns");
        });
    }

    /**
     * Checks that what a batch does depends on its calls, its filter and its cancellation alone: not on the batches before
     * it and beside it, nor on ids, the conversation, the listener, or how many run at once. Each number is a row of values.
     */
    @Property(tries = 25)
    default void scopes_do_not_meet(@ForAll(supplier = AnyInput.History.class) List<Integer> history) {
        LawAssertion.within(patience().multipliedBy(6), "scopes do not meet", () -> {
            VirtualClock time = VirtualClock.create();
            List<Integer> ran = new CopyOnWriteArrayList<>();
            List<int[]> rows = ScopeRow.all();
            try (IToolExecutor executor = executor(tools(ran::add), time)) {
                List<ScopeRow> all = new ArrayList<>();
                for (int number : history) {
                    all.add(new ScopeRow(rows.get(number % rows.size())));
                }
                for (ScopeRow row : all) {
                    LawAssertion verdict = new LawAssertion("scopes do not meet", row + " in " + all);
                    List<ToolEnvelope> outcomes = executed(executor, row, time, verdict);
                    List<Integer> may = row.runs();
                    verdict.check(
                            ran.stream().sorted().toList().equals(may),
                            "runs of " + ran + " instead of " + may,
                            "ask the filter of the scope about each call, and keep no answer of it");
                    ran.clear();
                    alone(row, outcomes, verdict);
                    List<String> defined = executor.definitions(row.filter()).stream()
                            .map(ToolDefinition::name)
                            .toList();
                    verdict.check(
                            defined.equals(row.defined()),
                            defined + " instead of " + row.defined(),
                            "return the definitions that the filter matches, whatever was asked before");
                    time.advance(Duration.ofHours(1));
                }
                if (all.size() > 1) {
                    List<ScopeRow> two = all.subList(all.size() - 2, all.size());
                    LawAssertion verdict = new LawAssertion("scopes do not meet", two + " at once");
                    List<List<ToolEnvelope>> outcomes = verdict.inTime(
                            () -> ConcurrentRunner.run(2, i -> executed(executor, two.get(i), time, verdict)),
                            patience());
                    alone(two.get(0), outcomes.get(0), verdict);
                    alone(two.get(1), outcomes.get(1), verdict);
                }
            }
        });
    }

    private List<ToolEnvelope> executed(IToolExecutor executor, ScopeRow row, VirtualClock time, LawAssertion verdict) {
        IToolExecutor.CallScope scope = row.scope(Cancellation.create(time));
        List<ToolEnvelope> outcomes = executed(executor, row.calls(), scope, verdict);
        scope.cancellation().cancel("the turn is over");
        return outcomes;
    }

    /** Checks that the outcomes are those that a new executor has in a plain scope with the same filter. */
    private void alone(ScopeRow row, List<ToolEnvelope> outcomes, LawAssertion verdict) {
        VirtualClock time = VirtualClock.create();
        try (IToolExecutor fresh = executor(tools(n -> {}), time)) {
            List<ToolEnvelope> expected = executed(fresh, row.plain(), time, verdict);
            for (int i = 0; i < expected.size(); i++) {
                verdict.check(
                        outcomes.size() == expected.size() && expected.get(i).equals(outcomes.get(i)),
                        outcomes.size() <= i
                                ? "no outcome"
                                : outcomes.get(i).toJson().text() + " of call " + i + " instead of "
                                        + expected.get(i).toJson().text(),
                        "keep what belongs to a call or a scope in local variables");
            }
        }
    }

    /** Checks that no more calls run at the same time than the scope allows. */
    @Property(tries = 1)
    default void no_more_run_at_once_than_may() {
        LawAssertion.within(patience().multipliedBy(6), "no more run at once than may", () -> {
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            AtomicInteger may = new AtomicInteger();
            AiTool tool = tool("answer", (in, call) -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                ShortWait.until(() -> running.get() > may.get(), Duration.ofMillis(25));
                return running.decrementAndGet();
            });
            List<Interaction.ToolCall> calls =
                    IntStream.range(0, 8).mapToObj(n -> call("answer", n)).toList();
            for (List<Integer> batches : List.of(List.of(1, 2, 3, 4), List.of(8, 1, 4, 2))) {
                VirtualClock time = VirtualClock.create();
                try (IToolExecutor executor = executor(List.of(tool), time)) {
                    for (int atOnce : batches) {
                        LawAssertion verdict = new LawAssertion(
                                "no more run at once than may",
                                "8 calls, " + atOnce + " at once, of batches with " + batches + " at once in turn");
                        may.set(atOnce);
                        most.set(0);
                        List<ToolEnvelope> unused =
                                executed(executor, calls, scope(Cancellation.create(time), atOnce), verdict);
                        verdict.check(
                                running.get() == 0,
                                running + " calls that run after the end",
                                "return when all calls have ended");
                        verdict.check(
                                most.get() <= atOnce,
                                most + " calls at once",
                                "run at most scope.parallel() calls at a time, that of the scope of each batch");
                    }
                }
            }
        });
    }

    /** Checks that a closed executor leaves no thread. */
    @Property(tries = 10)
    default void nothing_stays(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion.within(patience().multipliedBy(6), "nothing stays", () -> {
            LeakDetector leaks = LeakDetector.watch(patience());
            outcomes(deeds, atOnce, n -> {}, IToolExecutor.CallListener.NONE);
            try {
                leaks.close();
            } catch (AssertionError left) {
                throw new AssertionError(
                        "law broken: nothing stays\n  input: " + deeds + "\n  fix:   end every thread in close()",
                        left);
            }
        });
    }

    private List<ToolEnvelope> outcomes(
            List<ToolBehavior> deeds, int atOnce, IntConsumer ran, IToolExecutor.CallListener listener) {
        VirtualClock time = VirtualClock.create();
        int before = 1000; // the number of a call that failed before
        List<AiTool> tools = tools(number -> {
            if (number != before) {
                ran.accept(number);
            }
        });
        List<Interaction.ToolCall> calls = IntStream.range(0, deeds.size())
                .mapToObj(n -> call(name(deeds.get(n)), n))
                .toList();
        LawAssertion verdict = new LawAssertion("nothing escapes", deeds + ", " + atOnce + " at once");
        try (IToolExecutor executor = executor(tools, time)) {
            if (deeds.size() % 2 == 1) { // a used executor does what a new one does
                List<ToolEnvelope> unused = executed(
                        executor,
                        List.of(call(name(ToolBehavior.FAIL), before)),
                        scope(Cancellation.create(time), atOnce, 1),
                        verdict);
            }
            return executed(
                    executor, calls, scope(Cancellation.create(time), atOnce).withWatch(listener), verdict);
        }
    }

    private static List<AiTool> tools(IntConsumer ran) {
        return Stream.of(ToolBehavior.values())
                .filter(deed -> deed != ToolBehavior.UNKNOWN)
                .map(deed -> tool(name(deed), (in, call) -> {
                    ran.accept(in.get("n").asInt());
                    return in.equals(ScopeRow.arguments(in.get("n").asInt())) ? done(deed, in) : "changed arguments";
                }))
                .toList();
    }

    private List<ToolEnvelope> executed(
            IToolExecutor executor,
            List<Interaction.ToolCall> calls,
            IToolExecutor.CallScope scope,
            LawAssertion verdict) {
        return verdict.inTime(() -> executor.execute(calls, scope), patience());
    }

    private static Object done(ToolBehavior deed, Json in) {
        return switch (deed) {
            case REFUSE -> throw new ToolException(ToolEnvelope.Code.QUOTA, LawConversation.REFUSAL);
            case ENVELOPE -> ToolEnvelope.ok(in.get("n")).withMeta("seen", 7).withParts(LawConversation.IMAGE);
            case FAIL -> throw new IllegalStateException("a tool's own affair");
            case CRASH -> throw new StackOverflowError();
            case NOTHING -> Json.of(null);
            case ANSWER, UNKNOWN, HIDDEN -> in.get("n");
        };
    }

    private static boolean runs(ToolBehavior deed) {
        return deed != ToolBehavior.UNKNOWN && deed != ToolBehavior.HIDDEN;
    }

    private static String name(ToolBehavior deed) {
        return deed.name().toLowerCase(Locale.ROOT);
    }

    private static AiTool tool(String name, AiTool.Handler<Json> handler) {
        return AiTool.of(name, "a tool", LawConversation.ANYTHING, handler).withConcurrent();
    }

    private static Interaction.ToolCall call(String tool, int number) {
        return new Interaction.ToolCall("c" + number, tool, ScopeRow.arguments(number));
    }

    private static IToolExecutor.CallScope scope(Cancellation turn, int atOnce) {
        return scope(turn, atOnce, 0);
    }

    private static IToolExecutor.CallScope scope(Cancellation turn, int atOnce, int session) {
        return scope(turn, atOnce, session, Selector.of("*, -hidden"));
    }

    private static IToolExecutor.CallScope scope(Cancellation turn, int atOnce, int session, Selector filter) {
        return new IToolExecutor.CallScope(
                new CallIds("s" + session, "t" + session, 1, ""),
                filter,
                List.of(),
                turn,
                State.inMemory(),
                State.inMemory(),
                TelemetryObserver.NONE,
                atOnce,
                IToolExecutor.CallListener.NONE);
    }
}
