package dev.plumbline.examples.floorplan;

import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.testkit.laws.TelemetryLaws;
import java.io.PrintWriter;
import java.io.Writer;

class DemoStatisticsLawsTest implements TelemetryLaws {
    @Override
    public TelemetryObserver observer() {
        return new DemoStatistics(new ConsoleOutput(new PrintWriter(Writer.nullWriter())));
    }
}
