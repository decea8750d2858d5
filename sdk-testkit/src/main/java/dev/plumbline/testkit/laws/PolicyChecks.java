package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Fold;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Common checks for the laws of policies. */
final class PolicyChecks {
    private PolicyChecks() {}

    /** Returns the probe after checking that its return is the fold of the shown deltas. */
    static PolicyProbe foldOfShown(PolicyProbe probe, LawAssertion verdict) {
        AiReturn shown = Fold.of(probe.shown());
        verdict.check(
                shown.interactions().equals(probe.ret().interactions())
                        && shown.finish() == probe.ret().finish()
                        && shown.usage().equals(probe.ret().usage()),
                "shown " + LawAssertion.show(shown) + ", returned " + LawAssertion.show(probe.ret()),
                "push deltas only while around runs, on its thread, through call.sink() or a sink it was given");
        return probe;
    }

    /**
     * Checks that the second of two equal calls sent what the first one sent, or nothing: interactions, model, options,
     * tools, schema and prompt cache hint, in the same order.
     */
    static void sameRequests(List<AiCall> first, List<AiCall> second, LawAssertion verdict) {
        verdict.check(
                second.isEmpty() || (first.equals(second) && hints(first).equals(hints(second))),
                show(first) + ", then " + show(second),
                "decide by the call alone, not by a count, the time or a random number; pass what must differ in the"
                        + " call, with a context source or call.withAttribute(key, value)");
    }

    private static List<Optional<PromptCacheHint>> hints(List<AiCall> calls) {
        return calls.stream().map(call -> call.attribute(PromptCacheHint.KEY)).toList();
    }

    private static String show(List<AiCall> calls) {
        return calls.stream()
                .map(call -> call.model() + " " + call.options()
                        + call.effective().stream()
                                .map(item -> item.toJson().text())
                                .toList())
                .collect(Collectors.joining(" and ", "sent ", ""));
    }

    static boolean sameContent(AiReturn one, AiReturn other) {
        return one.interactions().equals(other.interactions())
                && one.finish() == other.finish()
                && one.isOk() == other.isOk();
    }

    /** Returns whether the runner ended the call because the policy threw or broke a rule. */
    static boolean brokeOff(AiReturn ret) {
        return ret.error()
                .filter(error -> error.category() == AiError.Category.EXTENSION)
                .isPresent();
    }

    /**
     * Checks that a call that waits for its answer ends within that time after it is cancelled; skips a policy that
     * answers itself.
     */
    static void cancel(Policy policy, Duration patience, LawAssertion verdict) {
        Cancellation cancellation = Cancellation.create(VirtualClock.create());
        ScriptedProvider provider =
                ScriptedProvider.create().blocksUntilCancelled("half").repeats();
        CompletableFuture<PolicyProbe> running =
                ConcurrentRunner.begin(() -> PolicyProbe.run(policy, provider, cancellation));
        Await.until(
                () -> running.isDone() || !provider.calls().isEmpty(),
                () -> "the policy neither called the provider nor answered");
        if (!running.isDone()) {
            cancellation.cancel("cancelled by the law");
            verdict.check(
                    () -> Await.until(running::isDone, patience)
                            && running.join().ret().status() == AiReturn.Status.CANCELLED,
                    "a cancelled call that did not end as CANCELLED within " + patience.toMillis() + " ms",
                    "wait only with call.cancellation().sleep(…), and pass cancelled returns on");
        }
    }
}
