package dev.plumbline.testkit.laws;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every telemetry observer as jqwik properties. Implement {@link #observer()} in a test class. Tests without
 * jqwik call them with an input.
 */
public interface TelemetryLaws {

    /** Returns a new observer. */
    TelemetryObserver observer();

    /** Returns how long a law may take with one input: 30 seconds by default. What takes longer is taken for endless. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Checks that it throws for no event in any order. */
    @Property(tries = 100)
    default void takes_every_event(@ForAll(supplier = AnyEvents.class) List<TelemetryEvent> events) {
        LawAssertion.within(patience(), "it takes every event", () -> {
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
        });
    }

    /** Checks that it throws for no event with any values. */
    @Property(tries = 1)
    default void takes_events_of_any_values() {
        LawAssertion.within(patience(), "it takes every event", () -> {
            takes_every_event(AnyEvents.ofTelemetry());
        });
    }

    /**
     * Checks that it takes failures, attributes and questions about any call at any time, and that the headers of its trace can
     * be sent.
     */
    @Property(tries = 20)
    default void takes_everything_beside_events(@ForAll(supplier = AnyEvents.class) List<TelemetryEvent> events) {
        LawAssertion.within(patience(), "it takes everything beside events", () -> {
            LawAssertion verdict = verdict("it takes everything beside events", events);
            TelemetryObserver tried = observer();
            CallIds ids = new CallIds("s1", "turn-1", 1, "request-1");
            for (CallIds each : List.of(new CallIds("", "", 0, ""), ids)) {
                for (long invocation = 0; invocation < 2; invocation++) {
                    Map<String, String> headers = taken(tried, each, invocation, verdict);
                    verdict.check(
                            headers.keySet().stream().allMatch(name -> name.matches("[A-Za-z0-9-]+"))
                                    && headers.values().stream().noneMatch(value -> value.matches("(?s).*[\\r\\n].*")),
                            "headers " + headers,
                            "return names and values that HTTP has, such as traceparent");
                }
                events.forEach(tried::onEvent);
            }
        });
    }

    private static Map<String, String> taken(
            TelemetryObserver tried, CallIds ids, long invocation, LawAssertion verdict) {
        try {
            for (Class<?> kind : TelemetryEvent.class.getPermittedSubclasses()) {
                boolean unused = tried.watches(kind.asSubclass(TelemetryEvent.class));
            }
            tried.onFailure(TelemetryObserver.ExtensionFailure.of(
                    ids, Instant.EPOCH, "tool draw", new IllegalStateException()));
            tried.onAttributes(ids, invocation, Map.of("mcp.method.name", "draw", "empty", ""));
            return tried.traceHeaders(ids, invocation);
        } catch (RuntimeException | Error e) {
            throw verdict.violation(
                    e.getClass().getName(), "accept calls whose beginning it has not seen; an observer never steers");
        }
    }

    /** Checks that several threads can notify it at the same time. */
    @Property(tries = 20)
    default void takes_events_from_every_thread(@ForAll(supplier = AnyEvents.class) List<TelemetryEvent> events) {
        LawAssertion.within(patience(), "it takes events from every thread", () -> {
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
                                e.getCause() == null
                                        ? e
                                        : e.getCause().getClass().getName()),
                        "make it thread-safe; several threads call it at the same time");
            }
        });
    }

    private static LawAssertion verdict(String law, List<TelemetryEvent> events) {
        return new LawAssertion(
                law,
                events.stream()
                        .limit(12)
                        .map(event -> event.getClass().getSimpleName())
                        .toList()
                        .toString());
    }
}
