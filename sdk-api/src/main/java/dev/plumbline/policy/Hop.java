package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.Optional;

/** One layer while it runs: the door to the layers further in, and what the trace will say of it. */
final class Hop implements Policy.Next {
    private final ChainRun run;
    private final int index;
    private final Layer layer;
    final AiCall call;
    AiCall passed;
    Optional<AiReturn> inner = Optional.empty();
    String note = "";
    long began;
    long took;
    long inside;
    private int proceeds;
    private boolean open = true;

    Hop(ChainRun run, int index, Layer layer, AiCall call) {
        this.run = run;
        this.index = index;
        this.layer = layer;
        this.call = call;
        this.passed = call;
    }

    String name() {
        return layer.name();
    }

    boolean shortCircuit() {
        return proceeds == 0;
    }

    void close() {
        open = false;
    }

    @Override
    public AiReturn proceed(AiCall next) {
        check();
        if (proceeds++ > 0) {
            again(next);
        }
        passed = next;
        AiReturn ret = run.enter(index + 1, next);
        run.backTo(this);
        inner = Optional.of(ret);
        return ret;
    }

    /** Another attempt: what the former one showed through this door is taken back first. */
    private void again(AiCall next) {
        if (next.sink() instanceof Tap tap) {
            tap.reset();
        } else if (inner.map(ret -> !ret.interactions().isEmpty()).orElse(false)) {
            next.sink().accept(new AiDelta.Reset(proceeds));
        }
    }

    private void check() {
        if (!open) {
            throw broken("called next after it had returned");
        }
        if (!run.isOwnThread()) {
            throw broken("called next on another thread; next belongs to the thread that runs the chain");
        }
        if (!run.isCurrent(this)) {
            throw broken("called next while next was running");
        }
        if (proceeds > 0 && !layer.policy().repeats()) {
            throw broken("called next twice; only a policy that says repeats() may");
        }
    }

    private AiException broken(String what) {
        return new AiException(AiError.of(AiError.Category.EXTENSION, layer.name(), layer.name() + " " + what)
                .withExtensionId(layer.name()));
    }
}
