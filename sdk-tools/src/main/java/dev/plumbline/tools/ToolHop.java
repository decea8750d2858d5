package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One layer's turn with a call, and its door to the layers further in. */
final class ToolHop implements ToolPolicy.Next {
    private final ToolChain chain;
    private final int index;
    private final FencedContext call;
    private final Function<FencedContext, ToolEnvelope> tool;
    private final Thread thread = Thread.currentThread();
    private final long began;
    private long took;
    private String remark = "";
    private @Nullable ToolEnvelope inner;
    private @Nullable ToolEnvelope outcome;
    private boolean closed;

    ToolHop(ToolChain chain, int index, FencedContext call, Function<FencedContext, ToolEnvelope> tool) {
        this.chain = chain;
        this.index = index;
        this.call = call;
        this.tool = tool;
        this.began = trace().now();
        trace().began(this);
    }

    private ToolTrace trace() {
        return call.setting().trace();
    }

    /** It is over, with this outcome. */
    ToolEnvelope ended(ToolEnvelope envelope) {
        closed = true;
        outcome = envelope;
        took = trace().now() - began;
        remark = remark.isEmpty() ? trace().takeRemark() : remark;
        return envelope;
    }

    /** What is to be said of it. */
    void remark(String words) {
        remark = words;
    }

    int index() {
        return index;
    }

    FencedContext call() {
        return call;
    }

    Duration took() {
        return Duration.ofNanos(took);
    }

    /** The layer; empty for the tool behind all of them. */
    Optional<ToolLayer> layer() {
        return chain.layer(index);
    }

    /** What it decided: its own words, and its outcome where that is not just what came from further in. */
    String note() {
        ToolEnvelope said = outcome;
        if (said == null || said.equals(inner)) {
            return remark;
        }
        String own = (inner == null ? "" : "changed to ") + ToolTrace.code(said);
        return remark.isEmpty() ? own : own + ": " + remark;
    }

    ToolEnvelope atTool() {
        return tool.apply(call);
    }

    /** What the layers further in said, or say now. */
    ToolEnvelope innerOr(FencedContext unchanged) {
        ToolEnvelope said = inner == null ? inside(unchanged) : inner;
        inner = said;
        return said;
    }

    /** Only the arguments are taken from what a layer passes on. */
    @Override
    public ToolEnvelope proceed(ToolContext next) {
        check();
        FencedContext passed = call.withArgumentsOf(next);
        ToolEnvelope answer =
                passed.equals(call) ? inside(call) : passed.refusal().orElseGet(() -> inside(passed));
        inner = answer;
        return answer;
    }

    private ToolEnvelope inside(FencedContext passed) {
        return chain.enter(index + 1, passed, tool);
    }

    private void check() {
        if (closed) {
            throw broken("called next after it had returned");
        }
        if (Thread.currentThread() != thread) {
            throw broken("called next on another thread");
        }
        if (inner != null && !call.setting().item().definition().idempotent()) {
            throw broken("called next twice; only an idempotent tool may run again");
        }
    }

    private IllegalStateException broken(String what) {
        return new IllegalStateException(
                "tool policy " + layer().map(ToolLayer::name).orElse("") + " " + what);
    }
}
