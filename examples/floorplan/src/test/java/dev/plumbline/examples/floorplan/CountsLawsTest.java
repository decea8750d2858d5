package dev.plumbline.examples.floorplan;

import dev.plumbline.event.AiObserver;
import dev.plumbline.testkit.laws.TelemetryLaws;
import java.io.PrintWriter;
import java.io.Writer;

class CountsLawsTest implements TelemetryLaws {
    @Override
    public AiObserver observer() {
        return new Counts(new Page(new PrintWriter(Writer.nullWriter())));
    }
}
