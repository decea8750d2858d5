package dev.plumbline.examples.floorplan;

import dev.plumbline.event.AiObserver;
import dev.plumbline.testkit.laws.TelemetryLaws;
import java.io.PrintWriter;
import java.io.Writer;

class DemoStatisticsLawsTest implements TelemetryLaws {
    @Override
    public AiObserver observer() {
        return new DemoStatistics(new ConsoleOutput(new PrintWriter(Writer.nullWriter())));
    }
}
