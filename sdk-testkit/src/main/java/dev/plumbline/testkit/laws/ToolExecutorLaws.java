package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.check.LawAssertion;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Laws every executor of tools keeps. Implement {@link #executor} in a test class; jqwik finds the rest. */
public interface ToolExecutorLaws {

    /** One that runs those tools by that clock; the laws close it. */
    IToolExecutor executor(List<AiTool> tools, Scheduler time);

    /** What one call does; {@code UNKNOWN} asks for a tool that is not there, {@code HIDDEN} for one the filter hides. */
    enum ToolBehavior {
        ANSWER,
        FAIL,
        CRASH,
        NOTHING,
        UNKNOWN,
        HIDDEN
    }

    /** There is one envelope for each call, in call order, whatever the calls do and however many run at once. */
    @Property(tries = 100)
    default void outcomes_come_in_call_order(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion verdict = new LawAssertion("outcomes come in call order", deeds + ", " + atOnce + " at once");
        List<ToolEnvelope> outcomes = outcomes(deeds, atOnce, new CopyOnWriteArrayList<>());
        verdict.require(
                outcomes.size() == deeds.size(), outcomes.size() + " envelopes", "answer each call, none twice");
        for (int i = 0; i < deeds.size(); i++) {
            boolean answers = deeds.get(i) == ToolBehavior.ANSWER;
            boolean own = outcomes.get(i).result().get("value").equals(Json.of(i));
            verdict.require(
                    !answers || own, "another outcome for call " + i, "place an outcome by its call, not by its end");
            boolean does = answers || deeds.get(i) == ToolBehavior.NOTHING;
            verdict.require(
                    outcomes.get(i).isOk() == does, "the wrong kind of outcome for call " + i, "say ok when it is ok");
        }
    }

    /** Nothing a tool throws reaches the caller, and the executor lives on. */
    @Property(tries = 100)
    default void nothing_escapes(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion verdict = new LawAssertion("nothing escapes", deeds + ", " + atOnce + " at once");
        try {
            outcomes(deeds, atOnce, new CopyOnWriteArrayList<>());
        } catch (Throwable t) {
            verdict.require(false, t.getClass().getName(), "turn what a tool throws into an envelope, errors too");
        }
    }

    /**
     * Each call that may run runs once, those of one batch in their order where one runs at a time; no other runs at
     * all.
     */
    @Property(tries = 100)
    default void calls_run_once(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LawAssertion verdict = new LawAssertion("calls run once", deeds + ", " + atOnce + " at once");
        List<Integer> ran = new CopyOnWriteArrayList<>();
        outcomes(deeds, atOnce, ran);
        List<Integer> may = IntStream.range(0, deeds.size())
                .filter(i -> deeds.get(i) != ToolBehavior.UNKNOWN && deeds.get(i) != ToolBehavior.HIDDEN)
                .boxed()
                .toList();
        List<Integer> seen =
                atOnce == 1 ? List.copyOf(ran) : ran.stream().sorted().toList();
        verdict.require(
                seen.equals(may),
                "runs of " + seen + " in place of " + may,
                "run each call once, in order, and what the filter hides or nobody offers not at all");
    }

    /** After a cancelled turn no tool begins: not the calls after the one that ran, and none later. */
    @Property(tries = 50)
    default void nothing_starts_late(
            @ForAll @IntRange(min = 1, max = 6) int calls, @ForAll @IntRange(max = 6) int end) {
        LawAssertion verdict = new LawAssertion("nothing starts late", calls + " calls, cancelled in call " + end);
        VirtualClock time = VirtualClock.create();
        Cancellation turn = Cancellation.create(time);
        List<Integer> ran = new CopyOnWriteArrayList<>();
        AiTool tool = tool("answer", (in, call) -> {
            ran.add(in.get("n").asInt());
            return in.get("n").asInt() == end && turn.cancel("enough");
        });
        try (IToolExecutor executor = executor(List.of(tool), time)) {
            List<ToolEnvelope> outcomes = executor.execute(
                    IntStream.range(0, calls).mapToObj(n -> call("answer", n)).toList(), scope(turn, 1));
            verdict.require(
                    ran.stream().allMatch(n -> n <= end), "runs of " + ran, "look for the signal before each call");
            for (int i = end + 1; i < calls; i++) {
                verdict.require(
                        outcomes.get(i).failure().stream().anyMatch(ToolExecutorLaws::isNotStarted),
                        "call " + i + " with an effect",
                        "answer CANCELLED and not_started what did not begin");
            }
        }
        List<Integer> before = List.copyOf(ran);
        time.advance(Duration.ofHours(1));
        verdict.require(before.equals(List.copyOf(ran)), "runs after the end", "drop what nobody waits for any more");
    }

    private static boolean isNotStarted(ToolEnvelope.Failure failure) {
        return failure.code() == ToolEnvelope.Code.CANCELLED && failure.effect() == ToolEnvelope.Effect.NOT_STARTED;
    }

    /** A closed executor has left no thread. */
    @Property(tries = 10)
    default void nothing_stays(
            @ForAll @Size(max = 12) List<ToolBehavior> deeds, @ForAll @IntRange(min = 1, max = 4) int atOnce) {
        LeakDetector leaks = LeakDetector.watch();
        outcomes(deeds, atOnce, new CopyOnWriteArrayList<>());
        try {
            leaks.close();
        } catch (AssertionError left) {
            throw new AssertionError(
                    "law broken: nothing stays\n  input: " + deeds + "\n  fix:   end every thread in close()", left);
        }
    }

    private List<ToolEnvelope> outcomes(List<ToolBehavior> deeds, int atOnce, List<Integer> ran) {
        VirtualClock time = VirtualClock.create();
        List<AiTool> tools = new ArrayList<>();
        for (ToolBehavior deed : ToolBehavior.values()) {
            if (deed != ToolBehavior.UNKNOWN) {
                tools.add(tool(name(deed), (in, call) -> {
                    ran.add(in.get("n").asInt());
                    return done(deed, in);
                }));
            }
        }
        List<Interaction.ToolCall> calls = IntStream.range(0, deeds.size())
                .mapToObj(n -> call(name(deeds.get(n)), n))
                .toList();
        try (IToolExecutor executor = executor(tools, time)) {
            return executor.execute(calls, scope(Cancellation.create(time), atOnce));
        }
    }

    private static Object done(ToolBehavior deed, Json in) {
        return switch (deed) {
            case FAIL -> throw new IllegalStateException("a tool's own affair");
            case CRASH -> throw new StackOverflowError();
            case NOTHING -> Json.of(null);
            case ANSWER, UNKNOWN, HIDDEN -> in.get("n");
        };
    }

    private static String name(ToolBehavior deed) {
        return deed.name().toLowerCase(Locale.ROOT);
    }

    private static AiTool tool(String name, AiTool.Handler<Json> handler) {
        return AiTool.of(name, "a tool", Json.parse("{\"type\":\"object\",\"required\":[]}"), handler)
                .withConcurrent();
    }

    private static Interaction.ToolCall call(String tool, int number) {
        return new Interaction.ToolCall("c" + number, tool, Json.object().with("n", number));
    }

    private static IToolExecutor.CallScope scope(Cancellation turn, int atOnce) {
        return new IToolExecutor.CallScope(
                new CallIds("s", "t", 1, ""),
                Selector.of("*, -hidden"),
                List.of(),
                turn,
                State.inMemory(),
                State.inMemory(),
                AiObserver.NONE,
                atOnce,
                IToolExecutor.CallListener.NONE);
    }
}
