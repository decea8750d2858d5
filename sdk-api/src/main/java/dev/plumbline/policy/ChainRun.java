package dev.plumbline.policy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.CallRecorder;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.internal.AdditionGuard;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way through a chain. Request and response policies run in a loop; only a policy that wraps the inner
 * ones is called around them. Enforces the fold law after each policy, and records the steps.
 */
final class ChainRun {
    static final String PROVIDER = "provider";

    private final PolicyRegistration[] policies;
    private final AiProvider provider;
    private final CallRecorder recorder;
    private final Thread thread = Thread.currentThread();
    private PolicyRun[] invocations;
    private int count;
    private @Nullable PolicyRun current;

    /** The tools offered in the call that led to the newest return. */
    private List<ToolDefinition> offered = List.of();

    /** The facts that policies added to the newest call. */
    private Optional<Interaction.Context> facts = Optional.empty();

    ChainRun(PolicyRegistration[] policies, AiProvider provider, CallRecorder recorder) {
        this.policies = policies;
        this.provider = provider;
        this.recorder = recorder;
        this.invocations = new PolicyRun[policies.length + 1];
    }

    /** Returns the recorder for the deltas of the next sink: only the outermost one is measured. */
    CallRecorder recorder() {
        return count == 0 ? recorder : CallRecorder.NONE;
    }

    /** Returns the invocations, in the order in which they were entered. */
    PolicyRun[] invocations() {
        return Arrays.copyOf(invocations, count);
    }

    /** Returns the time of each policy and the provider without the inner ones, the innermost first. */
    List<StepTime> times() {
        List<StepTime> times = new ArrayList<>(count);
        long[] inside = new long[depth() + 1];
        for (int i = count - 1; i >= 0; i--) {
            PolicyRun invocation = invocations[i];
            long took = invocation.wraps ? invocation.nanos : invocation.nanos + inside[invocation.index + 1];
            TelemetryName name = invocation.index == policies.length
                    ? PolicyRegistration.PROVIDER
                    : policies[invocation.index].label();
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

    /** Returns the tools that were offered in the call that was answered. */
    List<ToolDefinition> offered() {
        return offered;
    }

    /** Returns the facts that policies added to the call that was answered. */
    Optional<Interaction.Context> facts() {
        return facts;
    }

    /** Stores a remark of the running policy instead of its last one; those of the provider are joined. */
    void remark(String note) {
        if (current != null) {
            boolean joined = current.index == policies.length && !current.remark.isEmpty();
            current.remark = joined ? current.remark + "; " + note : note;
        }
    }

    /** Returns the maximum nesting depth: all policies, and the provider. */
    int depth() {
        return policies.length + 1;
    }

    String nameOf(int index) {
        return index == policies.length ? PROVIDER : policies[index].name();
    }

    /** Runs the policies from that index on: down to the provider or a policy that wraps it, and back. */
    AiReturn run(int from, AiCall call) {
        PolicyRun invocation = begin(from, call, null);
        while (invocation.failed == null && invocation.index < policies.length) {
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
            invocation.nanos = System.nanoTime() - invocation.began;
        }
        offered = invocation.offered(ret);
        ret = invocation.settle(ret);
        if (invocation.index == policies.length) {
            invocation.call.budget().add(ret.usage());
        }
        for (PolicyRun out = invocation.outer; out != null; out = out.outer) {
            ret = out.settle(out.response == null ? ret : left(out, out.response, ret));
        }
        return ret;
    }

    private PolicyRun begin(int index, AiCall call, @Nullable PolicyRun outer) {
        AiCall checked = call;
        AiReturn refused = null;
        try {
            AdditionGuard guard = call.attribute(AdditionGuard.KEY).orElse(null);
            checked = guard == null ? call : guard.checked(call);
        } catch (AiException e) {
            refused = AiReturn.failed(e.error());
        } catch (RuntimeException e) { // what cannot be scanned is not sent
            refused = AiReturn.failed(AiError.of(
                    AiError.Category.EXTENSION,
                    "redaction",
                    "what was added inside redaction cannot be scanned: "
                            + e.getClass().getName()));
        }
        PolicyRun invocation = new PolicyRun(index, checked, outer);
        if (refused != null) {
            invocation.failed = invocation.tap.content(refused);
        }
        invocations = count < invocations.length ? invocations : Arrays.copyOf(invocations, 2 * count);
        invocations[count++] = invocation;
        current = invocation;
        facts = checked.facts();
        return invocation;
    }

    /** Returns the call as a policy passes it on; null if the policy wraps the inner ones, or failed. */
    private @Nullable AiCall entered(PolicyRegistration registration, PolicyRun invocation) {
        try {
            AiCall next = enter(registration, invocation);
            if (next != null) {
                return invocation.guarded(next);
            }
            if (registration.wraps()) {
                return null;
            }
            invocation.failed = failed(invocation, broken(invocation, "returned null"));
        } catch (AiException e) {
            invocation.failed = failed(invocation, e.error());
        } catch (Throwable t) {
            if (registration.policy().failureMode() == FailureMode.SKIP) {
                remark(skipped(invocation, t));
                return invocation.call;
            }
            invocation.failed = failed(invocation, threw(invocation, t));
        }
        return null;
    }

    /** Returns the call after that policy; null if the policy wraps the inner ones, or itself returns null. */
    private static @Nullable AiCall enter(PolicyRegistration registration, PolicyRun invocation) {
        AiCall next = invocation.call;
        if (!registration.policy().appliesTo(next)) {
            return next;
        }
        if (registration.wraps()) {
            return null;
        }
        if (registration.request() != null) {
            next = registration.request().onRequest(next);
        }
        if (registration.response() != null && next != null) {
            ResponsePolicyRun filtering = new ResponsePolicyRun(registration.response(), next);
            invocation.response = filtering; // handles the response on the way back
            next = filtering.inner();
        }
        return next;
    }

    /** Returns the return after a response policy. */
    private AiReturn left(PolicyRun invocation, ResponsePolicyRun response, AiReturn inner) {
        current = invocation;
        long began = System.nanoTime();
        try {
            AiReturn ret = response.judge(inner);
            return ret == null ? failed(invocation, broken(invocation, "returned null")) : ret;
        } catch (AiException e) {
            return failed(invocation, e.error());
        } catch (Throwable t) {
            if (policies[invocation.index].policy().failureMode() == FailureMode.SKIP) {
                remark(skipped(invocation, t));
                return inner;
            }
            return failed(invocation, threw(invocation, t));
        } finally {
            invocation.nanos += System.nanoTime() - began;
        }
    }

    private AiReturn around(Policy policy, PolicyRun invocation) {
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

    /** Skips a policy that threw and may be skipped: uses the return of the inner ones, or calls them now. */
    private AiReturn passed(PolicyRun invocation, Throwable t) {
        remark(skipped(invocation, t));
        invocation.close();
        return invocation.inner == null
                ? invocation.answered(run(invocation.index + 1, invocation.call))
                : invocation.inner;
    }

    private AiReturn atProvider(PolicyRun invocation) {
        AiError refusal = refusal(invocation.call);
        if (refusal != null) {
            return failed(invocation, refusal);
        }
        try {
            SentPrefix prefix = SentPrefix.of(invocation.call);
            invocation.tap.bindTo(prefix);
            AiReturn ret = provider.call(prefix.call());
            return ret == null ? failed(invocation, internal("returned null")) : prefix.bound(ret);
        } catch (AiException e) {
            return failed(invocation, e.error());
        } catch (Throwable t) {
            recorder.failed("provider " + provider.id(), t);
            return failed(
                    invocation, internal("threw " + t.getClass().getName()).withCause(t));
        } finally {
            invocation.tap.bindTo(null);
        }
    }

    private static @Nullable AiError refusal(AiCall call) {
        if (call.cancellation().isCancelled()) {
            return ended(call);
        }
        Optional<String> unpaired = AiBody.unpaired(call.effective());
        return unpaired.isPresent()
                ? AiError.of(AiError.Category.INVALID_REQUEST, "unpaired-tool-call", unpaired.get())
                : call.budget().tryAcquireProviderCall().orElse(null);
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
                AiError.Category.INTERNAL, PROVIDER, "provider " + provider.id() + " " + what + " instead of a return");
    }

    private String skipped(PolicyRun invocation, Throwable t) {
        recorder.failed("policy " + nameOf(invocation.index), t);
        return "skipped: threw " + t.getClass().getName();
    }

    private AiError threw(PolicyRun invocation, Throwable t) {
        recorder.failed("policy " + nameOf(invocation.index), t);
        return broken(invocation, "threw " + t.getClass().getName()).withCause(t);
    }

    private AiError broken(PolicyRun invocation, String what) {
        String name = nameOf(invocation.index);
        return AiError.of(AiError.Category.EXTENSION, name, name + " " + what).withExtensionId(name);
    }

    private static AiReturn failed(PolicyRun invocation, AiError error) {
        return invocation.tap.content(AiReturn.failed(error));
    }

    /**
     * One run of a policy in a chain: its call, its {@code next}, and its entry in the trace. It is small because a chain
     * has many.
     */
    final class PolicyRun implements Policy.Next {
        private static final int CLOSED = -1;

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

        PolicyRun(int index, AiCall call, @Nullable PolicyRun outer) {
            this.index = index;
            this.tap = FoldingSink.over(call.sink(), ChainRun.this);
            this.call = tap == call.sink() ? call : call.withSink(tap);
            this.before = tap.usage;
            this.outer = outer;
            this.began = System.nanoTime();
            if (outer != null) {
                outer.nanos = began - outer.began;
            }
        }

        /** Returns a call that goes on inside redaction with its guard, also one that a policy has made itself. */
        AiCall guarded(AiCall next) {
            AdditionGuard guard = call.attribute(AdditionGuard.KEY).orElse(null);
            return guard == null || next.attribute(AdditionGuard.KEY).isPresent()
                    ? next
                    : next.withAttribute(AdditionGuard.KEY, guard);
        }

        void close() {
            proceeds = CLOSED;
        }

        /** Returns the return, reconciled with the deltas that this policy passed on. */
        AiReturn settle(AiReturn ret) {
            return tap.isAgreed(ret, before) ? ret : tap.settle(ret, before);
        }

        @Override
        public AiReturn proceed(AiCall given) {
            check();
            AiCall next = guarded(given);
            if (proceeds++ > 0) {
                again(next);
            }
            AiReturn ret = run(index + 1, next);
            current = this;
            return answered(ret);
        }

        /** Stores the return of the inner policies. */
        AiReturn answered(AiReturn ret) {
            List<ToolDefinition> now = offered;
            common = inner == null ? now : common(common, now);
            innerOffered = now;
            inner = ret;
            return ret;
        }

        private List<ToolDefinition> common(List<ToolDefinition> before, List<ToolDefinition> now) {
            return before == now
                    ? now
                    : now.stream()
                            .filter(tool -> before.stream()
                                    .anyMatch(other -> other.name().equals(tool.name())))
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
                throw misused("called next after it had returned");
            }
            if (Thread.currentThread() != thread) {
                throw misused("called next on another thread; next belongs to the thread that runs the chain");
            }
            if (current != this) {
                throw misused("called next while next was running");
            }
            if (proceeds > 0 && !policies[index].policy().mayRepeat()) {
                throw misused("called next twice; only a policy whose mayRepeat() is true may");
            }
        }

        private AiException misused(String what) {
            return new AiException(broken(this, what));
        }
    }
}
