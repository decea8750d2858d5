package dev.plumbline.metrics;

import java.time.Duration;

/**
 * What is kept of what happened, in memory and nowhere else.
 *
 * @param on whether events are looked at when the service is made
 * @param events the most events kept
 * @param age how long one is kept
 */
public record MetricsOptions(boolean on, int events, Duration age) {

    public MetricsOptions {
        if (events < 0 || age.isNegative()) {
            throw new IllegalArgumentException("how many events are kept, and how long, is never negative");
        }
    }

    /** On: the last 10,000 events of the last hour. */
    public static MetricsOptions ofDefaults() {
        return new MetricsOptions(true, 10_000, Duration.ofHours(1));
    }

    /** Off, unless enabled. */
    public static MetricsOptions off() {
        return ofDefaults().withOn(false);
    }

    /** A copy that is on or off. */
    public MetricsOptions withOn(boolean on) {
        return new MetricsOptions(on, events, age);
    }

    /** A copy that keeps so many events for so long. */
    public MetricsOptions withRetention(int events, Duration age) {
        return new MetricsOptions(on, events, age);
    }
}
