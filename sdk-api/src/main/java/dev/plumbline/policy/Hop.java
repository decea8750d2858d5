package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One layer while it runs: the door to the layers further in, and what the trace will say of it. Kept small: a chain has many. */
final class Hop implements Policy.Next {
    private static final int CLOSED = -1;

    private final ChainRun run;
    final int index;
    final AiCall call;

    @Nullable
    AiReturn inner;

    /** What was offered in the call behind {@link #inner}. */
    private List<ToolDefinition> innerOffered = List.of();

    /** What was offered in every call further in. */
    private List<ToolDefinition> common = List.of();

    /** What the layer last said of itself; empty when nothing. */
    String remark = "";

    private int proceeds;

    /** When it began, until it ends; then how long it took. */
    private long nanos;

    Hop(ChainRun run, int index, AiCall call) {
        this.run = run;
        this.index = index;
        this.call = call;
    }

    void began(long now) {
        nanos = now;
    }

    void ended(long now) {
        nanos = now - nanos;
    }

    long took() {
        return nanos;
    }

    void close() {
        proceeds = CLOSED;
    }

    @Override
    public AiReturn proceed(AiCall next) {
        check();
        if (proceeds++ > 0) {
            again(next);
        }
        AiReturn ret = run.enter(index + 1, next);
        run.backTo(this);
        return answered(ret);
    }

    /** The layers further in have said this. */
    AiReturn answered(AiReturn ret) {
        List<ToolDefinition> now = run.offered();
        common = inner == null ? now : common(common, now);
        innerOffered = now;
        inner = ret;
        return ret;
    }

    private static List<ToolDefinition> common(List<ToolDefinition> before, List<ToolDefinition> now) {
        return before == now
                ? now
                : now.stream()
                        .filter(tool ->
                                before.stream().anyMatch(other -> other.name().equals(tool.name())))
                        .toList();
    }

    /** What was offered in the call behind that return of the layer; of one it made of several, what all offered. */
    List<ToolDefinition> offered(AiReturn said) {
        if (inner == null) {
            return call.tools();
        }
        return said == inner ? innerOffered : common;
    }

    /** Another attempt: what the former one showed through this door is taken back first. */
    private void again(AiCall next) {
        if (next.sink() instanceof Tap tap) {
            tap.reset();
        } else if (inner != null && !inner.interactions().isEmpty()) {
            next.sink().accept(new AiDelta.Reset(proceeds));
        }
    }

    private void check() {
        if (proceeds == CLOSED) {
            throw broken("called next after it had returned");
        }
        if (!run.isOwnThread()) {
            throw broken("called next on another thread; next belongs to the thread that runs the chain");
        }
        if (!run.isCurrent(this)) {
            throw broken("called next while next was running");
        }
        if (proceeds > 0 && !run.repeats(index)) {
            throw broken("called next twice; only a policy that says repeats() may");
        }
    }

    private AiException broken(String what) {
        String name = run.nameOf(index);
        return new AiException(
                AiError.of(AiError.Category.EXTENSION, name, name + " " + what).withExtensionId(name));
    }
}
