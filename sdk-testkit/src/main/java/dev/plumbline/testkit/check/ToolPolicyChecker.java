package dev.plumbline.testkit.check;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Checks the laws of a tool policy around a tool with scripted answers. Each method is a law and throws an
 * AssertionError with the law, the call and the remedy.
 *
 * @param policy creates a new policy
 */
public record ToolPolicyChecker(Supplier<ToolPolicy> policy) {
    /** Checks that the tool is called at most once, on the policy's thread, before the policy returns. */
    public void toolRunsOnceAtMost(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("the tool runs once at most", arguments, answer);
        Run run = run(arguments, answer, verdict);
        verdict.check(
                run.contexts().size() <= 1,
                run.contexts().size() + " runs",
                "call next once; only idempotent tools may run again");
        verdict.check(
                run.threads().stream().allMatch(Thread.currentThread()::equals),
                "a run on another thread",
                "call next on the thread of the policy");
    }

    /** Checks that a tool with the effect NOT_STARTED has not run. */
    public void notStartedMeansNotRun(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("not started means not run", arguments, answer);
        Run run = run(arguments, answer, verdict);
        boolean says = run.outcome()
                .failure()
                .filter(failure -> failure.effect() == ToolEnvelope.Effect.NOT_STARTED)
                .isPresent();
        boolean toolSaysSo = run.outcome().failure().equals(answer.failure());
        verdict.check(
                !says || toolSaysSo || run.contexts().isEmpty(),
                "a tool that ran, and the effect NOT_STARTED",
                "decide in admit(…), or before next; afterwards use withEffect(DONE)");
    }

    /** Checks that failures stay failures. */
    public void failuresStayFailures(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("failures stay failures", arguments, answer);
        Run run = run(arguments, answer, verdict);
        verdict.check(
                answer.isOk() || run.contexts().isEmpty() || !run.outcome().isOk(),
                "ok",
                "return failed envelopes; a failure must not become a result");
    }

    /** Checks that the tool gets the same call, possibly with other arguments, but with the same id, name and turn. */
    public void callStaysTheCall(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("the call stays the call", arguments, answer);
        Run run = run(arguments, answer, verdict);
        for (ToolContext given : run.contexts()) {
            verdict.check(
                    given.call().id().equals("call_1") && given.tool().name().equals("drawWall"),
                    "a call of " + given.tool().name() + " with the id "
                            + given.call().id(),
                    "pass on the context it was given, or call.withArguments(…)");
        }
    }

    /** Checks that the policy throws nothing, whatever the call and the tool's answer. */
    public void nothingEscapes(Json arguments, ToolEnvelope answer) {
        run(arguments, answer, verdict("nothing escapes", arguments, answer));
    }

    /** Checks that a policy does not change calls and outcomes of tools that it does not wrap. */
    public void unwrappedCallsPass(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("unwrapped calls pass", arguments, answer);
        FakeToolContext call = FakeToolContext.of("drawWall", arguments);
        ToolPolicy tried = policy.get();
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
    }

    /** Checks that questions and waits end within that time after the turn is cancelled. */
    public void cancelEndsIt(Json arguments, Duration patience) {
        ToolEnvelope answer = ToolEnvelope.ok(null);
        LawAssertion verdict = verdict("cancel ends it", arguments, answer);
        FakeToolContext context = FakeToolContext.of("drawWall", arguments);
        context.cancellation().cancel("cancelled by the law");
        CompletableFuture<Run> running = ConcurrentRunner.begin(() -> new Trial(policy.get(), answer).run(context));
        verdict.check(
                () -> Await.until(running::isDone, patience),
                "it still holds the call after " + patience.toMillis() + " ms",
                "wait only with call.cancellation()");
    }

    private static LawAssertion verdict(String law, Json arguments, ToolEnvelope answer) {
        return new LawAssertion(
                law,
                "drawWall " + arguments.text() + ", the tool answers "
                        + answer.toJson().text());
    }

    private Run run(Json arguments, ToolEnvelope answer, LawAssertion verdict) {
        try {
            return new Trial(policy.get(), answer).run(FakeToolContext.of("drawWall", arguments));
        } catch (RuntimeException | Error e) {
            throw verdict.violation(
                    e.getClass().getName(),
                    "return an envelope; an exception ends the turn with EXTENSION and the policy's name");
        }
    }

    /** The outcome of one call, the contexts that the tool got, and their threads. */
    private record Run(ToolEnvelope outcome, List<ToolContext> contexts, List<Thread> threads) {}

    /** A policy and the answer of its tool. */
    private record Trial(ToolPolicy policy, ToolEnvelope answer) {

        Run run(ToolContext call) {
            List<ToolContext> contexts = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            ToolPolicy.Next tool = given -> {
                contexts.add(given);
                threads.add(Thread.currentThread());
                return answer;
            };
            ToolPolicy.Admission admission = policy.admit(call);
            ToolEnvelope outcome = admission instanceof ToolPolicy.Admission.Answered answered
                    ? answered.envelope()
                    : policy.around(((ToolPolicy.Admission.Admitted) admission).call(), tool);
            return new Run(outcome, List.copyOf(contexts), List.copyOf(threads));
        }
    }
}
