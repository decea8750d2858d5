package dev.plumbline.testkit;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A model that gives every call the same answer. */
final class EndlessProvider implements AiProvider {
    private final ScriptedAnswer answer;
    private final List<AiCall> calls = new CopyOnWriteArrayList<>();

    EndlessProvider(ScriptedAnswer answer) {
        this.answer = answer;
    }

    List<AiCall> calls() {
        return calls;
    }

    @Override
    public String id() {
        return "scripted";
    }

    @Override
    public String defaultModel() {
        return "script";
    }

    @Override
    public AiReturn call(AiCall call) {
        calls.add(call);
        return answer.play(call);
    }
}
