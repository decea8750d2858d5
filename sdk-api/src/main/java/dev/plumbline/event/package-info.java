/**
 * What happened and how it ended: correlation ids, usage, errors, and the telemetry events, none of which has a field
 * that could hold prompt or answer text. Everything here is an immutable value but the observer. Who measures, counts or
 * shows them does not live here.
 */
@NullMarked
package dev.plumbline.event;

import org.jspecify.annotations.NullMarked;
