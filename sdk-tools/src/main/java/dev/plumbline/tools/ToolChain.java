package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.ToolPolicy.Admission;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The layers around one tool, outermost first, and the runner that keeps their laws: each asks the next one at most once,
 * on its own thread and before it returns, and one that throws fails the call, whatever it meant to say.
 */
final class ToolChain {
    private final ToolLayer[] layers;

    ToolChain(List<ToolLayer> layers) {
        this.layers = layers.toArray(ToolLayer[]::new);
    }

    /** The layer at that place; empty behind the last, where the tool is. */
    Optional<ToolLayer> layer(int index) {
        return index < layers.length ? Optional.of(layers[index]) : Optional.empty();
    }

    /** The way in: which arguments the call may run with, or its answer. */
    Admission admit(FencedContext call) {
        FencedContext admitted = call;
        for (ToolLayer layer : layers) {
            Admission admission = admit(layer, admitted);
            if (!(admission instanceof Admission.Granted granted)) {
                call.setting().trace().admitted(layer.name(), admitted, admitted, true);
                return admission;
            }
            FencedContext passed = admitted.withArgumentsOf(granted.call());
            call.setting().trace().admitted(layer.name(), admitted, passed, false);
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

    /** Through every layer to the tool and back. */
    ToolEnvelope around(FencedContext call, Function<FencedContext, ToolEnvelope> tool) {
        return enter(0, call, tool);
    }

    ToolEnvelope enter(int index, FencedContext call, Function<FencedContext, ToolEnvelope> tool) {
        ToolHop hop = new ToolHop(this, index, call, tool);
        return hop.ended(index == layers.length ? hop.atTool() : atLayer(layers[index], hop));
    }

    private static ToolEnvelope atLayer(ToolLayer layer, ToolHop hop) {
        try {
            return Objects.requireNonNull(layer.around(hop.call(), hop), "an envelope");
        } catch (Throwable t) {
            hop.remark(threw(t));
            return skips(layer, hop.call(), t) ? hop.innerOr(hop.call()) : failed(layer.name(), hop.call(), t);
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
}
