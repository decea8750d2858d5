/**
 * A Java agent that counts what the code of the SDK does: methods entered, lambdas, monitors, objects, telemetry events, frames and
 * hand-overs between threads. It counts and takes no time, so that its figures are the same on every machine.
 */
@NullMarked
package dev.plumbline.benchmarks.agent;

import org.jspecify.annotations.NullMarked;
