package dev.plumbline.testkit.trial;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Fold;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.Together;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.Waiting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** What the laws of policies have in common: one trial and how its outcome is judged. */
public final class PolicyTrial {
    private static final Duration SOON = Duration.ofMillis(500);

    private PolicyTrial() {}

    /** The probe, whose return is the fold of what was shown. */
    public static Probe foldOfShown(Probe probe, Verdict verdict) {
        AiReturn shown = Fold.of(probe.shown());
        verdict.require(
                shown.interactions().equals(probe.ret().interactions())
                        && shown.finish() == probe.ret().finish()
                        && shown.usage().equals(probe.ret().usage()),
                "shown " + Verdict.show(shown) + ", returned " + Verdict.show(probe.ret()),
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
    public static void cancel(Policy policy, Verdict verdict) {
        Cancellation cancellation = Cancellation.create(VirtualClock.create());
        ScriptedProvider provider =
                ScriptedProvider.create().blocksUntilCancelled("half").repeats();
        CompletableFuture<Probe> running = Together.begin(() -> Probe.run(policy, provider, cancellation));
        Waiting.until(
                () -> running.isDone() || !provider.calls().isEmpty(), () -> "the policy neither asked nor answered");
        if (!running.isDone()) {
            cancellation.cancel("the law wants it to end");
            verdict.require(
                    () -> Waiting.until(running::isDone, SOON)
                            && running.join().ret().status() == AiReturn.Status.CANCELLED,
                    "a cancelled call that did not end as CANCELLED within " + SOON.toMillis() + " ms",
                    "wait only with call.cancellation().sleep(…), and pass cancelled returns on");
        }
    }
}
