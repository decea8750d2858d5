package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a trace records of one step around a tool call, or of the tool itself. Used by one thread at a time. */
abstract class ToolStepTrace {
    private final int index;
    private final Interaction.ToolCall given;
    private final long began;
    private long took;
    private String remark = "";
    private @Nullable ToolEnvelope inner;
    private @Nullable ToolEnvelope outcome;

    ToolStepTrace(int index, Interaction.ToolCall given, long began) {
        this.index = index;
        this.given = given;
        this.began = began;
    }

    /** Its index in the chain of the tool. */
    final int index() {
        return index;
    }

    /** What it was called with. */
    final Interaction.ToolCall given() {
        return given;
    }

    final Duration took() {
        return Duration.ofNanos(took);
    }

    /** The answer of the inner steps; null when they were not called. */
    final @Nullable ToolEnvelope inner() {
        return inner;
    }

    final ToolEnvelope answered(ToolEnvelope furtherIn) {
        inner = furtherIn;
        return furtherIn;
    }

    final boolean isOver() {
        return outcome != null;
    }

    final ToolEnvelope end(ToolEnvelope envelope, long now, String said) {
        outcome = envelope;
        took = now - began;
        remark = remark.isEmpty() ? said : remark;
        return envelope;
    }

    /** What is to be said of it. */
    final void remark(String words) {
        remark = words;
    }

    /** What it decided: its own words, and its outcome where that is not just what came from further in. */
    final String note() {
        ToolEnvelope said = outcome;
        if (said == null || said.equals(inner)) {
            return remark;
        }
        String own = (inner == null ? "" : "changed to ") + FailureEnvelopes.code(said);
        return remark.isEmpty() ? own : own + ": " + remark;
    }
}
