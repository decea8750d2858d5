package dev.plumbline.session.state;

import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.time.Scheduler;

/**
 * What a branch is opened with.
 *
 * @param time dates its entries
 * @param events its own dispatcher
 * @param telemetry of the engine
 */
public record BranchSettings(Scheduler time, EventDispatcher events, SessionTelemetry telemetry) {}
