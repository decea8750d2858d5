package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.StepTime;

/** What is counted of one session, turn or round. Not thread-safe. */
final class Tally {
    private final CallTally calls = new CallTally();
    private final StreamTally stream = new StreamTally();
    private final ToolTally tools = new ToolTally();
    private final CheckTally checks = new CheckTally();
    private final StepTimes steps = new StepTimes();
    private int turns;
    private int rounds;

    void add(AiEvent event) {
        if (event instanceof AiEvent.DeltaSeen seen) {
            stream.add(seen); // by far the most frequent
        } else if (event instanceof AiEvent.RoundFinished round) {
            add(round.steps());
        } else if (event instanceof AiEvent.TurnFinished turn) {
            add(turn.steps());
        } else if (event instanceof AiEvent.TurnStarted) {
            turns++;
        } else if (event instanceof AiEvent.RoundStarted) {
            rounds++;
        } else {
            calls.add(event);
            stream.add(event);
            tools.add(event);
            checks.add(event);
        }
    }

    private void add(Iterable<StepTime> took) {
        for (StepTime step : took) {
            steps.add(step.name(), step.took());
        }
    }

    /** Adds all that another one has counted. */
    void add(Tally other) {
        turns += other.turns;
        rounds += other.rounds;
        calls.add(other.calls);
        stream.add(other.stream);
        tools.add(other.tools);
        checks.add(other.checks);
        steps.add(other.steps);
    }

    AiMetrics metrics(CallIds ids) {
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
