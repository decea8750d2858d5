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
 * One run of a policy in a chain: its call, its {@code next}, and its entry in the trace. It is small because a chain
 * has many.
 */
final class PolicyRun implements Policy.Next {
    private static final int CLOSED = -1;

    private final ChainRun run;
    final int index;

    /** The call that the policy receives, its deltas going through {@link #tap}. */
    final AiCall call;

    final FoldingSink tap;
    private final Usage before;

    /** The enclosing policy that was entered in the same loop. */
    final @Nullable PolicyRun outer;

    /** The handler of the return; set for a response policy. */
    @Nullable
    ResponsePolicyRun response;

    /** The return of a policy that does not pass the call on. */
    @Nullable
    AiReturn failed;

    @Nullable
    AiReturn inner;

    /** The tools offered in the call that led to {@link #inner}. */
    private List<ToolDefinition> innerOffered = List.of();

    /** The tools offered in every inner call. */
    private List<ToolDefinition> common = List.of();

    /** The last remark of the policy; empty if there is none. */
    String remark = "";

    private int proceeds;

    final long began;

    /** The duration: of a policy in the loop its own time, of one that wraps the rest of the chain the total. */
    long nanos;

    /** Whether it was called around the inner policies, or is the provider. */
    boolean wraps;

    PolicyRun(ChainRun run, int index, AiCall call, @Nullable PolicyRun outer) {
        this.run = run;
        this.index = index;
        this.tap = FoldingSink.over(call.sink(), run);
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

    /** Returns the return, reconciled with the deltas that this policy passed on. */
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

    /**
     * Returns the tools offered in the call that led to this return; of a combined return, the tools that all calls
     * offered.
     */
    @SuppressWarnings("ReferenceEquality") // identity decides which call it came from, as two returns may be equal
    List<ToolDefinition> offered(AiReturn said) {
        if (inner == null) {
            return call.tools();
        }
        return said == inner ? innerOffered : common;
    }

    /** Begins another attempt: the deltas of the former one in this invocation are withdrawn first. */
    private void again(AiCall next) {
        if (next.sink() instanceof FoldingSink other) {
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
            throw broken("called next twice; only a policy whose mayRepeat() is true may");
        }
    }

    private AiException broken(String what) {
        return new AiException(run.broken(this, what));
    }
}
