package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.testkit.laws.TelemetryLaws;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** The bridge to Micrometer keeps the laws of telemetry. */
class MicrometerObserverLawsTest implements TelemetryLaws {
    @Override
    public TelemetryObserver observer() {
        return MicrometerObserver.of(new SimpleMeterRegistry());
    }
}
