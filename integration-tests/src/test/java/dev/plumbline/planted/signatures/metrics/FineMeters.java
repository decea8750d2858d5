package dev.plumbline.planted.signatures.metrics;

import io.micrometer.core.instrument.MeterRegistry;

/** The one that may. */
public final class FineMeters {
    public MeterRegistry into(MeterRegistry registry) {
        return registry;
    }
}
