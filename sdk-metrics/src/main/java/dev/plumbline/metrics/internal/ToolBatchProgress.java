package dev.plumbline.metrics.internal;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** The progress of the tools of a round. Not thread-safe. */
public final class ToolBatchProgress {
    private final int calls;
    private final Map<Long, Double> running = new HashMap<>();
    private int done;
    private int percent;
    private TelemetryName latest = TelemetryName.OTHER;

    public ToolBatchProgress(int calls) {
        this.calls = calls;
    }

    public void add(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.ToolStarted started) {
            latest = started.tool();
            running.put(started.invocation(), 0.0);
        } else if (event instanceof TelemetryEvent.ToolProgressed further) {
            running.replace(further.invocation(), further.fraction());
        } else if (event instanceof TelemetryEvent.ToolFinished finished) {
            running.remove(finished.invocation());
            done++;
        }
        percent = Math.max(percent, measured());
    }

    private int measured() {
        double fractions = 0;
        for (double fraction : running.values()) {
            fractions += fraction;
        }
        return calls == 0 ? 0 : (int) Math.min(100, 100 * (done + fractions) / calls);
    }

    /** Returns the percentage, which never decreases; empty if the number of tools is unknown. */
    public OptionalInt percent() {
        return calls == 0 ? OptionalInt.empty() : OptionalInt.of(percent);
    }

    /** Returns the tool that began last, and the progress of the batch. */
    public String label() {
        if (latest.equals(TelemetryName.OTHER)) {
            return calls > 1 ? calls + " tools" : "Tool";
        }
        return calls > 1 ? latest + ", " + Math.min(calls, done + running.size()) + " of " + calls : latest.text();
    }
}
