package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryEvent;
import java.util.Deque;

/** Merges neighbouring events that only report sizes, so that a stream of any length takes one place. */
final class DeltaEventMerger {
    private DeltaEventMerger() {}

    /** Adds an event at the end, or merges it with the last one; returns false if it was merged. */
    static boolean add(Deque<TelemetryEvent> events, TelemetryEvent event) {
        if (event instanceof TelemetryEvent.DeltasReceived later
                && events.peekLast() instanceof TelemetryEvent.DeltasReceived last
                && last.ids().equals(later.ids())) {
            events.removeLast();
            events.addLast(last.joined(later));
            return false;
        }
        events.addLast(event);
        return true;
    }
}
