package dev.plumbline.testkit.check;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Fold;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** What the laws of policies have in common: one trial and how its outcome is judged. */
public final class PolicyChecks {
    private static final Duration SOON = Duration.ofMillis(500);

    private PolicyChecks() {}

    /** The probe, whose return is the fold of what was shown. */
    public static PolicyProbe foldOfShown(PolicyProbe probe, LawAssertion verdict) {
        AiReturn shown = Fold.of(probe.shown());
        verdict.require(
                shown.interactions().equals(probe.ret().interactions())
                        && shown.finish() == probe.ret().finish()
                        && shown.usage().equals(probe.ret().usage()),
                "shown " + LawAssertion.show(shown) + ", returned " + LawAssertion.show(probe.ret()),
                "push deltas only while around runs, on its thread, through call.sink() or a sink it was given");
        return probe;
    }

    public static boolean sameContent(AiReturn one, AiReturn other) {
        return one.interactions().equals(other.interactions())
                && one.finish() == other.finish()
                && one.isOk() == other.isOk();
    }

    /** Whether the runner ended the call because the policy threw or broke a rule. */
    public static boolean brokeOff(AiReturn ret) {
        return ret.error()
                .filter(error -> error.category() == AiError.Category.EXTENSION)
                .isPresent();
    }

    /** Cancels a call that waits for its answer; a policy that answers without asking has nothing to cancel. */
    public static void cancel(Policy policy, LawAssertion verdict) {
        Cancellation cancellation = Cancellation.create(VirtualClock.create());
        ScriptedProvider provider =
                ScriptedProvider.create().blocksUntilCancelled("half").repeats();
        CompletableFuture<PolicyProbe> running =
                ConcurrentRunner.begin(() -> PolicyProbe.run(policy, provider, cancellation));
        Await.until(
                () -> running.isDone() || !provider.calls().isEmpty(), () -> "the policy neither asked nor answered");
        if (!running.isDone()) {
            cancellation.cancel("the law wants it to end");
            verdict.require(
                    () -> Await.until(running::isDone, SOON)
                            && running.join().ret().status() == AiReturn.Status.CANCELLED,
                    "a cancelled call that did not end as CANCELLED within " + SOON.toMillis() + " ms",
                    "wait only with call.cancellation().sleep(…), and pass cancelled returns on");
        }
    }
}
