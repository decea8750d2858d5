package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import dev.plumbline.policy.ToolPolicy.Admission;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call from its admission to its envelope. Used by one thread at a time. */
final class Dispatch {
    private final Interaction.ToolCall call;
    private final IToolExecutor.Scope scope;
    private final Workshop shop;
    private final @Nullable ToolChain chain;
    private final @Nullable Setting setting;
    private final @Nullable ApprovalLayer approvals;
    private final long invocation;
    private final long asked;
    private @Nullable FencedContext context;
    private @Nullable ToolEnvelope answer;
    private boolean followed;

    Dispatch(Interaction.ToolCall call, IToolExecutor.Scope scope, Means means, Catalogue.@Nullable Item item) {
        this.call = call;
        this.scope = scope;
        this.shop = means.shop();
        this.approvals = means.approvals();
        this.invocation = shop.invocations().incrementAndGet();
        this.chain = item == null ? null : item.chain();
        this.setting = item == null ? null : new Setting(item.tool(), scope, shop, invocation);
        this.asked = shop.time().nanos();
    }

    /** Whether it runs on the host's UI thread, if it runs. */
    boolean isOnHost() {
        return answer == null && setting != null && shop.isOnHost(setting.tool().tool());
    }

    /** Whether it may run beside others. */
    boolean isConcurrent() {
        return answer != null || (setting != null && setting.definition().isConcurrent());
    }

    /** Sets that another call to the UI thread follows. */
    void followed() {
        followed = true;
    }

    /** Validates the call and runs the admission of all steps. */
    void admit() {
        if (scope.cancellation().isCancelled()) {
            answer = Outcomes.notStarted();
        } else if (setting != null && chain != null) {
            FencedContext open = new FencedContext(call, setting, new Fence(scope.cancellation(), null));
            answer = open.refusal();
            if (answer == null) {
                admit(open, chain);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same arguments are the same context
    private void admit(FencedContext open, ToolChain chain) {
        Admission admission = chain.admit(open);
        if (admission instanceof Admission.Answered answered) {
            answer = answered.envelope();
        } else if (admission instanceof Admission.Granted granted) {
            FencedContext admitted = open.withArgumentsOf(granted.call());
            context = admitted;
            answer = admitted == open ? null : admitted.refusal();
        }
    }

    /** Runs the call unless it is answered, and notifies the watchers. */
    ToolEnvelope run(Supplier<ToolEnvelope> unknown) {
        Label label = setting == null ? Label.OTHER : setting.tool().label();
        long began = shop.time().nanos();
        scope.tell(watch -> watch.starting(call));
        tellStarted(label, began);
        ToolEnvelope envelope = settled(unknown);
        if (context != null) {
            context.fence().outcome().complete(envelope);
        }
        LoopGuard.look(call, envelope, scope, shop.limits().repeats());
        Duration took = Duration.ofNanos(shop.time().nanos() - began);
        if (scope.events().watches(AiEvent.ToolFinished.class)) {
            scope.events().onEvent(finished(label, began, took, envelope));
        }
        scope.tell(watch -> publish(watch, took, envelope));
        scope.tell(watch -> watch.finished(call, envelope));
        return envelope;
    }

    private void publish(IToolExecutor.Watch watch, Duration took, ToolEnvelope envelope) {
        if (setting != null && chain != null) {
            ToolTrace.Whole whole = new ToolTrace.Whole(call, took, envelope);
            watch.traced(call, setting.trace().toTrace(whole, chain.names()));
        }
    }

    private void tellStarted(Label label, long began) {
        if (scope.events().watches(AiEvent.ToolStarted.class)) {
            Duration queued = Duration.ofNanos(began - asked);
            scope.events()
                    .onEvent(new AiEvent.ToolStarted(scope.ids(), shop.time().instant(), label, invocation, queued));
        }
    }

    private ToolEnvelope settled(Supplier<ToolEnvelope> unknown) {
        try {
            if (answer != null) {
                return answer;
            }
            return context == null || chain == null ? unknown.get() : around(context, chain);
        } finally {
            if (setting != null && approvals != null) {
                approvals.close(setting.approval());
            }
        }
    }

    private AiEvent finished(Label label, long began, Duration took, ToolEnvelope envelope) {
        return new AiEvent.ToolFinished(
                scope.ids(),
                shop.time().instant(),
                label,
                invocation,
                Duration.ofNanos(began - asked),
                took,
                Label.of(Outcomes.code(envelope)),
                envelope.utf8Length());
    }

    private ToolEnvelope around(FencedContext open, ToolChain chain) {
        return scope.cancellation().isCancelled() ? Outcomes.notStarted() : chain.around(open, this::atTool);
    }

    private ToolEnvelope atTool(FencedContext ready) {
        Setting at = ready.setting();
        ToolRun run = new ToolRun(ready, followed, approvals);
        ToolEnvelope envelope = Inspection.released(run.at(shop.place(at.tool().tool())), at);
        return approvals == null ? envelope : approvals.ended(ready, envelope);
    }

    /**
     * What all calls of an executor share.
     *
     * @param shop threads, limits and what tools reach
     * @param approvals who may run what; null where nothing is asked or denied
     */
    record Means(Workshop shop, @Nullable ApprovalLayer approvals) {}
}
