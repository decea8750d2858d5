package dev.plumbline.sandbox.internal;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryEvent.EgressDecision;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.internal.Sandbox;

/**
 * Records the access decisions of one tool call: publishes each decision, counts denials of dry runs, and refuses
 * access after the call.
 */
final class AccessDecisionLog {
    private final Sandbox.AccessRequest request;
    private final TelemetryName tool;
    private final Scheduler time;
    private final DryRunDenialCounter hints;
    private final boolean loggingOnly;
    private volatile boolean over;

    AccessDecisionLog(Sandbox.AccessRequest request, Scheduler time, DryRunDenialCounter hints, boolean loggingOnly) {
        this.request = request;
        this.tool = TelemetryName.of(request.tool().name());
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
    void allow(TelemetryName access, TelemetryName rule) {
        ensureOpen();
        publish(access, rule, EgressDecision.ALLOWED);
    }

    /**
     * Records a denial and throws it; returns only in dry-run mode.
     *
     * @throws dev.plumbline.tool.ToolException for the model
     */
    void refuse(TelemetryName access, AccessDenial refusal) {
        ensureOpen();
        if (!loggingOnly || refusal.firm()) {
            publish(access, refusal.rule(), EgressDecision.REFUSED);
            throw refusal.toException();
        }
        publish(access, refusal.rule(), EgressDecision.WOULD_REFUSE);
        hints.count(tool, refusal);
    }

    private void publish(TelemetryName access, TelemetryName rule, EgressDecision verdict) {
        request.observer()
                .onEvent(new TelemetryEvent.EgressDecided(request.ids(), time.instant(), tool, access, rule, verdict));
    }
}
