package dev.plumbline.testkit.laws;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every telemetry observer as jqwik properties. Implement {@link #observer()} in a test class. Tests without
 * jqwik call them with an input.
 */
public interface TelemetryLaws {

    /** Returns a new observer. */
    TelemetryObserver observer();

    /** Checks that it throws for no event in any order. */
    @Property(tries = 100)
    default void takes_every_event(@ForAll(supplier = AnyEvents.class) List<TelemetryEvent> events) {
        LawAssertion verdict = verdict("it takes every event", events);
        TelemetryObserver tried = observer();
        for (TelemetryEvent event : events) {
            try {
                tried.onEvent(event);
            } catch (RuntimeException | Error e) {
                throw verdict.violation(
                        e.getClass().getName() + " at " + event.getClass().getSimpleName(),
                        "accept an end without its beginning, and unknown types of events");
            }
        }
    }

    /** Checks that several threads can notify it at the same time. */
    @Property(tries = 20)
    default void takes_events_from_every_thread(@ForAll(supplier = AnyEvents.class) List<TelemetryEvent> events) {
        LawAssertion verdict = verdict("it takes events from every thread", events);
        TelemetryObserver tried = observer();
        try {
            ConcurrentRunner.run(4, number -> {
                events.forEach(tried::onEvent);
                return number;
            });
        } catch (AssertionError e) {
            throw verdict.violation(
                    String.valueOf(
                            e.getCause() == null ? e : e.getCause().getClass().getName()),
                    "make it thread-safe; several threads call it at the same time");
        }
    }

    private static LawAssertion verdict(String law, List<TelemetryEvent> events) {
        return new LawAssertion(
                law,
                events.stream()
                        .map(event -> event.getClass().getSimpleName())
                        .toList()
                        .toString());
    }
}
