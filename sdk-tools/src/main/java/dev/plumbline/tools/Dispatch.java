package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import dev.plumbline.policy.ToolPolicy.Admission;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One call from its admission to its envelope. Used by one thread at a time. */
final class Dispatch {
    private final Interaction.ToolCall call;
    private final IToolExecutor.Scope scope;
    private final Workshop shop;
    private final Optional<Setting> setting;
    private final long invocation;
    private final long asked;
    private Optional<FencedContext> context = Optional.empty();
    private Optional<ToolEnvelope> answer = Optional.empty();
    private boolean followed;

    Dispatch(Interaction.ToolCall call, IToolExecutor.Scope scope, Workshop shop, Optional<Catalogue.Item> item) {
        this.call = call;
        this.scope = scope;
        this.shop = shop;
        this.invocation = shop.invocations().incrementAndGet();
        this.setting = item.map(known -> new Setting(known, scope, shop, invocation));
        this.asked = shop.time().nanos();
    }

    /** Whether it runs on the host's UI thread, if it runs. */
    boolean isOnHost() {
        return runs() && setting.filter(s -> shop.isOnHost(s.item().tool())).isPresent();
    }

    /** Whether it may run beside others. */
    boolean isConcurrent() {
        return !runs()
                || setting.filter(s -> s.item().definition().concurrent()).isPresent();
    }

    private boolean runs() {
        return answer.isEmpty();
    }

    /** Another call to the UI thread comes right behind. */
    void followed() {
        followed = true;
    }

    /** It has this outcome and does not run. */
    void answer(ToolEnvelope envelope) {
        answer = Optional.of(envelope);
    }

    /** Checks it, and asks the layers and whomever they ask whether it may run. */
    void admit() {
        if (scope.cancellation().isCancelled()) {
            answer(Outcomes.notStarted());
        } else {
            setting.ifPresent(this::admit);
        }
    }

    private void admit(Setting at) {
        RunClock none = new RunClock(shop.time(), () -> {});
        FencedContext open = new FencedContext(call, at, new Fence(new CompletableFuture<>(), signal(), none));
        answer = open.refusal();
        if (answer.isEmpty()) {
            Admission admission = at.item().chain().admit(open);
            if (admission instanceof Admission.Answered answered) {
                answer(answered.envelope());
            } else if (admission instanceof Admission.Granted granted) {
                context = Optional.of(open.withArgumentsOf(granted.call()));
                answer = context.get().equals(open)
                        ? Optional.empty()
                        : context.get().refusal();
            }
        }
    }

    /** Layers wait by the turn's own signal. */
    private Cancellation signal() {
        return scope.cancellation();
    }

    /** Runs it, unless it is answered, and tells everybody. */
    ToolEnvelope run(Supplier<ToolEnvelope> unknown) {
        Label label = setting.isPresent() ? setting.get().label() : Label.OTHER;
        long began = shop.time().nanos();
        scope.tell(watch -> watch.starting(call));
        tellStarted(label, began);
        ToolEnvelope envelope = settled(unknown);
        context.ifPresent(open -> open.fence().outcome().complete(envelope));
        LoopGuard.look(call, envelope, scope, shop.limits().repeats());
        Duration took = Duration.ofNanos(shop.time().nanos() - began);
        if (scope.events().watches(AiEvent.ToolFinished.class)) {
            scope.events().onEvent(finished(label, began, envelope));
        }
        setting.ifPresent(known -> tell(known.trace().toTrace(new ToolTrace.Whole(call, took, envelope))));
        scope.tell(watch -> watch.finished(call, envelope));
        return envelope;
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
            return outcome(unknown);
        } finally {
            setting.flatMap(Setting::approval).ifPresent(Approval::close);
        }
    }

    private ToolEnvelope outcome(Supplier<ToolEnvelope> unknown) {
        if (answer.isPresent()) {
            return answer.get();
        }
        return context.isPresent() ? around(context.get()) : unknown.get();
    }

    private void tell(Trace trace) {
        scope.tell(watch -> watch.traced(call, trace));
    }

    private AiEvent finished(Label label, long began, ToolEnvelope envelope) {
        return new AiEvent.ToolFinished(
                scope.ids(),
                shop.time().instant(),
                label,
                invocation,
                Duration.ofNanos(began - asked),
                Duration.ofNanos(shop.time().nanos() - began),
                Label.of(ToolTrace.code(envelope)),
                envelope.utf8Length());
    }

    private ToolEnvelope around(FencedContext open) {
        if (scope.cancellation().isCancelled()) {
            return Outcomes.notStarted();
        }
        return open.setting().item().chain().around(open, this::atTool);
    }

    private ToolEnvelope atTool(FencedContext ready) {
        Setting at = ready.setting();
        ToolRun run = new ToolRun(ready.toolCall(), at, followed);
        return Inspection.released(run.at(shop.place(at.item().tool())), at);
    }
}
