package dev.plumbline.extensions;

import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.laws.HookLaws;

/** The counter of failed rounds keeps the laws of hooks. */
class FailedRoundsLawsTest implements HookLaws {
    @Override
    public Hook hook() {
        return new FailedRounds(1);
    }
}
