package dev.plumbline.testkit.laws;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import java.util.concurrent.atomic.LongAdder;

/** The laws hold for an observer that counts. */
class PlainTelemetryLawsTest implements TelemetryLaws {
    @Override
    public AiObserver observer() {
        LongAdder tools = new LongAdder();
        return event -> tools.add(event instanceof AiEvent.ToolFinished ? 1 : 0);
    }
}
