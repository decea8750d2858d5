package dev.plumbline.extensions;

import dev.plumbline.call.AiReturn;
import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.laws.HookLaws;

/** The second opinion keeps the laws of hooks. */
class SecondOpinionLawsTest implements HookLaws {
    @Override
    public Hook hook() {
        return new SecondOpinion(asked -> AiReturn.ofText("other"), Runnable::run, (asked, actual, again) -> {});
    }
}
