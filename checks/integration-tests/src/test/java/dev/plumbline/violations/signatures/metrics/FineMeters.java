package dev.plumbline.violations.signatures.metrics;

import io.micrometer.core.instrument.MeterRegistry;

/** The one that may. */
public final class FineMeters {
    public MeterRegistry into(MeterRegistry registry) {
        return registry;
    }
}
