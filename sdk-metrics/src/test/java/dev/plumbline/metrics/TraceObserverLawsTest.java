package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.testkit.laws.TelemetryLaws;
import io.micrometer.observation.ObservationRegistry;

/** The bridge to traces keeps the laws of telemetry. */
class TraceObserverLawsTest implements TelemetryLaws {
    @Override
    public TelemetryObserver observer() {
        return TraceObserver.of(ObservationRegistry.create());
    }
}
