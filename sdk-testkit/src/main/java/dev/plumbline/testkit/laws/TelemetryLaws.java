package dev.plumbline.testkit.laws;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.testkit.check.TelemetryChecker;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every observer of telemetry keeps. Implement {@link #observer()} in a test class; jqwik finds the rest. {@link
 * TelemetryChecker} has the same laws as plain methods.
 */
public interface TelemetryLaws {

    /** A fresh one. */
    AiObserver observer();

    /** Whatever comes, in whatever order, it throws nothing. */
    @Property(tries = 100)
    default void takes_every_event(@ForAll(supplier = AnyEvents.class) List<AiEvent> events) {
        trial().takesEveryEvent(events);
    }

    /** Several threads may notify it at once. */
    @Property(tries = 20)
    default void takes_events_from_every_thread(@ForAll(supplier = AnyEvents.class) List<AiEvent> events) {
        trial().takesEventsFromEveryThread(events);
    }

    private TelemetryChecker trial() {
        return new TelemetryChecker(this::observer);
    }
}
