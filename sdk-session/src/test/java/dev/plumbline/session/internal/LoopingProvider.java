package dev.plumbline.session.internal;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A model that plays steps over and over, calls back between deltas, and never looks whether it was cancelled. */
final class LoopingProvider implements AiProvider {
    private final List<Step> steps;
    private final AtomicInteger at = new AtomicInteger();
    Runnable between = () -> {};

    LoopingProvider(List<Step> steps) {
        this.steps = steps;
    }

    int calls() {
        return at.get();
    }

    @Override
    public String id() {
        return "play";
    }

    @Override
    public String defaultModel() {
        return "steps";
    }

    @Override
    public AiReturn call(AiCall call) {
        Step step = steps.get(at.getAndIncrement() % steps.size());
        Fold fold = Fold.create();
        for (AiDelta delta : step.deltas()) {
            between.run();
            fold.accept(delta);
            call.sink().accept(delta);
        }
        between.run();
        AiReturn ret = fold.toReturn();
        return step.error()
                .map(category -> ret.withError(AiError.of(category, "play", "the step says so")))
                .orElse(ret);
    }

    /** One answer. */
    record Step(List<AiDelta> deltas, Optional<AiError.Category> error) {}
}
