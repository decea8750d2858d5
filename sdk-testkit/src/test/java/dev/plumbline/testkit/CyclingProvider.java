package dev.plumbline.testkit;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import java.util.List;

/** Gives its answers in turn, again and again. */
final class CyclingProvider implements AiProvider {
    private final List<PolicyChainLawTest.Answer> answers;
    private int calls;

    CyclingProvider(List<PolicyChainLawTest.Answer> answers) {
        this.answers = answers;
    }

    @Override
    public String id() {
        return "turning";
    }

    @Override
    public String defaultModel() {
        return "script";
    }

    @Override
    public AiReturn call(AiCall call) {
        return answers.get(calls++ % answers.size()).scripted().play(call);
    }
}
