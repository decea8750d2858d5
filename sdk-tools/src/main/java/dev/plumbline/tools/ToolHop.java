package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The door of one layer to the layers further in. */
final class ToolHop implements ToolPolicy.Next {
    private final FencedContext call;
    private final String layer;
    private final Function<FencedContext, ToolEnvelope> inside;
    private final Thread thread = Thread.currentThread();
    private @Nullable ToolEnvelope inner;
    private boolean closed;

    ToolHop(FencedContext call, String layer, Function<FencedContext, ToolEnvelope> inside) {
        this.call = call;
        this.layer = layer;
        this.inside = inside;
    }

    void close() {
        closed = true;
    }

    /** What the layers further in said, or say now. */
    ToolEnvelope innerOr(FencedContext unchanged) {
        ToolEnvelope said = inner;
        return said == null ? inside.apply(unchanged) : said;
    }

    /** Only the arguments are taken from what a layer passes on. */
    @Override
    public ToolEnvelope proceed(ToolContext next) {
        check();
        FencedContext passed = call.withArgumentsOf(next);
        ToolEnvelope said =
                passed.equals(call) ? inside.apply(call) : passed.refusal().orElseGet(() -> inside.apply(passed));
        inner = said;
        return said;
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
        return new IllegalStateException("tool policy " + layer + " " + what);
    }
}
