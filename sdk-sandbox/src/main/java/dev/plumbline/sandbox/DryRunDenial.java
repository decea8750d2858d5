package dev.plumbline.sandbox;

import dev.plumbline.event.TelemetryLabel;

/**
 * What rules that are only being tried out would have refused, and what a host would write to allow it.
 *
 * @param tool who asked
 * @param rule what would have refused it, e.g. {@code file.outside}
 * @param times how often
 * @param wayOut what to write, or why nothing will help
 */
public record DryRunDenial(TelemetryLabel tool, TelemetryLabel rule, long times, String wayOut) {}
