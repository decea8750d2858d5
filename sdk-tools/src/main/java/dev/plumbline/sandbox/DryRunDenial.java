package dev.plumbline.sandbox;

import dev.plumbline.event.TelemetryLabel;

/**
 * An access that rules in dry-run mode would have denied, and how a host can allow it.
 *
 * @param tool the tool
 * @param rule the rule that would have denied it, e.g. {@code file.outside}
 * @param times the number of times
 * @param remedy how to allow it, or why that is impossible
 */
public record DryRunDenial(TelemetryLabel tool, TelemetryLabel rule, long times, String remedy) {}
