package dev.plumbline.sandbox;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiEvent.EgressDecision;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.Sandbox;

/** The access decisions of one tool call. Every decision is published, what would be refused is counted, and no access is possible after the call. */
final class AccessDecisionLog {
    private final Sandbox.AccessRequest visit;
    private final TelemetryLabel tool;
    private final Scheduler time;
    private final DryRunDenialCounter hints;
    private final boolean loggingOnly;
    private volatile boolean over;

    AccessDecisionLog(Sandbox.AccessRequest visit, Scheduler time, DryRunDenialCounter hints, boolean loggingOnly) {
        this.visit = visit;
        this.tool = TelemetryLabel.of(visit.tool().name());
        this.time = time;
        this.hints = hints;
        this.loggingOnly = loggingOnly;
    }

    /** Nothing goes through any more. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** Refuses a call that is over. */
    void ensureOpen() {
        if (over) {
            throw new IllegalStateException("the tool call is over; files and addresses can no longer be used");
        }
    }

    /** Something was allowed by that rule. */
    void allow(TelemetryLabel access, TelemetryLabel rule) {
        ensureOpen();
        publish(access, rule, EgressDecision.ALLOWED);
    }

    /**
     * Something was refused; returns only while rules are being tried out.
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
        visit.events().onEvent(new AiEvent.EgressDecided(visit.ids(), time.instant(), tool, access, rule, verdict));
    }
}
