/**
 * Turning telemetry events into numbers and progress, with or without Micrometer. The events themselves, which have no
 * field for text, live in {@code dev.plumbline.event}. Nothing here steers a call, and what a person sees on the screen
 * does not live here.
 */
@NullMarked
package dev.plumbline.metrics;

import org.jspecify.annotations.NullMarked;
