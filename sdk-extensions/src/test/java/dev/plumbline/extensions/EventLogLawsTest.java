package dev.plumbline.extensions;

import dev.plumbline.event.AiObserver;
import dev.plumbline.testkit.laws.TelemetryLaws;

/** The log keeps the laws of telemetry. */
class EventLogLawsTest implements TelemetryLaws {
    @Override
    public AiObserver observer() {
        return new EventLog(System.getLogger("laws"));
    }
}
