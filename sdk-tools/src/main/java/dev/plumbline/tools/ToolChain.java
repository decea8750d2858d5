package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.ToolPolicy.Admission;
import dev.plumbline.tool.ToolContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the steps around one tool, outermost first, and enforces their rules: each calls the next one at most once, on
 * its own thread and before it returns, and one that throws fails the call. All steps admit the call in a loop; only
 * those that wrap the call recurse.
 */
final class ToolChain {
    /** The name of the innermost step after the tool's name: the tool itself. */
    private static final String RUN = "run";

    private final ToolChainStep[] steps;

    /** For each index, the index of the next step that wraps the call; the number of steps stands for the tool. */
    private final int[] wrapping;

    private final List<String> names = new ArrayList<>();

    ToolChain(ToolDefinition tool, List<ToolChainStep> all) {
        List<ToolChainStep> concerned = new ArrayList<>(all);
        concerned.removeIf(step -> !step.concerns(tool));
        steps = concerned.toArray(new ToolChainStep[0]);
        wrapping = new int[steps.length + 1];
        wrapping[steps.length] = steps.length;
        for (int i = steps.length - 1; i >= 0; i--) {
            wrapping[i] = steps[i].wraps(tool) ? i : wrapping[i + 1];
        }
        for (ToolChainStep step : steps) {
            names.add(step.name());
        }
        names.add(RUN);
    }

    /** Returns the names of the steps, outermost first; the last is that of the tool itself. */
    List<String> names() {
        return names;
    }

    /** Runs the admission of all steps and returns the admitted call, or its answer. */
    Admission admit(GuardedToolContext call) {
        GuardedToolContext admitted = call;
        GuardedToolContext checked = call;
        for (ToolChainStep step : steps) {
            if (step.isInnermost() && changed(admitted, checked)) {
                ToolEnvelope refusal = admitted.refusal();
                if (refusal != null) {
                    return Admission.answered(refusal);
                }
                checked = admitted;
            }
            Admission admission = admit(step, admitted);
            ToolTrace trace = call.setting().trace();
            if (!(admission instanceof Admission.Admitted granted)) {
                trace.admitted(step.name(), admitted.call(), admitted.call(), true);
                return admission;
            }
            GuardedToolContext passed = admitted.withArgumentsOf(granted.call());
            trace.admitted(step.name(), admitted.call(), passed.call(), false);
            admitted = passed;
        }
        ToolEnvelope refusal = changed(admitted, checked) ? refusal(admitted) : null;
        return refusal == null ? Admission.granted(admitted) : Admission.answered(refusal);
    }

    @SuppressWarnings("ReferenceEquality") // the same arguments are the same context
    private static boolean changed(GuardedToolContext now, GuardedToolContext before) {
        return now != before;
    }

    /**
     * Returns why a call may not run with changed arguments: the answer of the schema, or else of the first validator; null
     * if it may. Whoever changes arguments, a policy or a person, gets this answer.
     */
    @Nullable
    ToolEnvelope refusal(GuardedToolContext changed) {
        ToolEnvelope misfit = changed.refusal();
        for (int i = 0; misfit == null && i < steps.length; i++) {
            if (steps[i] instanceof ArgumentCheckStep check && admit(check, changed) instanceof Admission.Answered no) {
                misfit = no.envelope();
            }
        }
        return misfit;
    }

    private static Admission admit(ToolChainStep step, GuardedToolContext call) {
        try {
            return Objects.requireNonNull(step.admit(call), "an admission");
        } catch (Throwable t) {
            call.setting().trace().remark(threw(t));
            return skips(step, call, t)
                    ? Admission.granted(call)
                    : Admission.answered(failed(step.name(), call, t).withEffect(ToolEnvelope.Effect.NOT_STARTED));
        }
    }

    /** Returns the approval; null if there are no rules. */
    @Nullable
    ApprovalStep approval() {
        for (ToolChainStep step : steps) {
            if (step instanceof ApprovalStep approval) {
                return approval;
            }
        }
        return null;
    }

    /** Runs the tool inside all steps that wrap it. */
    ToolEnvelope around(GuardedToolContext call, Function<GuardedToolContext, ToolEnvelope> tool) {
        return enter(0, call, tool);
    }

    private ToolEnvelope enter(int from, GuardedToolContext call, Function<GuardedToolContext, ToolEnvelope> tool) {
        InvocationContext setting = call.setting();
        int at = wrapping[from];
        StepInvocation invocation = new StepInvocation(
                at, call, tool, setting.executorContext().time().nanoTime());
        setting.trace().began(invocation);
        ToolEnvelope envelope = at == steps.length ? tool.apply(call) : atStep(steps[at], invocation);
        return invocation.end(
                envelope,
                setting.executorContext().time().nanoTime(),
                setting.trace().takeRemark());
    }

    private static ToolEnvelope atStep(ToolChainStep step, StepInvocation invocation) {
        try {
            return Objects.requireNonNull(step.around(invocation.call, invocation), "an envelope");
        } catch (Throwable t) {
            invocation.remark(threw(t));
            return skips(step, invocation.call, t) ? invocation.skipped() : failed(step.name(), invocation.call, t);
        }
    }

    private static String threw(Throwable t) {
        return "threw " + t.getClass().getName();
    }

    private static boolean skips(ToolChainStep step, GuardedToolContext call, Throwable t) {
        boolean skips = step.failureMode() == FailureMode.SKIP && !(t instanceof AiException);
        if (skips) {
            call.setting().report(step.name(), t);
        }
        return skips;
    }

    /** Returns the result of a call whose step threw, and ends the turn. */
    static ToolEnvelope failed(String policy, GuardedToolContext call, Throwable t) {
        if (call.setting().scope().cancellation().isCancelled()) {
            return FailureEnvelopes.cancelled(false);
        }
        if (!(t instanceof AiException)) {
            call.setting().threw("tool policy " + policy, t);
        }
        AiError why = error(policy, t);
        call.setting().scope().tell(watch -> watch.ending(why));
        String who = t instanceof HostFunctionException host ? host.who() : "tool policy " + policy;
        return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The " + who + " failed; the turn ends.");
    }

    private static AiError error(String policy, Throwable t) {
        if (t instanceof AiException e) {
            return e.error();
        }
        if (t instanceof HostFunctionException host) {
            return error(host.who(), host.thrown());
        }
        String what = policy + " " + threw(t);
        return AiError.of(AiError.Category.EXTENSION, policy, what)
                .withExtensionId(policy)
                .withCause(t);
    }

    /** One invocation of a step, and its access to the inner steps. */
    private final class StepInvocation extends ToolStepTrace implements ToolPolicy.Next {
        private final GuardedToolContext call;
        private final Function<GuardedToolContext, ToolEnvelope> tool;
        private final Thread thread = Thread.currentThread();

        StepInvocation(
                int index, GuardedToolContext call, Function<GuardedToolContext, ToolEnvelope> tool, long began) {
            super(index, call.call(), began);
            this.call = call;
            this.tool = tool;
        }

        /** Returns the result of the inner steps, and calls them first if the step has not. */
        ToolEnvelope skipped() {
            ToolEnvelope answer = inner();
            return answer == null ? inside(call) : answer;
        }

        /** Passes on the arguments and nothing else of the given call. */
        @Override
        public ToolEnvelope proceed(ToolContext next) {
            check();
            GuardedToolContext passed = call.withArgumentsOf(next);
            ToolEnvelope refusal = changed(passed, call) ? refusal(passed) : null;
            return refusal == null ? inside(passed) : answered(refusal);
        }

        private ToolEnvelope inside(GuardedToolContext passed) {
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
            return new IllegalStateException("tool policy " + steps[index()].name() + " " + what);
        }
    }

    /**
     * The step that runs a tool policy, built in or added by a host or an extension.
     *
     * @param name the name that errors and traces show
     * @param tools which tools it concerns
     * @param policy the policy
     * @param owner the owner; empty for the host
     * @param priority the policy's priority when it was registered
     */
    record PolicyStep(String name, Selector tools, ToolPolicy policy, String owner, int priority)
            implements ToolChainStep {
        @Override
        public boolean isInnermost() {
            return false;
        }

        @Override
        public FailureMode failureMode() {
            return policy.failureMode();
        }

        @Override
        public boolean wraps(ToolDefinition tool) {
            return policy.wraps(tool);
        }

        @Override
        public Admission admit(GuardedToolContext call) {
            return policy.admit(call);
        }

        @Override
        public ToolEnvelope around(GuardedToolContext call, ToolPolicy.Next next) {
            return policy.around(call, next);
        }
    }
}
