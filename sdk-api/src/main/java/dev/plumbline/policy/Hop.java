package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One policy while it runs in a chain: its call, its {@code next}, and what the trace will show of it. It is small because
 * a chain has many.
 */
final class Hop implements Policy.Next {
    private static final int CLOSED = -1;

    private final ChainRun run;
    final int index;

    /** The call as the policy gets it, its deltas going through {@link #tap}. */
    final AiCall call;

    final Tap tap;
    private final Usage before;

    /** The policy around it that was entered in the same loop. */
    final @Nullable Hop outer;

    /** What is to be done with the return; of a response policy. */
    @Nullable
    Filtering response;

    /** What it ends with when it lets nothing further in. */
    @Nullable
    AiReturn failed;

    @Nullable
    AiReturn inner;

    /** What was offered in the call behind {@link #inner}. */
    private List<ToolDefinition> innerOffered = List.of();

    /** What was offered in every call further in. */
    private List<ToolDefinition> common = List.of();

    /** The last remark of the policy; empty when there is none. */
    String remark = "";

    private int proceeds;

    final long began;

    /** How long it took: of a policy in the loop its own time, of one that wraps the rest of the chain the total. */
    long nanos;

    /** Whether it was called around the inner policies, or is the provider. */
    boolean wraps;

    Hop(ChainRun run, int index, AiCall call, @Nullable Hop outer) {
        this.run = run;
        this.index = index;
        this.tap = Tap.over(call.sink(), run);
        this.call = tap == call.sink() ? call : call.withSink(tap);
        this.before = tap.usage;
        this.outer = outer;
        this.began = run.now();
        if (outer != null) {
            outer.nanos = began - outer.began;
        }
    }

    void close() {
        proceeds = CLOSED;
    }

    /** The return, reconciled with the deltas that this policy passed on. */
    AiReturn settle(AiReturn ret) {
        return tap.isAgreed(ret, before) ? ret : tap.settle(ret, before);
    }

    @Override
    public AiReturn proceed(AiCall next) {
        check();
        if (proceeds++ > 0) {
            again(next);
        }
        AiReturn ret = run.run(index + 1, next);
        run.backTo(this);
        return answered(ret);
    }

    /** Stores the return of the inner policies. */
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

    /** The tools offered in the call that led to this return; of a return made of several, the tools that all offered. */
    @SuppressWarnings("ReferenceEquality") // which return it is counts, not what it says: two may say the same
    List<ToolDefinition> offered(AiReturn said) {
        if (inner == null) {
            return call.tools();
        }
        return said == inner ? innerOffered : common;
    }

    /** Begins another attempt: what the former one showed through this invocation is taken back first. */
    private void again(AiCall next) {
        if (next.sink() instanceof Tap other) {
            other.reset();
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
        return new AiException(run.broken(this, what));
    }
}
