package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** Stores the latest events, limited by number and age. Guarded by the lock of the service. */
final class EventRingBuffer {
    private final int most;
    private final Duration age;
    private final Deque<TelemetryEvent> events = new ArrayDeque<>();

    EventRingBuffer(int most, Duration age) {
        this.most = most;
        this.age = age;
    }

    /** Adds an event. Old events are removed on reading, or if there are too many. */
    void add(TelemetryEvent event) {
        if (most > 0) {
            DeltaEventMerger.add(events, event);
        }
        if (events.size() > most) {
            events.remove();
        }
    }

    private void forget(Instant now) {
        Instant oldest = now.minus(age);
        while (!events.isEmpty() && events.element().at().isBefore(oldest)) {
            events.remove();
        }
    }

    List<TelemetryEvent> recent(Instant now, Predicate<TelemetryEvent> which) {
        forget(now);
        return events.stream().filter(which).toList();
    }

    void clear() {
        events.clear();
    }
}
