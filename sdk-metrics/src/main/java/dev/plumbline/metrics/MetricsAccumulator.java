package dev.plumbline.metrics;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryEvent;

/** Accumulates the metrics of a session, a turn or a round. Not thread-safe. */
final class MetricsAccumulator {
    private final CallMetricsAccumulator calls = new CallMetricsAccumulator();
    private final StreamMetricsAccumulator stream = new StreamMetricsAccumulator();
    private final ToolMetricsAccumulator tools = new ToolMetricsAccumulator();
    private final CheckMetricsAccumulator checks = new CheckMetricsAccumulator();
    private final StepTimeTotals steps = new StepTimeTotals();
    private int turns;
    private int rounds;

    /** Returns whether an event counts for metrics. */
    static boolean counts(TelemetryEvent event) {
        return event instanceof TelemetryEvent.CallFinished
                || event instanceof TelemetryEvent.RoundFinished
                || event instanceof TelemetryEvent.TurnFinished
                || event instanceof TelemetryEvent.ToolFinished
                || event instanceof TelemetryEvent.ArgumentsChecked;
    }

    void add(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.CallFinished finished) {
            calls.add(finished.call());
            stream.add(finished.call());
            checks.add(finished.call());
            add(finished.call().steps());
        } else if (event instanceof TelemetryEvent.RoundFinished round) {
            rounds++;
            add(round.steps());
        } else if (event instanceof TelemetryEvent.TurnFinished turn) {
            turns++;
            add(turn.steps());
        } else if (event instanceof TelemetryEvent.ToolFinished tool) {
            tools.add(tool);
        } else if (event instanceof TelemetryEvent.ArgumentsChecked checked) {
            checks.add(checked.check());
        }
    }

    private void add(Iterable<StepTime> took) {
        for (StepTime step : took) {
            steps.add(step.name(), step.took());
        }
    }

    /** Adds the counts of another accumulator. */
    void add(MetricsAccumulator other) {
        turns += other.turns;
        rounds += other.rounds;
        calls.add(other.calls);
        stream.add(other.stream);
        tools.add(other.tools);
        checks.add(other.checks);
        steps.add(other.steps);
    }

    /** Adds the calls that a child session made. Its turns, rounds, tools and steps are its own. */
    void addCallsOf(MetricsAccumulator child) {
        calls.add(child.calls);
        stream.add(child.stream);
        checks.add(child.checks);
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
