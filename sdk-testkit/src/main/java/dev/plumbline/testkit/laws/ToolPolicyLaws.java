package dev.plumbline.testkit.laws;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.FakeToolContext;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.ToolContexts;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Returns how long a cancelled call may take to end: 10 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** Checks that the tool is called at most once, on the policy's thread, before the policy returns. */
    @Property(tries = 50)
    default void tool_runs_once_at_most(
            @ForAll(supplier = AnyInput.Arguments.class) Json arguments,
            @ForAll(supplier = AnyInput.Answer.class) ToolEnvelope answer) {
        LawAssertion.within(patience().multipliedBy(6), "the tool runs once at most", () -> {
            LawAssertion verdict = verdict("the tool runs once at most", arguments, answer);
            ToolPolicyRun run = run(arguments, answer, verdict);
            verdict.check(
                    run.contexts().size() <= 1,
                    run.contexts().size() + " runs",
                    "call next once; only idempotent tools may run again");
            verdict.check(
                    run.threads().stream().allMatch(Thread.currentThread()::equals),
                    "a run on another thread",
                    "call next on the thread of the policy");
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
                        beside(given).equals(beside(own)),
                        LawAssertion.difference(beside(given), beside(own), " instead of "),
                        "pass on the context it was given, or call.withArguments(…)");
            }
        });
    }

    /** Returns everything that a context has beside its arguments. */
    private static Map<String, Object> beside(ToolContext context) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("id", context.call().id());
        all.put("name", context.call().name());
        all.put("tool", context.tool());
        all.put("ids", context.ids());
        all.put("conversation", context.conversation());
        all.put("tree", context.tree());
        all.put("branch", context.branch());
        all.put("cancelled", context.cancellation().isCancelled());
        return all;
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

    private static List<Object> saidOfItself(ToolPolicy tried, Json arguments) {
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
            int limit = ToolPolicyRun.inTurn(toolPolicy(), arguments);
            if (limit > 0 && limit < ToolPolicyRun.MOST) {
                int atOnce = ToolPolicyRun.atOnce(toolPolicy(), arguments, limit + 3);
                new LawAssertion("calls at once are counted", (limit + 3) + " calls of drawWall " + arguments.text())
                        .check(
                                atOnce <= limit,
                                atOnce + " calls that run, each within the one before it; one after the other " + limit,
                                "count a call in admit(…), or before next, and not when it has ended");
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
                .<Object>map(given -> List.of(given.call().arguments().text(), beside(given)))
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
    private static FakeToolContext context(Json arguments) {
        return new ToolContexts(arguments)
                .next(ToolPolicyRun.tool(arguments.text().length()), arguments);
    }

    private static LawAssertion verdict(String law, Json arguments, ToolEnvelope answer) {
        return new LawAssertion(
                law,
                "drawWall " + arguments.text() + ", the tool answers "
                        + answer.toJson().text());
    }

    private ToolPolicyRun run(Json arguments, ToolEnvelope answer, LawAssertion verdict) {
        return run(toolPolicy(), arguments, answer, verdict);
    }

    private static ToolPolicyRun run(ToolPolicy tried, Json arguments, ToolEnvelope answer, LawAssertion verdict) {
        try {
            return ToolPolicyRun.of(tried, context(arguments), answer);
        } catch (RuntimeException | Error e) {
            throw verdict.violation(
                    e.getClass().getName(),
                    "return an envelope; an exception ends the turn with EXTENSION and the policy's name");
        }
    }
}
