package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** How far the tools of a round are. Not thread-safe. */
final class ToolBatch {
    private final int calls;
    private final Map<Long, Double> running = new HashMap<>();
    private int done;
    private int percent;
    private Label latest = Label.OTHER;

    ToolBatch(int calls) {
        this.calls = calls;
    }

    void add(AiEvent event) {
        if (event instanceof AiEvent.ToolStarted started) {
            latest = started.tool();
            running.put(started.invocation(), 0.0);
        } else if (event instanceof AiEvent.ToolProgressed further) {
            running.replace(further.invocation(), further.fraction());
        } else if (event instanceof AiEvent.ToolFinished finished) {
            running.remove(finished.invocation());
            done++;
        }
        percent = Math.max(percent, measured());
    }

    private int measured() {
        double fractions =
                running.values().stream().mapToDouble(fraction -> fraction).sum();
        return calls == 0 ? 0 : (int) Math.min(100, 100 * (done + fractions) / calls);
    }

    /** Never falls; empty when nobody said how many there are. */
    OptionalInt percent() {
        return calls == 0 ? OptionalInt.empty() : OptionalInt.of(percent);
    }

    /** The tool that began last, and the progress of the batch. */
    String label() {
        if (latest.equals(Label.OTHER)) {
            return calls > 1 ? calls + " tools" : "Tool";
        }
        return calls > 1 ? latest + ", " + Math.min(calls, done + running.size()) + " of " + calls : latest.text();
    }
}
