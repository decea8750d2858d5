/**
 * Computes metrics and progress from telemetry events, with or without Micrometer. The events, which contain no text,
 * are in {@code dev.plumbline.event}. This package does not influence calls; the rows of a user interface are in
 * sdk-desktop.
 */
@NullMarked
package dev.plumbline.metrics;

import org.jspecify.annotations.NullMarked;
