/**
 * A Java agent that counts the work of the SDK: entered methods, lambdas, monitors, objects, telemetry events, stack frames
 * and thread hand-overs. It measures no time, so that its counts are the same on every machine.
 */
@NullMarked
package dev.plumbline.benchmarks.agent;

import org.jspecify.annotations.NullMarked;
