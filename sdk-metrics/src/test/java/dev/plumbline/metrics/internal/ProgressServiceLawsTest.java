package dev.plumbline.metrics.internal;

import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.TelemetryLaws;

/** The progress service keeps the laws of telemetry. */
class ProgressServiceLawsTest implements TelemetryLaws {
    @Override
    public TelemetryObserver observer() {
        return ProgressService.of(VirtualClock.create(), Runnable::run);
    }
}
