package dev.plumbline.testkit.laws;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import java.util.concurrent.atomic.LongAdder;

/** The laws hold for an observer that counts. */
class PlainTelemetryLawsTest implements TelemetryLaws {
    @Override
    public TelemetryObserver observer() {
        LongAdder tools = new LongAdder();
        return event -> tools.add(event instanceof TelemetryEvent.ToolFinished ? 1 : 0);
    }
}
