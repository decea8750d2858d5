package dev.plumbline.integration.telemetry;

import dev.plumbline.metrics.TraceObserver;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** The tracing bridge of Micrometer with the SDK of OpenTelemetry, as a program has them. */
final class TracingBridge implements AutoCloseable {
    private final SdkTracerProvider provider;
    private final ObservationRegistry registry = ObservationRegistry.create();

    private TracingBridge(SpanExporter exporter) {
        provider = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                .build();
        Tracer tracer = provider.get("plumbline");
        OtelTracer bridge = new OtelTracer(tracer, new OtelCurrentTraceContext(), event -> {});
        ContextPropagators propagators = ContextPropagators.create(W3CTraceContextPropagator.getInstance());
        registry.observationConfig()
                .observationHandler(new ObservationHandler.FirstMatchingCompositeObservationHandler(
                        new PropagatingSenderTracingObservationHandler<>(
                                bridge, new OtelPropagator(propagators, tracer)),
                        new DefaultTracingObservationHandler(bridge)));
    }

    static TracingBridge to(SpanExporter exporter) {
        return new TracingBridge(exporter);
    }

    /** Returns a bridge whose spans are recorded and go nowhere. */
    static TracingBridge discarding() {
        return new TracingBridge(new SpanExporter() {
            @Override
            public CompletableResultCode export(Collection<SpanData> spans) {
                return CompletableResultCode.ofSuccess();
            }

            @Override
            public CompletableResultCode flush() {
                return CompletableResultCode.ofSuccess();
            }

            @Override
            public CompletableResultCode shutdown() {
                return CompletableResultCode.ofSuccess();
            }
        });
    }

    ObservationRegistry registry() {
        return registry;
    }

    TraceObserver observer() {
        return TraceObserver.of(registry);
    }

    void flush() {
        provider.forceFlush().join(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        provider.close();
    }
}
