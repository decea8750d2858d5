package dev.plumbline.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Publishes meters and spans, and returns their names and the version of Micrometer. */
final class OldestMicrometerProgram implements Supplier<List<String>> {
    OldestMicrometerProgram() {}

    @Override
    public List<String> get() {
        List<String> names = new ArrayList<>();
        names.add(String.valueOf(MeterRegistry.class.getPackage().getImplementationVersion()));
        ObservationRegistry traces = ObservationRegistry.create();
        traces.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStop(Observation.Context context) {
                names.add(context.getName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        MeterRegistry meters = new SimpleMeterRegistry();
        try (MicrometerObserver observer = MicrometerObserver.of(meters);
                TraceObserver tracing = TraceObserver.of(traces)) {
            SampleEvents.turn().forEach(observer::onEvent);
            SampleEvents.turn().forEach(tracing::onEvent);
            observer.onEvent(SampleEvents.eventful());
            meters.getMeters().forEach(meter -> names.add(meter.getId().getName()));
        }
        return names;
    }
}
