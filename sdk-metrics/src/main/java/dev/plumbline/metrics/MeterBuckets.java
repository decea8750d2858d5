package dev.plumbline.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Creates timers and summaries with the buckets of the OpenTelemetry convention, in registries that have histograms. In
 * any other each bucket would become a meter of its own, so there are none. Thread-safe.
 */
final class MeterBuckets {
    private static final List<Double> OPERATION = doubled(0.01, 14);
    private static final List<Double> AGENT = doubled(0.1, 13);
    private static final List<Double> TOKENS =
            Stream.iterate(1.0, bound -> 4 * bound).limit(14).toList();
    private static final List<Double> COUNTS = List.of(0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 21.0, 34.0);
    private static final String PROBE = "plumbline.probe";

    private final MeterRegistry registry;
    private final boolean histograms;

    MeterBuckets(MeterRegistry registry) {
        this.registry = registry;
        this.histograms = hasHistograms(registry);
    }

    private static List<Double> doubled(double first, int count) {
        return Stream.iterate(first, bound -> 2 * bound).limit(count).toList();
    }

    /** Returns whether the registry has histograms: whether it makes no meter of a bucket. */
    private static boolean hasHistograms(MeterRegistry registry) {
        if (registry instanceof CompositeMeterRegistry composite) {
            return composite.getRegistries().stream().allMatch(MeterBuckets::hasHistograms);
        }
        Meter probe =
                DistributionSummary.builder(PROBE).serviceLevelObjectives(1).register(registry);
        Meter bucket = registry.find(PROBE + ".histogram").meter();
        registry.remove(probe);
        if (bucket == null) {
            return true;
        }
        registry.remove(bucket);
        return false;
    }

    /** Returns the timer of an operation: 10 ms to 82 s, doubled. */
    Timer operation(String name, Iterable<Tag> tags) {
        return timer(name, tags, OPERATION);
    }

    /** Returns the timer of an agent: 0.1 s to 410 s, doubled. */
    Timer agent(String name, Iterable<Tag> tags) {
        return timer(name, tags, AGENT);
    }

    /** Returns the summary of tokens: 1 to 67 million, by powers of 4. */
    DistributionSummary tokens(String name, Iterable<Tag> tags) {
        return summary(name, tags, TOKENS);
    }

    /** Returns the summary of a small number, for which the convention has no buckets; a half separates none from one. */
    DistributionSummary counts(String name, Iterable<Tag> tags) {
        return summary(name, tags, COUNTS);
    }

    private Timer timer(String name, Iterable<Tag> tags, List<Double> seconds) {
        Timer.Builder timer = Timer.builder(name).tags(tags);
        return (histograms
                        ? timer.serviceLevelObjectives(seconds.stream()
                                .map(bound -> Duration.ofMillis(Math.round(bound * 1_000)))
                                .toArray(Duration[]::new))
                        : timer)
                .register(registry);
    }

    private DistributionSummary summary(String name, Iterable<Tag> tags, List<Double> bounds) {
        DistributionSummary.Builder summary = DistributionSummary.builder(name).tags(tags);
        return (histograms
                        ? summary.serviceLevelObjectives(
                                bounds.stream().mapToDouble(Double::doubleValue).toArray())
                        : summary)
                .register(registry);
    }
}
