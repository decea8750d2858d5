package dev.plumbline.extensions;

import dev.plumbline.call.AiReturn;
import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.laws.HookLaws;

/** The second opinion keeps the laws of hooks. */
class ModelExperimentHookLawsTest implements HookLaws {
    @Override
    public Hook hook() {
        return new ModelExperimentHook(asked -> AiReturn.ofText("other"), Runnable::run, (asked, actual, again) -> {});
    }
}
