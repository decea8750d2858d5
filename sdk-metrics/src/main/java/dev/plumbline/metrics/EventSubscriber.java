package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryEvent;

/** Receives events; throws nothing. */
interface EventSubscriber {

    void deliver(TelemetryEvent event);

    /** Delivers the remaining events; there will be no more. */
    default void finish() {}

    /** Ends the subscription without delivering the remaining events. */
    default void leave() {}
}
