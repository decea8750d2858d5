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
 * One call on its way through a chain. Request and response policies run in a loop; only a policy that wraps the inner ones
 * is called around them. Enforces the fold law after each policy, and records what ran.
 */
final class ChainRun {
    static final String PROVIDER = "provider";

    private final Layer[] policies;
    private final AiProvider provider;
    private final CallRecorder recorder;
    private final Thread thread = Thread.currentThread();
    private Hop[] invocations;
    private int count;
    private @Nullable Hop current;

    /** What was offered in the call behind the newest return. */
    private List<ToolDefinition> offered = List.of();

    ChainRun(Layer[] policies, AiProvider provider, CallRecorder recorder) {
        this.policies = policies;
        this.provider = provider;
        this.recorder = recorder;
        this.invocations = new Hop[policies.length + 1];
    }

    /** The recorder of the deltas of the next tap: only the outermost one is measured. */
    CallRecorder recorder() {
        return count == 0 ? recorder : CallRecorder.NONE;
    }

    /** What ran, in the order in which it was entered. */
    Hop[] invocations() {
        return Arrays.copyOf(invocations, count);
    }

    /** How long each policy and the provider took without the inner ones, the innermost first. */
    List<StepTime> times() {
        List<StepTime> times = new ArrayList<>(count);
        long[] inside = new long[depth() + 1];
        for (int i = count - 1; i >= 0; i--) {
            Hop invocation = invocations[i];
            long took = invocation.wraps ? invocation.nanos : invocation.nanos + inside[invocation.index + 1];
            Label name = invocation.index == policies.length ? Layer.PROVIDER : policies[invocation.index].label();
            times.add(new StepTime(
                    StepTime.Kind.POLICY,
                    name,
                    invocation.began - invocations[0].began,
                    took - inside[invocation.index + 1]));
            inside[invocation.index + 1] = 0;
            inside[invocation.index] += took;
        }
        return times;
    }

    /** The tools that were offered in the call that was answered. */
    List<ToolDefinition> offered() {
        return offered;
    }

    /** A remark of the running policy. */
    void remark(String note) {
        if (current != null) {
            current.remark = note;
        }
    }

    /** The time in nanoseconds, for the trace. */
    long now() {
        return System.nanoTime();
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    boolean isCurrent(Hop invocation) {
        return current == invocation;
    }

    boolean repeats(int index) {
        return policies[index].policy().repeats();
    }

    /** The maximum nesting depth: all policies, and the provider. */
    int depth() {
        return policies.length + 1;
    }

    String nameOf(int index) {
        return index == policies.length ? PROVIDER : policies[index].name();
    }

    void backTo(Hop invocation) {
        current = invocation;
    }

    /** Runs the policies from that place on: down to the provider or a policy that wraps it, and back. */
    AiReturn run(int from, AiCall call) {
        Hop invocation = begin(from, call, null);
        while (invocation.index < policies.length) {
            AiCall next = entered(policies[invocation.index], invocation);
            if (next == null) {
                break;
            }
            invocation = begin(invocation.index + 1, next, invocation);
        }
        AiReturn ret = invocation.failed;
        if (ret == null) {
            ret = invocation.index == policies.length
                    ? atProvider(invocation)
                    : around(policies[invocation.index].policy(), invocation);
            invocation.wraps = true;
            invocation.nanos = now() - invocation.began;
        }
        offered = invocation.offered(ret);
        ret = invocation.settle(ret);
        if (invocation.index == policies.length) {
            invocation.call.spending().add(ret.usage());
        }
        for (Hop out = invocation.outer; out != null; out = out.outer) {
            ret = out.settle(out.response == null ? ret : left(out, out.response, ret));
        }
        return ret;
    }

    private Hop begin(int index, AiCall call, @Nullable Hop outer) {
        Hop invocation = new Hop(this, index, call, outer);
        invocations = count < invocations.length ? invocations : Arrays.copyOf(invocations, 2 * count);
        invocations[count++] = invocation;
        current = invocation;
        return invocation;
    }

    /** The call as a policy passes it on; null when the policy wraps the inner ones, or failed. */
    private @Nullable AiCall entered(Layer registration, Hop invocation) {
        try {
            AiCall next = enter(registration, invocation);
            if (next != null || registration.wraps()) {
                return next;
            }
            invocation.failed = failed(invocation, broken(invocation, "returned null"));
        } catch (AiException e) {
            invocation.failed = failed(invocation, e.error());
        } catch (Throwable t) {
            if (registration.policy().failureMode() == FailureMode.SKIP) {
                remark(skipped(t));
                return invocation.call;
            }
            invocation.failed = failed(invocation, threw(invocation, t));
        }
        return null;
    }

    /** The call after that policy; null when the policy wraps the inner ones, or returns null itself. */
    private static @Nullable AiCall enter(Layer registration, Hop invocation) {
        AiCall next = invocation.call;
        if (!registration.policy().concerns(next)) {
            return next;
        }
        if (registration.wraps()) {
            return null;
        }
        if (registration.request() != null) {
            next = registration.request().onRequest(next);
        }
        if (registration.response() != null && next != null) {
            Filtering filtering = new Filtering(registration.response(), next);
            invocation.response = filtering; // what is to be done with the response
            next = filtering.inner();
        }
        return next;
    }

    /** The return after a response policy. */
    private AiReturn left(Hop invocation, Filtering response, AiReturn inner) {
        current = invocation;
        long began = now();
        try {
            AiReturn ret = response.judge(inner);
            return ret == null ? failed(invocation, broken(invocation, "returned null")) : ret;
        } catch (AiException e) {
            return failed(invocation, e.error());
        } catch (Throwable t) {
            if (policies[invocation.index].policy().failureMode() == FailureMode.SKIP) {
                remark(skipped(t));
                return inner;
            }
            return failed(invocation, threw(invocation, t));
        } finally {
            invocation.nanos += now() - began;
        }
    }

    private AiReturn around(Policy policy, Hop invocation) {
        try {
            AiReturn ret = policy.around(invocation.call, invocation);
            return ret == null ? failed(invocation, broken(invocation, "returned null")) : ret;
        } catch (AiException e) {
            return failed(invocation, e.error());
        } catch (Throwable t) {
            return policy.failureMode() == FailureMode.SKIP
                    ? passed(invocation, t)
                    : failed(invocation, threw(invocation, t));
        } finally {
            invocation.close();
        }
    }

    /** A policy that may be skipped threw: the return of the inner ones is used, or they are called now. */
    private AiReturn passed(Hop invocation, Throwable t) {
        remark(skipped(t));
        invocation.close();
        return invocation.inner == null
                ? invocation.answered(run(invocation.index + 1, invocation.call))
                : invocation.inner;
    }

    private AiReturn atProvider(Hop invocation) {
        AiError refusal = refusal(invocation.call);
        if (refusal != null) {
            return failed(invocation, refusal);
        }
        try {
            AiReturn ret = provider.call(invocation.call);
            return ret == null ? failed(invocation, internal("returned null")) : ret;
        } catch (AiException e) {
            return failed(invocation, e.error());
        } catch (Throwable t) {
            return failed(
                    invocation, internal("threw " + t.getClass().getName()).withCause(t));
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

    private AiError threw(Hop invocation, Throwable t) {
        return broken(invocation, "threw " + t.getClass().getName()).withCause(t);
    }

    AiError broken(Hop invocation, String what) {
        String name = nameOf(invocation.index);
        return AiError.of(AiError.Category.EXTENSION, name, name + " " + what).withExtensionId(name);
    }

    private static AiReturn failed(Hop invocation, AiError error) {
        return invocation.tap.content(AiReturn.failed(error));
    }
}
