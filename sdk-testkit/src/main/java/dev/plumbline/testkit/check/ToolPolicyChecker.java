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
 * One tool policy, tried around a tool with scripted answers. Each method is a law and throws an AssertionError
 * that names the law, the call and the fix.
 *
 * @param policy makes a fresh one
 */
public record ToolPolicyChecker(Supplier<ToolPolicy> policy) {
    private static final Duration SOON = Duration.ofSeconds(2);

    /** The tool is asked once at most, on the thread that asked the policy, before the policy returns. */
    public void toolRunsOnceAtMost(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("the tool runs once at most", arguments, answer);
        Run run = run(arguments, answer, verdict);
        verdict.require(
                run.contexts().size() <= 1,
                run.contexts().size() + " runs",
                "ask next once; a tool that may be asked again says idempotent");
        verdict.require(
                run.threads().stream().allMatch(Thread.currentThread()::equals),
                "a run on another thread",
                "ask next on the thread that asked the policy");
    }

    /** An outcome that says the tool did not start is true: it never ran. */
    public void notStartedMeansNotRun(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("not started means not run", arguments, answer);
        Run run = run(arguments, answer, verdict);
        boolean says = run.outcome()
                .failure()
                .filter(failure -> failure.effect() == ToolEnvelope.Effect.NOT_STARTED)
                .isPresent();
        boolean toolSaysSo = run.outcome().failure().equals(answer.failure());
        verdict.require(
                !says || toolSaysSo || run.contexts().isEmpty(),
                "a tool that ran, and an outcome that says it did not",
                "decide in admit(…), or before next; afterwards say withEffect(DONE)");
    }

    /** What failed stays failed. */
    public void failuresStayFailures(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("failures stay failures", arguments, answer);
        Run run = run(arguments, answer, verdict);
        verdict.require(
                answer.isOk() || run.contexts().isEmpty() || !run.outcome().isOk(),
                "ok",
                "pass failed envelopes on; a failure must not pass for a result");
    }

    /** The tool is given the same call: other arguments perhaps, never another id, name or turn. */
    public void callStaysTheCall(Json arguments, ToolEnvelope answer) {
        LawAssertion verdict = verdict("the call stays the call", arguments, answer);
        Run run = run(arguments, answer, verdict);
        for (ToolContext given : run.contexts()) {
            verdict.require(
                    given.call().id().equals("call_1") && given.tool().name().equals("drawWall"),
                    "a call of " + given.tool().name() + " with the id "
                            + given.call().id(),
                    "pass on the context it was given, or call.withArguments(…)");
        }
    }

    /** Nothing it throws reaches the turn, whatever it is asked and whatever the tool answers. */
    public void nothingEscapes(Json arguments, ToolEnvelope answer) {
        run(arguments, answer, verdict("nothing escapes", arguments, answer));
    }

    /** A policy that says it does not wrap calls of a tool passes them on as they are, and what came back as well. */
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
        verdict.require(
                outcome.equals(answer) && contexts.equals(List.of(call)),
                "another call or outcome",
                "say wraps(tool) where around(…) does more than next.proceed(call)");
    }

    /** A call of a turn that was cancelled is not held: asking a person and waiting end with it. */
    public void cancelEndsIt(Json arguments) {
        ToolEnvelope answer = ToolEnvelope.ok(null);
        LawAssertion verdict = verdict("cancel ends it", arguments, answer);
        FakeToolContext context = FakeToolContext.of("drawWall", arguments);
        context.cancellation().cancel("the law wants it to end");
        CompletableFuture<Run> running = ConcurrentRunner.begin(() -> new Trial(policy.get(), answer).run(context));
        verdict.require(
                () -> Await.until(running::isDone, SOON),
                "it still holds the call after " + SOON.toSeconds() + " s",
                "wait only by call.cancellation()");
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
            throw verdict.broken(
                    e.getClass().getName(),
                    "answer with an envelope; what it throws ends the turn with EXTENSION and its name");
        }
    }

    /** What one call came to, what the tool was given, and on which threads. */
    private record Run(ToolEnvelope outcome, List<ToolContext> contexts, List<Thread> threads) {}

    /** A policy and the answer of the tool inside it. */
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
