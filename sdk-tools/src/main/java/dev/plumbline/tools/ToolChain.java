package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.ToolPolicy.Admission;
import dev.plumbline.tool.ToolContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The layers around one tool, outermost first, and the runner that keeps their laws: each asks the next one at most once,
 * on its own thread and before it returns, and one that throws fails the call, whatever it meant to say. All of them are
 * asked on the way in, in a loop; only those that wrap the call recurse.
 */
final class ToolChain {
    /** What the innermost step is called behind the tool's name: the tool itself. */
    private static final String RUN = "run";

    private final ToolLayer[] layers;

    /** From each place the next layer further in that wraps the call, or the tool behind all of them. */
    private final int[] wrapping;

    private final List<String> names = new ArrayList<>();

    ToolChain(ToolDefinition tool, List<ToolLayer> all) {
        layers = all.stream().filter(layer -> layer.concerns(tool)).toArray(ToolLayer[]::new);
        wrapping = new int[layers.length + 1];
        wrapping[layers.length] = layers.length;
        for (int i = layers.length - 1; i >= 0; i--) {
            wrapping[i] = layers[i].wraps(tool) ? i : wrapping[i + 1];
        }
        for (ToolLayer layer : layers) {
            names.add(layer.name());
        }
        names.add(RUN);
    }

    /** The names of the layers, outermost first, and last the tool's own step. */
    List<String> names() {
        return names;
    }

    /** The way in: which arguments the call may run with, or its answer. */
    Admission admit(FencedContext call) {
        FencedContext admitted = call;
        for (ToolLayer layer : layers) {
            Admission admission = admit(layer, admitted);
            ToolTrace trace = call.setting().trace();
            if (!(admission instanceof Admission.Granted granted)) {
                trace.admitted(layer.name(), admitted.toolCall(), admitted.toolCall(), true);
                return admission;
            }
            FencedContext passed = admitted.withArgumentsOf(granted.call());
            trace.admitted(layer.name(), admitted.toolCall(), passed.toolCall(), false);
            admitted = passed;
        }
        return Admission.granted(admitted);
    }

    private static Admission admit(ToolLayer layer, FencedContext call) {
        try {
            return Objects.requireNonNull(layer.admit(call), "an admission");
        } catch (Throwable t) {
            call.setting().trace().remark(threw(t));
            return skips(layer, call, t)
                    ? Admission.granted(call)
                    : Admission.answered(failed(layer.name(), call, t).withEffect(ToolEnvelope.Effect.NOT_STARTED));
        }
    }

    /** Through every layer that wraps the call to the tool and back. */
    ToolEnvelope around(FencedContext call, Function<FencedContext, ToolEnvelope> tool) {
        return enter(0, call, tool);
    }

    private ToolEnvelope enter(int from, FencedContext call, Function<FencedContext, ToolEnvelope> tool) {
        Setting setting = call.setting();
        int at = wrapping[from];
        Hop hop = new Hop(at, call, tool, setting.shop().time().nanos());
        setting.trace().began(hop);
        ToolEnvelope envelope = at == layers.length ? tool.apply(call) : atLayer(layers[at], hop);
        return hop.end(envelope, setting.shop().time().nanos(), setting.trace().takeRemark());
    }

    private static ToolEnvelope atLayer(ToolLayer layer, Hop hop) {
        try {
            return Objects.requireNonNull(layer.around(hop.call, hop), "an envelope");
        } catch (Throwable t) {
            hop.remark(threw(t));
            return skips(layer, hop.call, t) ? hop.skipped() : failed(layer.name(), hop.call, t);
        }
    }

    private static String threw(Throwable t) {
        return "threw " + t.getClass().getName();
    }

    private static boolean skips(ToolLayer layer, FencedContext call, Throwable t) {
        boolean skips = layer.failureMode() == FailureMode.SKIP && !(t instanceof AiException);
        if (skips) {
            call.setting().report(layer.name(), t);
        }
        return skips;
    }

    /** What the model is told when that layer threw; the turn ends. */
    static ToolEnvelope failed(String layer, FencedContext call, Throwable t) {
        if (call.setting().scope().cancellation().isCancelled()) {
            return Outcomes.cancelled(false);
        }
        call.setting().scope().tell(watch -> watch.ending(error(layer, t)));
        return ToolEnvelope.failed(
                ToolEnvelope.Code.FAILED, "The layer " + layer + " around this tool failed; the turn ends.");
    }

    private static AiError error(String layer, Throwable t) {
        if (t instanceof AiException e) {
            return e.error();
        }
        String what = layer + " " + threw(t);
        return AiError.of(AiError.Category.EXTENSION, layer, what)
                .withExtensionId(layer)
                .withCause(t);
    }

    /** One layer's turn with a call, and its way to the layers further in. */
    private final class Hop extends ToolStep implements ToolPolicy.Next {
        private final FencedContext call;
        private final Function<FencedContext, ToolEnvelope> tool;
        private final Thread thread = Thread.currentThread();

        Hop(int index, FencedContext call, Function<FencedContext, ToolEnvelope> tool, long began) {
            super(index, call.toolCall(), began);
            this.call = call;
            this.tool = tool;
        }

        /** What the layers further in said, or say now. */
        ToolEnvelope skipped() {
            ToolEnvelope said = inner();
            return said == null ? inside(call) : said;
        }

        /** Only the arguments are taken from what a layer passes on. */
        @Override
        @SuppressWarnings("ReferenceEquality") // the same arguments are the same context
        public ToolEnvelope proceed(ToolContext next) {
            check();
            FencedContext passed = call.withArgumentsOf(next);
            ToolEnvelope refusal = passed == call ? null : passed.refusal();
            return refusal == null ? inside(passed) : answered(refusal);
        }

        private ToolEnvelope inside(FencedContext passed) {
            return answered(enter(index() + 1, passed, tool));
        }

        private void check() {
            if (isOver()) {
                throw broken("called next after it had returned");
            }
            if (Thread.currentThread() != thread) {
                throw broken("called next on another thread");
            }
            if (inner() != null && !call.setting().definition().isIdempotent()) {
                throw broken("called next twice; only an idempotent tool may run again");
            }
        }

        private IllegalStateException broken(String what) {
            return new IllegalStateException("tool policy " + layers[index()].name() + " " + what);
        }
    }
}
