package dev.plumbline.session.state;

import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.time.Timekeeper;

/**
 * What a branch is opened with.
 *
 * @param time dates its entries
 * @param events its own dispatcher
 * @param telemetry of the engine
 */
public record BranchSettings(Timekeeper time, EventDispatcher events, SessionTelemetry telemetry) {}
