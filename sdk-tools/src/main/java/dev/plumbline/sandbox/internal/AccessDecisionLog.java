package dev.plumbline.sandbox.internal;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiEvent.EgressDecision;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.internal.Sandbox;

/**
 * Records the access decisions of one tool call: publishes each decision, counts denials of dry runs, and refuses
 * access after the call.
 */
final class AccessDecisionLog {
    private final Sandbox.AccessRequest request;
    private final TelemetryLabel tool;
    private final Scheduler time;
    private final DryRunDenialCounter hints;
    private final boolean loggingOnly;
    private volatile boolean over;

    AccessDecisionLog(Sandbox.AccessRequest request, Scheduler time, DryRunDenialCounter hints, boolean loggingOnly) {
        this.request = request;
        this.tool = TelemetryLabel.of(request.tool().name());
        this.time = time;
        this.hints = hints;
        this.loggingOnly = loggingOnly;
    }

    /** Refuses all further access. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** Throws if the call is over. */
    void ensureOpen() {
        if (over) {
            throw new IllegalStateException("the tool call is over; files and addresses can no longer be used");
        }
    }

    /** Records that a rule allowed an access. */
    void allow(TelemetryLabel access, TelemetryLabel rule) {
        ensureOpen();
        publish(access, rule, EgressDecision.ALLOWED);
    }

    /**
     * Records a denial and throws it; returns only in dry-run mode.
     *
     * @throws dev.plumbline.tool.ToolException for the model
     */
    void refuse(TelemetryLabel access, AccessDenial refusal) {
        ensureOpen();
        if (!loggingOnly || refusal.firm()) {
            publish(access, refusal.rule(), EgressDecision.REFUSED);
            throw refusal.toException();
        }
        publish(access, refusal.rule(), EgressDecision.WOULD_REFUSE);
        hints.count(tool, refusal);
    }

    private void publish(TelemetryLabel access, TelemetryLabel rule, EgressDecision verdict) {
        request.observer()
                .onEvent(new AiEvent.EgressDecided(request.ids(), time.instant(), tool, access, rule, verdict));
    }
}
