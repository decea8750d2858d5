package dev.plumbline.sandbox;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiEvent.Egress;
import dev.plumbline.event.Label;
import dev.plumbline.time.Timekeeper;
import dev.plumbline.tool.Sandbox;

/** The access decisions of one tool call. Every decision is published, what would be refused is counted, and no access is possible after the call. */
final class Decisions {
    private final Sandbox.Visit visit;
    private final Label tool;
    private final Timekeeper time;
    private final Hints hints;
    private final boolean loggingOnly;
    private volatile boolean over;

    Decisions(Sandbox.Visit visit, Timekeeper time, Hints hints, boolean loggingOnly) {
        this.visit = visit;
        this.tool = Label.of(visit.tool().name());
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
    void allow(Label access, Label rule) {
        ensureOpen();
        publish(access, rule, Egress.ALLOWED);
    }

    /**
     * Something was refused; returns only while rules are being tried out.
     *
     * @throws dev.plumbline.tool.ToolException for the model
     */
    void refuse(Label access, Refusal refusal) {
        ensureOpen();
        if (!loggingOnly || refusal.firm()) {
            publish(access, refusal.rule(), Egress.REFUSED);
            throw refusal.toException();
        }
        publish(access, refusal.rule(), Egress.WOULD_REFUSE);
        hints.count(tool, refusal);
    }

    private void publish(Label access, Label rule, Egress verdict) {
        visit.events().onEvent(new AiEvent.EgressDecided(visit.ids(), time.instant(), tool, access, rule, verdict));
    }
}
