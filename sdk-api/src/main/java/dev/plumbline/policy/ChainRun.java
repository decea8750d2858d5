package dev.plumbline.policy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One call on its way through a chain: runs layer after layer, keeps their laws at each boundary, and remembers. */
final class ChainRun implements Consumer<String> {
    private final Layer[] layers;
    private final AiProvider provider;
    private final boolean traced;
    private final Thread thread = Thread.currentThread();
    private final List<Hop> hops;
    private Optional<Hop> current = Optional.empty();
    private long lastTook;

    ChainRun(Layer[] layers, AiProvider provider, boolean traced) {
        this.layers = layers;
        this.provider = provider;
        this.traced = traced;
        this.hops = traced ? new ArrayList<>(layers.length + 1) : List.of();
    }

    AiReturn start(AiCall call) {
        AiReturn ret = enter(0, call.withDiagnostics(this));
        return traced ? ret.withTrace(Trace.of(this::steps)) : ret;
    }

    /** A remark of the layer now running. */
    @Override
    public void accept(String remark) {
        current.ifPresent(hop -> hop.note = remark);
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    boolean isCurrent(Hop hop) {
        return current.isPresent() && current.get() == hop;
    }

    void backTo(Hop hop) {
        current = Optional.of(hop);
        hop.inside += lastTook;
    }

    AiReturn enter(int index, AiCall call) {
        Tap tap = Tap.over(call.sink());
        AiCall tapped = tap == call.sink() ? call : call.withSink(tap);
        return index == layers.length ? atProvider(tapped, tap) : atLayer(index, tapped, tap);
    }

    private AiReturn atLayer(int index, AiCall call, Tap tap) {
        Hop hop = begin(new Hop(this, index, layers[index], call));
        Usage before = tap.usage();
        AiReturn ret;
        try {
            ret = layers[index].policy().around(call, hop);
            ret = ret == null ? failed(tap, broken(hop, "returned null")) : ret;
        } catch (AiException e) {
            ret = failed(tap, e.error());
        } catch (Throwable t) {
            ret = thrown(index, hop, tap, t);
        }
        hop.close();
        AiReturn settled = tap.settle(ret, before);
        end(hop);
        return settled;
    }

    private AiReturn atProvider(AiCall call, Tap tap) {
        Hop hop = begin(new Hop(this, layers.length, new Layer("provider", (c, n) -> n.proceed(c)), call));
        Usage before = tap.usage();
        AiReturn ret = refusal(call).map(error -> failed(tap, error)).orElseGet(() -> provide(call, tap));
        AiReturn settled = tap.settle(ret, before);
        call.spending().add(settled.usage());
        end(hop);
        return settled;
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
            return ret == null ? failed(tap, internal("returned null", Optional.empty())) : ret;
        } catch (AiException e) {
            return failed(tap, e.error());
        } catch (Throwable t) {
            return failed(tap, internal("threw " + t.getClass().getName(), Optional.of(t)));
        }
    }

    private AiError internal(String what, Optional<Throwable> cause) {
        AiError error = AiError.of(
                AiError.Category.INTERNAL,
                "provider",
                "provider " + provider.id() + " " + what + " in place of a return");
        return cause.map(error::withCause).orElse(error);
    }

    /** A layer threw: it fails the call, or is skipped with what the layers further in said. */
    private AiReturn thrown(int index, Hop hop, Tap tap, Throwable t) {
        if (layers[index].policy().failureMode() == FailureMode.SKIP) {
            hop.note = "skipped: threw " + t.getClass().getName();
            hop.close();
            return hop.inner.orElseGet(() -> enter(index + 1, hop.call));
        }
        return failed(tap, broken(hop, "threw " + t.getClass().getName()).withCause(t));
    }

    private static AiError broken(Hop hop, String what) {
        return AiError.of(AiError.Category.EXTENSION, hop.name(), hop.name() + " " + what)
                .withExtensionId(hop.name());
    }

    private static AiReturn failed(Tap tap, AiError error) {
        return tap.content(AiReturn.failed(error));
    }

    private Hop begin(Hop hop) {
        current = Optional.of(hop);
        if (traced) {
            hops.add(hop);
            hop.began = System.nanoTime();
        }
        return hop;
    }

    private void end(Hop hop) {
        if (traced) {
            hop.took = System.nanoTime() - hop.began;
            lastTook = hop.took;
        }
    }

    private List<Trace.Step> steps() {
        return hops.stream()
                .map(hop -> new Trace.Step(
                        hop.name(),
                        Duration.ofNanos(hop.took),
                        Duration.ofNanos(hop.took - hop.inside),
                        hop.call.fingerprint(),
                        hop.passed.fingerprint(),
                        hop.shortCircuit() && !hop.name().equals("provider"),
                        hop.note))
                .toList();
    }
}
