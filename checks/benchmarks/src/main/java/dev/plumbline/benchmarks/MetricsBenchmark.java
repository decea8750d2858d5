package dev.plumbline.benchmarks;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.metrics.AiMetricsService.MetricsOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures the cost of an event for its publisher: without observers (goal: 10 ns, 0 bytes; run with {@code -prof gc}),
 * and with three queued subscribers (goal: 1 µs). The baseline is an event that is created and not published.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MetricsBenchmark {
    private static final CallIds IDS = new CallIds("s", "t", 1, "r");
    private static final TelemetryName TOOL = TelemetryName.of("drawWall");

    private final Instant now = Instant.EPOCH;
    private final TelemetryObserver off =
            AiMetricsService.inMemory(MetricsOptions.off(), new FrozenScheduler(), Runnable::run);
    private final AiMetricsService counting =
            AiMetricsService.inMemory(MetricsOptions.ofDefaults(), new FrozenScheduler(), Runnable::run);
    private final AiMetricsService three =
            AiMetricsService.inMemory(MetricsOptions.ofDefaults(), new FrozenScheduler(), Runnable::run);
    private long made;

    /** Adds three subscribers whose thread never runs, so that every event is queued three times and merged. */
    @Setup
    public void subscribe() {
        for (int i = 0; i < 3; i++) {
            three.subscribe(event -> true, event -> {});
        }
    }

    /** Measures the baseline: creating an event. */
    @Benchmark
    public TelemetryEvent floor() {
        return delta();
    }

    /** Measures publishing without observers, for which no event is created. */
    @Benchmark
    public boolean unwatched() {
        return publish(off);
    }

    /** Measures publishing with metrics. */
    @Benchmark
    public boolean counted() {
        return publish(counting);
    }

    /** Measures publishing with metrics and three queued subscribers. */
    @Benchmark
    public boolean queuedForThree() {
        return publish(three);
    }

    /** Measures publishing events that are not merged; a full queue drops them, so this is the cost before that. */
    @Benchmark
    public void toolFinishedCounted() {
        counting.onEvent(
                new TelemetryEvent.ToolFinished(IDS, now, TOOL, made++, Duration.ZERO, Duration.ZERO, TOOL, 64));
    }

    private boolean publish(TelemetryObserver observer) {
        boolean watched = observer.watches(TelemetryEvent.DeltasReceived.class);
        if (watched) {
            observer.onEvent(delta());
        }
        return watched;
    }

    private TelemetryEvent delta() {
        return new TelemetryEvent.DeltasReceived(IDS, now, 1, made++, 12);
    }
}
