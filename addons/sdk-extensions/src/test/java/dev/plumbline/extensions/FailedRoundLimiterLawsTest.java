package dev.plumbline.extensions;

import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.laws.HookLaws;

/** The counter of failed rounds keeps the laws of hooks. */
class FailedRoundLimiterLawsTest implements HookLaws {
    @Override
    public Hook hook() {
        return new FailedRoundLimiter(1);
    }
}
