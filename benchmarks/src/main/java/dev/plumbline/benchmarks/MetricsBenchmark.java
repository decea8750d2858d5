package dev.plumbline.benchmarks;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.metrics.MetricsOptions;
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
 * What an event costs whoever makes it: nobody watches (the figure: 10 ns, 0 bytes; run with {@code -prof gc}), and three queued
 * subscribers (1 µs). The floor is an event that is made and goes nowhere.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MetricsBenchmark {
    private static final CallIds IDS = new CallIds("s", "t", 1, "r");
    private static final TelemetryLabel TOOL = TelemetryLabel.of("drawWall");

    private final Instant now = Instant.EPOCH;
    private final AiObserver off =
            AiMetricsService.inMemory(MetricsOptions.off(), new FrozenScheduler(), Runnable::run);
    private final AiMetricsService counting =
            AiMetricsService.inMemory(MetricsOptions.ofDefaults(), new FrozenScheduler(), Runnable::run);
    private final AiMetricsService three =
            AiMetricsService.inMemory(MetricsOptions.ofDefaults(), new FrozenScheduler(), Runnable::run);
    private long made;

    /** Three subscribers whose thread never comes: every event is queued three times, and joined. */
    @Setup
    public void subscribe() {
        for (int i = 0; i < 3; i++) {
            three.subscribe(event -> true, event -> {});
        }
    }

    /** The floor: an event is made. */
    @Benchmark
    public AiEvent floor() {
        return delta();
    }

    /** Nobody watches: no event is made. */
    @Benchmark
    public boolean unwatched() {
        return publish(off);
    }

    /** Only the numbers are kept. */
    @Benchmark
    public boolean counted() {
        return publish(counting);
    }

    /** The numbers are kept, and three subscribers queue it. */
    @Benchmark
    public boolean queuedForThree() {
        return publish(three);
    }

    /** The same with events that are not joined; a queue that is full takes no more, so this is the cost up to then. */
    @Benchmark
    public void toolFinishedCounted() {
        counting.onEvent(new AiEvent.ToolFinished(IDS, now, TOOL, made++, Duration.ZERO, Duration.ZERO, TOOL, 64));
    }

    private boolean publish(AiObserver observer) {
        boolean watched = observer.watches(AiEvent.DeltasReceived.class);
        if (watched) {
            observer.onEvent(delta());
        }
        return watched;
    }

    private AiEvent delta() {
        return new AiEvent.DeltasReceived(IDS, now, 1, made++, 12);
    }
}
