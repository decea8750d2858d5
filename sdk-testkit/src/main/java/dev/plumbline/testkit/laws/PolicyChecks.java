package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Fold;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.internal.LawAssertion;

/** Checks that the laws of policies and of providers share. */
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

    static boolean sameContent(AiReturn one, AiReturn other) {
        return one.interactions().equals(other.interactions())
                && one.finish() == other.finish()
                && one.isOk() == other.isOk();
    }
}
