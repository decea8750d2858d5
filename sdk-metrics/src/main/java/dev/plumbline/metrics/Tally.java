package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;

/** What is counted of one session, turn or round. Not thread-safe. */
final class Tally {
    private final CallIds ids;
    private final CallTally calls = new CallTally();
    private final StreamTally stream = new StreamTally();
    private final ToolTally tools = new ToolTally();
    private final CheckTally checks = new CheckTally();
    private final StepTimes steps = new StepTimes();
    private int turns;
    private int rounds;

    Tally(CallIds ids) {
        this.ids = ids;
    }

    void add(AiEvent event) {
        if (event instanceof AiEvent.DeltaSeen seen) {
            stream.add(seen); // by far the most frequent
            return;
        }
        if (event instanceof AiEvent.Timed timed) {
            steps.add(timed.step(), timed.took());
            return;
        }
        turns += event instanceof AiEvent.TurnStarted ? 1 : 0;
        rounds += event instanceof AiEvent.RoundStarted ? 1 : 0;
        calls.add(event);
        stream.add(event);
        tools.add(event);
        checks.add(event);
    }

    AiMetrics metrics() {
        return new AiMetrics(
                ids,
                turns,
                rounds,
                calls.metrics(),
                stream.metrics(),
                tools.metrics(),
                checks.cache(calls.usage()),
                checks.validation(),
                steps.map());
    }
}
