package dev.plumbline.testkit.laws;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.ToolContexts;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every tool policy as jqwik properties. Implement {@link #toolPolicy()} in a test class. Tests without
 * jqwik call them with an input.
 */
public interface ToolPolicyLaws {

    /** Returns a new policy. */
    ToolPolicy toolPolicy();

    /**
     * Returns a new policy that does the same in the simplest way; none by default. Everything that can be seen of the two is compared
     * over histories of calls. It is asked for right after each {@link #toolPolicy()}, so that a model may remember what a policy
     * remembers.
     */
    default Optional<ToolPolicy> model() {
        return Optional.empty();
    }

    /** Returns the tools that are called; by default some that differ in what they say of themselves. Return those that the policy is about, at least one. */
    default List<ToolDefinition> tools() {
        return ToolPolicyRun.TOOLS;
    }

    /** Returns the texts that the policy is about, such as the names of files; calls and results have them. None by default. */
    default List<String> words() {
        return List.of();
    }

    /** Returns the clock of calls that are hours apart: a new one by default. Override it with that of the policy, if it has one. */
    default VirtualClock clock() {
        return VirtualClock.create();
    }

    /** Returns how long a cancelled call may take to end: 10 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(10);
    }

    /**
     * Checks that a policy does what its {@link #model()} does: over batches of calls in two sessions and several turns, with any time
     * between them, equal and nearly equal ones, with the {@link #words()} in their arguments and results, and failures of every kind.
     */
    @Property(tries = 60)
    default void a_tool_policy_is_as_its_model(
            @ForAll(supplier = AnyInput.Steps.class) List<Integer> steps,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope one,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope other) {
        LawAssertion.within(patience().multipliedBy(6), "a tool policy is as its model", () -> {
            new ToolPolicyModel(this, List.of(one, other)).check(steps);
        });
    }

    /** Checks the same at the very times at which the {@link #model()} changes what it does, such as the end of a pause. */
    @Property(tries = 60)
    default void a_tool_policy_is_as_its_model_at_edges(
            @ForAll(supplier = AnyInput.Steps.class) List<Integer> steps,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "a tool policy is as its model", () -> {
            new ToolPolicyModel(this, List.of(answer)).edges(steps);
        });
    }

    /**
     * Checks that the tool is called at most once, on the policy's thread, before the policy returns; an idempotent one also again, behind
     * a failure.
     */
    @Property(tries = 50)
    default void tool_runs_once_at_most(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "the tool runs once at most", () -> {
            LawAssertion verdict = verdict("the tool runs once at most", arguments, answer);
            ToolPolicyRun run = run(arguments, answer, verdict);
            boolean mayRepeat = context(arguments).tool().isIdempotent() && !answer.isOk();
            verdict.check(
                    run.contexts().size() <= 1 || mayRepeat,
                    run.contexts().size() + " runs",
                    "call next once; only idempotent tools may run again");
            verdict.check(
                    run.threads().stream().allMatch(Thread.currentThread()::equals),
                    "a run on another thread",
                    "call next on the thread of the policy");
        });
    }

    /** Checks that the tool does not run again when the turn was cancelled while it ran, however the run ended. */
    @Property(tries = 50)
    default void nothing_runs_after_a_cancellation(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "nothing runs after a cancellation", () -> {
            List<ToolEnvelope> answers = new ArrayList<>(List.of(answer));
            for (ToolEnvelope.Code code : ToolEnvelope.Code.values()) {
                answers.add(ToolEnvelope.failed(code, "It failed.").withRetryable(true));
            }
            for (ToolDefinition tool : ToolPolicyRun.tools(this)) {
                for (ToolEnvelope each : answers) {
                    FakeToolContext call = new ToolContexts(arguments).next(tool, arguments);
                    int runs = ToolPolicyRun.runs(toolPolicy(), call, () -> {
                        call.cancellation().cancel("cancelled by the law");
                        return each;
                    });
                    new LawAssertion(
                                    "nothing runs after a cancellation",
                                    tool.name() + " " + arguments.text() + ", the tool answers "
                                            + each.toJson().text() + " and the turn is cancelled")
                            .check(runs <= 1, runs + " runs", "look at call.cancellation() before the tool runs again");
                }
            }
        });
    }

    /** Checks that a tool with the effect NOT_STARTED has not run. */
    @Property(tries = 100)
    default void not_started_means_not_run(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "not started means not run", () -> {
            LawAssertion verdict = verdict("not started means not run", arguments, answer);
            ToolPolicyRun run = run(arguments, answer, verdict);
            boolean says = run.outcome()
                    .failure()
                    .filter(failure -> failure.effect() == ToolEnvelope.Effect.NOT_STARTED)
                    .isPresent();
            boolean toolSaysSo = run.outcome().failure().equals(answer.failure());
            verdict.check(
                    !says || toolSaysSo || run.contexts().isEmpty(),
                    "a tool that ran, and the effect NOT_STARTED",
                    "decide in admit(…), or before next; afterwards use withEffect(DONE)");
        });
    }

    /** Checks that failures stay failures. */
    @Property(tries = 100)
    default void failures_stay_failures(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "failures stay failures", () -> {
            LawAssertion verdict = verdict("failures stay failures", arguments, answer);
            ToolPolicyRun run = run(arguments, answer, verdict);
            verdict.check(
                    answer.isOk() || run.contexts().isEmpty() || !run.outcome().isOk(),
                    "ok",
                    "return failed envelopes; a failure must not become a result");
        });
    }

    /** Checks that the tool gets the same call, possibly with other arguments. */
    @Property(tries = 50)
    default void call_stays_the_call(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "the call stays the call", () -> {
            LawAssertion verdict = verdict("the call stays the call", arguments, answer);
            ToolPolicyRun run = run(arguments, answer, verdict);
            FakeToolContext own = context(arguments);
            for (ToolContext given : run.contexts()) {
                verdict.check(
                        ToolPolicyRun.beside(given).equals(ToolPolicyRun.beside(own)),
                        LawAssertion.difference(ToolPolicyRun.beside(given), ToolPolicyRun.beside(own), " instead of "),
                        "pass on the context it was given, or call.withArguments(…)");
            }
        });
    }

    /** Checks that the policy throws nothing. */
    @Property(tries = 100)
    default void nothing_escapes(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "nothing escapes", () -> {
            run(arguments, answer, verdict("nothing escapes", arguments, answer));
        });
    }

    /** Checks that a policy does not change calls of tools that it does not wrap. */
    @Property(tries = 50)
    default void unwrapped_calls_pass(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "unwrapped calls pass", () -> {
            LawAssertion verdict = verdict("unwrapped calls pass", arguments, answer);
            FakeToolContext call = context(arguments);
            ToolPolicy tried = toolPolicy();
            if (tried.wraps(call.tool())) {
                return;
            }
            List<ToolContext> contexts = new ArrayList<>();
            ToolEnvelope outcome = tried.around(call, given -> {
                contexts.add(given);
                return answer;
            });
            verdict.check(
                    outcome.equals(answer) && contexts.equals(List.of(call)),
                    "another call or outcome",
                    "return true from wraps(tool) if around(…) does more than next.proceed(call)");
        });
    }

    /** Checks that what a policy says of itself and of a tool is the same before and after calls. */
    @Property(tries = 20)
    default void what_it_says_of_itself_stays(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "what it says of itself stays", () -> {
            LawAssertion verdict = verdict("what it says of itself stays", arguments, answer);
            ToolPolicy tried = toolPolicy();
            List<Object> before = saidOfItself(tried, arguments);
            for (int i = 0; i < 3; i++) {
                ToolPolicyRun unused = ToolPolicyRun.of(tried, context(arguments), answer);
                verdict.check(
                        before.equals(saidOfItself(tried, arguments)),
                        before + ", then " + saidOfItself(tried, arguments),
                        "let a policy have one priority and failure mode, and wrap a tool or not: they are read once");
            }
        });
    }

    private List<Object> saidOfItself(ToolPolicy tried, Json arguments) {
        return List.of(
                tried.priority(),
                tried.failureMode(),
                tried.wraps(context(arguments).tool()),
                tried.wraps(ToolPolicyRun.tool("other", "read-only", "pure")));
    }

    /** Checks that a call has the outcome that it has alone, or is refused, whatever was called before and at the same time. */
    @Property(tries = 30)
    default void calls_do_not_meet(
            @ForAll(supplier = AnyInput.Arguments.class) Json one,
            @ForAll(supplier = AnyInput.Arguments.class) Json other,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "calls do not meet", () -> {
            LawAssertion verdict = verdict("calls do not meet", one, answer);
            ToolPolicy tried = toolPolicy();
            run(tried, other.with("number", 0), ToolEnvelope.ok("another answer"), verdict);
            apart(tried, one.with("number", 1), answer, verdict);
            ConcurrentRunner.run(3, thread -> {
                Json own = other.with("number", 2 + thread);
                apart(tried, own, ToolEnvelope.ok("answer " + thread), verdict);
                return own;
            });
        });
    }

    /**
     * Checks that no more calls pass of which each begins before the one before it has ended than one after the other: at the limit of
     * a policy that refuses calls after some.
     */
    @Property(tries = 1)
    default void calls_at_once_are_counted(@ForAll(supplier = AnyInput.Arguments.class) Json arguments) {
        LawAssertion.within(patience().multipliedBy(6), "calls at once are counted", () -> {
            for (ToolDefinition tool : ToolPolicyRun.tools(this)) {
                int limit = ToolPolicyRun.inTurn(toolPolicy(), tool, arguments);
                if (limit > 0 && limit < ToolPolicyRun.MOST) {
                    int atOnce = ToolPolicyRun.atOnce(toolPolicy(), tool, arguments, limit + 3);
                    new LawAssertion(
                                    "calls at once are counted",
                                    (limit + 3) + " calls of " + tool.name() + " " + arguments.text())
                            .check(
                                    atOnce <= limit,
                                    atOnce + " calls that run, each within the one before it; one after the other "
                                            + limit,
                                    "count a call in admit(…), or before next, and not when it has ended");
                }
            }
        });
    }

    private void apart(ToolPolicy tried, Json arguments, ToolEnvelope answer, LawAssertion verdict) {
        ToolPolicyRun alone = run(toolPolicy(), arguments, answer, verdict);
        ToolPolicyRun beside = run(tried, arguments, answer, verdict);
        verdict.check(
                beside.contexts().isEmpty()
                        ? !beside.outcome().isOk()
                                || beside.outcome()
                                        .result()
                                        .equals(alone.outcome().result())
                        : beside.outcome().equals(alone.outcome()),
                beside.outcome().toJson().text() + "; alone "
                        + alone.outcome().toJson().text(),
                "keep what belongs to a call in local variables or in call.state()");
        verdict.check(
                beside.contexts().isEmpty() || seen(beside).equals(seen(alone)),
                LawAssertion.difference(seen(beside), seen(alone), "; alone "),
                "keep what belongs to a call in local variables or in call.state()");
    }

    /** Returns everything that the tool is given. */
    private static List<Object> seen(ToolPolicyRun run) {
        return run.contexts().stream()
                .<Object>map(given -> List.of(given.call().arguments().text(), ToolPolicyRun.beside(given)))
                .toList();
    }

    /** Checks that questions and waits end with a cancelled turn. */
    @Property(tries = 5)
    default void cancel_ends_it(@ForAll(supplier = AnyInput.Arguments.class) Json arguments) {
        LawAssertion.within(patience().multipliedBy(6), "cancel ends it", () -> {
            ToolEnvelope answer = ToolEnvelope.ok(null);
            LawAssertion verdict = verdict("cancel ends it", arguments, answer);
            FakeToolContext context = context(arguments);
            context.cancellation().cancel("cancelled by the law");
            CompletableFuture<ToolPolicyRun> running =
                    ConcurrentRunner.begin(() -> ToolPolicyRun.of(toolPolicy(), context, answer));
            verdict.check(
                    () -> Await.until(running::isDone, patience()),
                    "it still holds the call after " + patience().toMillis() + " ms",
                    "wait only with call.cancellation()");
        });
    }

    /** Returns the context of a call with these arguments; other ones have other ids, another conversation and other hints. */
    private FakeToolContext context(Json arguments) {
        List<ToolDefinition> tools = ToolPolicyRun.tools(this);
        return new ToolContexts(arguments).next(tools.get(arguments.text().length() % tools.size()), arguments);
    }

    private LawAssertion verdict(String law, Json arguments, ToolEnvelope answer) {
        return new LawAssertion(
                law,
                context(arguments).tool().name() + " " + arguments.text() + ", the tool answers "
                        + answer.toJson().text());
    }

    private ToolPolicyRun run(Json arguments, ToolEnvelope answer, LawAssertion verdict) {
        return run(toolPolicy(), arguments, answer, verdict);
    }

    private ToolPolicyRun run(ToolPolicy tried, Json arguments, ToolEnvelope answer, LawAssertion verdict) {
        try {
            return ToolPolicyRun.of(tried, context(arguments), answer);
        } catch (RuntimeException | Error e) {
            throw verdict.violation(
                    e.getClass().getName(),
                    "return an envelope; an exception ends the turn with EXTENSION and the policy's name");
        }
    }
}
