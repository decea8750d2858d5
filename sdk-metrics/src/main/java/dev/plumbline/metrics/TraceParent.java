package dev.plumbline.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.handler.TracingObservationHandler;
import java.util.Map;

/**
 * The header {@code traceparent} of a span (W3C Trace Context, level 1). The only class that needs {@code
 * micrometer-tracing}, which a program with a tracing bridge has.
 */
final class TraceParent {
    private static final int TRACE_DIGITS = 32;

    private TraceParent() {}

    /** Returns the header; none if no bridge has made a span of the observation. */
    static Map<String, String> headers(Observation observation) {
        TracingObservationHandler.TracingContext tracing =
                observation.getContextView().get(TracingObservationHandler.TracingContext.class);
        if (tracing == null || tracing.getSpan() == null) {
            return Map.of();
        }
        TraceContext span = tracing.getSpan().context();
        String trace = span.traceId();
        String padded = "0".repeat(Math.max(0, TRACE_DIGITS - trace.length())) + trace;
        String sampled = Boolean.TRUE.equals(span.sampled()) ? "01" : "00";
        return Map.of("traceparent", "00-" + padded + "-" + span.spanId() + "-" + sampled);
    }
}
