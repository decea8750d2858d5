package dev.plumbline.policy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** One call on its way through a chain: runs layer after layer, keeps their laws at each boundary, and remembers. */
final class ChainRun {
    static final String PROVIDER = "provider";

    private final Layer[] layers;
    private final AiProvider provider;
    private final boolean traced;
    private final Thread thread = Thread.currentThread();
    private Hop[] hops;
    private int count;
    private @Nullable Hop current;

    /** What was offered in the call behind the newest return. */
    private List<ToolDefinition> offered = List.of();

    ChainRun(Layer[] layers, AiProvider provider, boolean traced) {
        this.layers = layers;
        this.provider = provider;
        this.traced = traced;
        this.hops = new Hop[traced ? layers.length + 1 : 0];
    }

    AiReturn start(AiCall call) {
        AiReturn ret = enter(0, call);
        return traced ? ret.withTrace(Trace.of(() -> Steps.of(this, Arrays.copyOf(hops, count)), this::times)) : ret;
    }

    /** What each layer spent itself, the innermost first. */
    private void times(ObjLongConsumer<String> to) {
        long[] inside = new long[depth() + 1];
        for (int i = count - 1; i >= 0; i--) {
            int index = hops[i].index;
            to.accept(nameOf(index), hops[i].took() - inside[index + 1]);
            inside[index + 1] = 0;
            inside[index] += hops[i].took();
        }
    }

    /** The tools that were offered in the call that was answered. */
    List<ToolDefinition> offered() {
        return offered;
    }

    /** A remark of the layer now running. */
    void remark(String note) {
        if (current != null) {
            current.remark = note;
        }
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    boolean isCurrent(Hop hop) {
        return current == hop;
    }

    boolean repeats(int index) {
        return layers[index].policy().repeats();
    }

    /** How many may lie in each other: all layers, and the provider. */
    int depth() {
        return layers.length + 1;
    }

    String nameOf(int index) {
        return index == layers.length ? PROVIDER : layers[index].name();
    }

    void backTo(Hop hop) {
        current = hop;
    }

    AiReturn enter(int index, AiCall call) {
        Tap tap = Tap.over(call.sink(), this);
        AiCall tapped = tap == call.sink() ? call : call.withSink(tap);
        Hop hop = begin(new Hop(this, index, tapped));
        Usage before = tap.usage();
        AiReturn ret = index == layers.length ? atProvider(tapped, tap) : atLayer(hop, tap);
        hop.close();
        offered = hop.offered(ret);
        AiReturn settled = tap.settle(ret, before);
        if (index == layers.length) {
            tapped.spending().add(settled.usage());
        }
        if (traced) {
            hop.ended(System.nanoTime());
        }
        return settled;
    }

    private Hop begin(Hop hop) {
        current = hop;
        if (traced) {
            hops = count < hops.length ? hops : Arrays.copyOf(hops, 2 * count);
            hops[count++] = hop;
            hop.began(System.nanoTime());
        }
        return hop;
    }

    private AiReturn atLayer(Hop hop, Tap tap) {
        Policy policy = layers[hop.index].policy();
        try {
            AiReturn ret = policy.around(hop.call, hop);
            return ret == null ? failed(tap, broken(hop, "returned null")) : ret;
        } catch (AiException e) {
            return failed(tap, e.error());
        } catch (Throwable t) {
            return policy.failureMode() == FailureMode.SKIP
                    ? skipped(hop, t)
                    : failed(tap, broken(hop, "threw " + t.getClass().getName()).withCause(t));
        }
    }

    /** A layer that may be missed threw: what the layers further in said stands, or they are asked now. */
    private AiReturn skipped(Hop hop, Throwable t) {
        remark("skipped: threw " + t.getClass().getName());
        hop.close();
        return hop.inner == null ? hop.answered(enter(hop.index + 1, hop.call)) : hop.inner;
    }

    private AiReturn atProvider(AiCall call, Tap tap) {
        return refusal(call).map(error -> failed(tap, error)).orElseGet(() -> provide(call, tap));
    }

    private static Optional<AiError> refusal(AiCall call) {
        if (call.cancellation().isCancelled()) {
            return Optional.of(ended(call));
        }
        Optional<AiError> unpaired = AiBody.unpaired(call.effective())
                .map(fault -> AiError.of(AiError.Category.INVALID_REQUEST, "unpaired-tool-call", fault));
        return unpaired.isPresent() ? unpaired : call.spending().takeProviderCall();
    }

    private static AiError ended(AiCall call) {
        try {
            call.cancellation().throwIfCancelled();
            return AiError.of(AiError.Category.CANCELLED, "cancelled", "");
        } catch (AiException e) {
            return e.error();
        }
    }

    private AiReturn provide(AiCall call, Tap tap) {
        try {
            AiReturn ret = provider.call(call);
            return ret == null ? failed(tap, internal("returned null")) : ret;
        } catch (AiException e) {
            return failed(tap, e.error());
        } catch (Throwable t) {
            return failed(tap, internal("threw " + t.getClass().getName()).withCause(t));
        }
    }

    private AiError internal(String what) {
        return AiError.of(
                AiError.Category.INTERNAL,
                PROVIDER,
                "provider " + provider.id() + " " + what + " in place of a return");
    }

    private AiError broken(Hop hop, String what) {
        String name = nameOf(hop.index);
        return AiError.of(AiError.Category.EXTENSION, name, name + " " + what).withExtensionId(name);
    }

    private static AiReturn failed(Tap tap, AiError error) {
        return tap.content(AiReturn.failed(error));
    }
}
