package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy.Admission;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One tool call from its admission to its envelope. Used by one thread at a time. */
final class ToolCallExecution {
    private final Interaction.ToolCall call;
    private final IToolExecutor.CallScope scope;
    private final ToolExecutorContext executorContext;
    private final @Nullable ToolChain chain;
    private final @Nullable InvocationContext setting;
    private final @Nullable ApprovalStep approvals;
    private final long invocation;
    private final long asked;
    private @Nullable GuardedToolContext context;
    private @Nullable ToolEnvelope answer;
    private boolean followed;

    /** The arguments as the model meant them: without nulls for missing optional values, and with the types of the schema. */
    private Json meant;

    /** The arguments that the listener knows last. */
    private IToolExecutor.RunArguments announced;

    ToolCallExecution(
            Interaction.ToolCall call,
            IToolExecutor.CallScope scope,
            InvocationServices services,
            ToolCatalog.@Nullable Item item) {
        this.call = call;
        this.scope = scope;
        this.executorContext = services.executorContext();
        this.approvals = services.approvals();
        this.invocation = executorContext.invocations().incrementAndGet();
        this.chain = item == null ? null : item.chain();
        this.setting = item == null ? null : new InvocationContext(item, scope, executorContext, invocation);
        this.asked = executorContext.time().nanoTime();
        this.meant = call.arguments();
        this.announced = IToolExecutor.RunArguments.of(call);
    }

    /** Returns whether the call will run on the host's UI thread. */
    boolean isOnHost() {
        return answer == null
                && setting != null
                && executorContext.isOnHost(setting.tool().tool());
    }

    /** Returns whether the call may run in parallel with others. */
    boolean isConcurrent() {
        return answer != null || (setting != null && setting.definition().isConcurrent());
    }

    /** Marks that another call on the UI thread follows. */
    void followed() {
        followed = true;
    }

    /** Validates the call and runs the admission of all steps. */
    void admit() {
        if (scope.cancellation().isCancelled()) {
            answer = FailureEnvelopes.notStarted();
        } else if (setting != null && chain != null) {
            GuardedToolContext open =
                    new GuardedToolContext(call, setting, new InvocationGuard(scope.cancellation(), null));
            answer = open.refusal();
            if (answer != null) {
                open = asMeant(open);
                meant = open.call().arguments();
            }
            if (answer == null) {
                admit(open, chain);
            }
        }
    }

    /** Returns the context with arguments as they were meant, if they are valid so. */
    private GuardedToolContext asMeant(GuardedToolContext open) {
        GuardedToolContext without = open.withArgumentsOf(JsonSchemaService::withoutOptionalNulls);
        answer = without.refusal();
        if (answer == null) {
            return without;
        }
        GuardedToolContext typed = open.withArgumentsOf(JsonSchemaService::asMeant);
        if (typed.refusal() != null) {
            return without; // its refusal says what is wrong
        }
        answer = null;
        ToolTrace trace = typed.setting().trace();
        trace.remark("values written as another type were read as they were meant");
        trace.admitted("arguments", call, typed.call(), false);
        return typed;
    }

    private void admit(GuardedToolContext open, ToolChain chain) {
        Admission admission = chain.admit(open);
        if (admission instanceof Admission.Answered answered) {
            answer = answered.envelope();
        } else if (admission instanceof Admission.Admitted granted) {
            context = open.withArgumentsOf(granted.call());
        }
    }

    /** Runs the call unless it is already answered, and notifies observers and listeners. */
    ToolEnvelope run(Function<String, ToolEnvelope> unknown) {
        TelemetryName label =
                setting == null ? TelemetryName.OTHER : setting.tool().label();
        long began = executorContext.time().nanoTime();
        if (context != null) {
            announced = arguments(context);
        }
        IToolExecutor.RunArguments admitted = announced;
        scope.tell(watch -> watch.starting(call, admitted));
        tellStarted(label, began);
        ToolEnvelope outcome = labelled(settled(unknown));
        ToolEnvelope envelope = (isVoid() ? admitted : announced).mark(outcome);
        if (context != null) {
            context.guard().outcome().complete(envelope);
        }
        LoopGuard.look(call, envelope, scope, executorContext.limits().maxRepeats());
        Duration took = Duration.ofNanos(executorContext.time().nanoTime() - began);
        if (scope.observer().watches(TelemetryEvent.ToolFinished.class)) {
            scope.observer().onEvent(finished(label, began, took, envelope));
        }
        scope.tell(watch -> publish(watch, took, envelope));
        scope.tell(watch -> watch.finished(call, envelope));
        return envelope;
    }

    private boolean isVoid() {
        return setting != null && setting.approval().isVoid();
    }

    /** Returns the arguments of a context as the listener receives them. */
    private IToolExecutor.RunArguments arguments(GuardedToolContext ready) {
        Json arguments = ready.call().arguments();
        return arguments.equals(meant)
                ? IToolExecutor.RunArguments.of(call)
                : new IToolExecutor.RunArguments(
                        arguments, ready.setting().approval().isEdited());
    }

    private ToolEnvelope labelled(ToolEnvelope envelope) {
        InvocationContext at = setting;
        if (at == null) {
            return envelope;
        }
        boolean hasLabel = at.trace().origin() != null || (at.tool().isLabelled() && envelope.isOk());
        return hasLabel ? OriginLabels.ofCall(envelope, at) : envelope;
    }

    private void publish(IToolExecutor.CallListener watch, Duration took, ToolEnvelope envelope) {
        if (setting != null && chain != null) {
            ToolTrace.Whole whole = new ToolTrace.Whole(call, took, envelope);
            watch.traced(call, setting.trace().toTrace(whole, chain.names()));
        }
    }

    private void tellStarted(TelemetryName label, long began) {
        if (scope.observer().watches(TelemetryEvent.ToolStarted.class)) {
            Duration queued = Duration.ofNanos(began - asked);
            scope.observer()
                    .onEvent(new TelemetryEvent.ToolStarted(
                            scope.ids(), executorContext.time().instant(), label, invocation, queued));
        }
    }

    private ToolEnvelope settled(Function<String, ToolEnvelope> unknown) {
        try {
            if (answer != null) {
                return answer;
            }
            return context == null || chain == null ? unknown.apply(call.name()) : around(context, chain);
        } finally {
            if (setting != null && approvals != null) {
                approvals.close(setting.approval());
            }
        }
    }

    private TelemetryEvent finished(TelemetryName label, long began, Duration took, ToolEnvelope envelope) {
        return new TelemetryEvent.ToolFinished(
                scope.ids(),
                executorContext.time().instant(),
                label,
                invocation,
                Duration.ofNanos(began - asked),
                took,
                TelemetryName.of(FailureEnvelopes.code(envelope)),
                envelope.utf8Length());
    }

    private ToolEnvelope around(GuardedToolContext open, ToolChain chain) {
        return scope.cancellation().isCancelled() ? FailureEnvelopes.notStarted() : chain.around(open, this::atTool);
    }

    private ToolEnvelope atTool(GuardedToolContext ready) {
        InvocationContext at = ready.setting();
        tellChanged(arguments(ready));
        if (scope.cancellation().isCancelled()) {
            return FailureEnvelopes.notStarted();
        }
        ToolRun run = new ToolRun(ready, followed, approvals);
        ToolEnvelope envelope = released(run.at(executorContext.place(at.tool().tool())), at);
        if (at.tool().isLabelled() || run.guard().hasReached()) {
            envelope = OriginLabels.ofRun(envelope, at, run.guard());
        }
        if (approvals != null) {
            approvals.ended(ready);
        }
        return envelope;
    }

    /** Tells the listener the arguments again if a policy around the tool has changed them. */
    private void tellChanged(IToolExecutor.RunArguments now) {
        if (!now.equals(announced)) {
            announced = now;
            scope.tell(watch -> watch.starting(call, now));
        }
    }

    /** Checks a result; a failure of the check is not one of the policies around it. */
    private static ToolEnvelope released(ToolEnvelope outcome, InvocationContext at) {
        try {
            return ToolCallValidator.released(outcome, at);
        } catch (RuntimeException | Error failed) {
            at.report("tool-result", failed);
            return ToolEnvelope.failed(
                            ToolEnvelope.Code.INVALID_RESULT,
                            "The tool did its work, but its result could not be checked: "
                                    + failed.getClass().getName())
                    .withEffect(ToolEnvelope.Effect.DONE);
        }
    }

    /**
     * The services of a dispatcher for its calls.
     *
     * @param executorContext threads, limits and sandbox
     * @param approvals the approval step; null if there are no rules
     */
    record InvocationServices(
            ToolExecutorContext executorContext, @Nullable ApprovalStep approvals) {}
}
