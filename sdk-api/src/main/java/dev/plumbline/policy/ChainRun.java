package dev.plumbline.policy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.CallRecorder;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Label;
import dev.plumbline.event.StepTime;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way through a chain. Policies of the way in and of the way out run in a loop; only one that wraps what lies
 * further in is called around it. Keeps their laws at each boundary, and remembers what ran.
 */
final class ChainRun {
    static final String PROVIDER = "provider";

    private final Layer[] layers;
    private final AiProvider provider;
    private final CallRecorder recorder;
    private final Thread thread = Thread.currentThread();
    private Hop[] hops;
    private int count;
    private @Nullable Hop current;

    /** What was offered in the call behind the newest return. */
    private List<ToolDefinition> offered = List.of();

    ChainRun(Layer[] layers, AiProvider provider, CallRecorder recorder) {
        this.layers = layers;
        this.provider = provider;
        this.recorder = recorder;
        this.hops = new Hop[layers.length + 1];
    }

    /** Who measures what passes the boundary that is made now: the outermost one alone is measured. */
    CallRecorder recorder() {
        return count == 0 ? recorder : CallRecorder.NONE;
    }

    /** What ran, in the order in which it was entered. */
    Hop[] hops() {
        return Arrays.copyOf(hops, count);
    }

    /** How long each policy and the provider took without what lies further in, the innermost first. */
    List<StepTime> times() {
        List<StepTime> times = new ArrayList<>(count);
        long[] inside = new long[depth() + 1];
        for (int i = count - 1; i >= 0; i--) {
            Hop hop = hops[i];
            long took = hop.wraps ? hop.nanos : hop.nanos + inside[hop.index + 1];
            Label name = hop.index == layers.length ? Layer.PROVIDER : layers[hop.index].label();
            times.add(
                    new StepTime(StepTime.Kind.POLICY, name, hop.began - hops[0].began, took - inside[hop.index + 1]));
            inside[hop.index + 1] = 0;
            inside[hop.index] += took;
        }
        return times;
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

    /** Nanoseconds for what a trace tells. */
    long now() {
        return System.nanoTime();
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

    /** Runs what stands at that place and further in: down to the provider or a policy that wraps it, and back. */
    AiReturn run(int from, AiCall call) {
        Hop hop = begin(from, call, null);
        while (hop.index < layers.length) {
            AiCall next = entered(layers[hop.index], hop);
            if (next == null) {
                break;
            }
            hop = begin(hop.index + 1, next, hop);
        }
        AiReturn ret = hop.failed;
        if (ret == null) {
            ret = hop.index == layers.length ? atProvider(hop) : around(layers[hop.index].policy(), hop);
            hop.wraps = true;
            hop.nanos = now() - hop.began;
        }
        offered = hop.offered(ret);
        ret = hop.settle(ret);
        if (hop.index == layers.length) {
            hop.call.spending().add(ret.usage());
        }
        for (Hop out = hop.outer; out != null; out = out.outer) {
            ret = out.settle(out.response == null ? ret : left(out, out.response, ret));
        }
        return ret;
    }

    private Hop begin(int index, AiCall call, @Nullable Hop outer) {
        Hop hop = new Hop(this, index, call, outer);
        hops = count < hops.length ? hops : Arrays.copyOf(hops, 2 * count);
        hops[count++] = hop;
        current = hop;
        return hop;
    }

    /** The call as a policy lets it go on; null when the policy wraps what lies further in, or failed. */
    private @Nullable AiCall entered(Layer layer, Hop hop) {
        try {
            AiCall next = enter(layer, hop);
            if (next != null || layer.wraps()) {
                return next;
            }
            hop.failed = failed(hop, broken(hop, "returned null"));
        } catch (AiException e) {
            hop.failed = failed(hop, e.error());
        } catch (Throwable t) {
            if (layer.policy().failureMode() == FailureMode.SKIP) {
                remark(skipped(t));
                return hop.call;
            }
            hop.failed = failed(hop, threw(hop, t));
        }
        return null;
    }

    /** The call behind that policy; null when the policy wraps what lies further in, or returns null itself. */
    private static @Nullable AiCall enter(Layer layer, Hop hop) {
        AiCall next = hop.call;
        if (!layer.policy().concerns(next)) {
            return next;
        }
        if (layer.wraps()) {
            return null;
        }
        if (layer.request() != null) {
            next = layer.request().onRequest(next);
        }
        if (layer.response() != null && next != null) {
            Filtering filtering = new Filtering(layer.response(), next);
            hop.response = filtering; // what is to be done on the way out
            next = filtering.inner();
        }
        return next;
    }

    /** What a policy of the way out makes of what came back. */
    private AiReturn left(Hop hop, Filtering response, AiReturn inner) {
        current = hop;
        long began = now();
        try {
            AiReturn ret = response.judge(inner);
            return ret == null ? failed(hop, broken(hop, "returned null")) : ret;
        } catch (AiException e) {
            return failed(hop, e.error());
        } catch (Throwable t) {
            if (layers[hop.index].policy().failureMode() == FailureMode.SKIP) {
                remark(skipped(t));
                return inner;
            }
            return failed(hop, threw(hop, t));
        } finally {
            hop.nanos += now() - began;
        }
    }

    private AiReturn around(Policy policy, Hop hop) {
        try {
            AiReturn ret = policy.around(hop.call, hop);
            return ret == null ? failed(hop, broken(hop, "returned null")) : ret;
        } catch (AiException e) {
            return failed(hop, e.error());
        } catch (Throwable t) {
            return policy.failureMode() == FailureMode.SKIP ? passed(hop, t) : failed(hop, threw(hop, t));
        } finally {
            hop.close();
        }
    }

    /** A policy that may be missed threw: what lies further in said stands, or is asked now. */
    private AiReturn passed(Hop hop, Throwable t) {
        remark(skipped(t));
        hop.close();
        return hop.inner == null ? hop.answered(run(hop.index + 1, hop.call)) : hop.inner;
    }

    private AiReturn atProvider(Hop hop) {
        AiError refusal = refusal(hop.call);
        if (refusal != null) {
            return failed(hop, refusal);
        }
        try {
            AiReturn ret = provider.call(hop.call);
            return ret == null ? failed(hop, internal("returned null")) : ret;
        } catch (AiException e) {
            return failed(hop, e.error());
        } catch (Throwable t) {
            return failed(hop, internal("threw " + t.getClass().getName()).withCause(t));
        }
    }

    private static @Nullable AiError refusal(AiCall call) {
        if (call.cancellation().isCancelled()) {
            return ended(call);
        }
        Optional<String> unpaired = AiBody.unpaired(call.effective());
        return unpaired.isPresent()
                ? AiError.of(AiError.Category.INVALID_REQUEST, "unpaired-tool-call", unpaired.get())
                : call.spending().takeProviderCall().orElse(null);
    }

    private static AiError ended(AiCall call) {
        try {
            call.cancellation().throwIfCancelled();
            return AiError.of(AiError.Category.CANCELLED, "cancelled", "");
        } catch (AiException e) {
            return e.error();
        }
    }

    private AiError internal(String what) {
        return AiError.of(
                AiError.Category.INTERNAL,
                PROVIDER,
                "provider " + provider.id() + " " + what + " in place of a return");
    }

    private static String skipped(Throwable t) {
        return "skipped: threw " + t.getClass().getName();
    }

    private AiError threw(Hop hop, Throwable t) {
        return broken(hop, "threw " + t.getClass().getName()).withCause(t);
    }

    AiError broken(Hop hop, String what) {
        String name = nameOf(hop.index);
        return AiError.of(AiError.Category.EXTENSION, name, name + " " + what).withExtensionId(name);
    }

    private static AiReturn failed(Hop hop, AiError error) {
        return hop.tap.content(AiReturn.failed(error));
    }
}
