package dev.plumbline.metrics.internal;

import dev.plumbline.event.AiObserver;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.TelemetryLaws;

/** The progress service keeps the laws of telemetry. */
class ProgressServiceLawsTest implements TelemetryLaws {
    @Override
    public AiObserver observer() {
        return ProgressService.of(VirtualClock.create(), Runnable::run);
    }
}
