package dev.plumbline.testkit.check;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.testkit.ConcurrentRunner;
import java.util.List;
import java.util.function.Supplier;

/**
 * One observer of telemetry, which receives events without a runtime around it. Each method is a law and throws an
 * AssertionError that names the law, the events and the fix.
 *
 * @param observer makes a fresh one
 */
public record TelemetryChecker(Supplier<AiObserver> observer) {
    private static final int THREADS = 4;

    /** Whatever comes, in whatever order, it throws nothing: it may have been switched on in the middle. */
    public void takesEveryEvent(List<AiEvent> events) {
        LawAssertion verdict = verdict("it takes every event", events);
        AiObserver tried = observer.get();
        for (AiEvent event : events) {
            try {
                tried.onEvent(event);
            } catch (RuntimeException | Error e) {
                throw verdict.broken(
                        e.getClass().getName() + " at " + event.getClass().getSimpleName(),
                        "take an end without its beginning, and kinds of events that are new");
            }
        }
    }

    /** Several threads may notify it at once. */
    public void takesEventsFromEveryThread(List<AiEvent> events) {
        LawAssertion verdict = verdict("it takes events from every thread", events);
        AiObserver tried = observer.get();
        try {
            ConcurrentRunner.run(THREADS, number -> {
                events.forEach(tried::onEvent);
                return number;
            });
        } catch (AssertionError e) {
            throw verdict.broken(
                    String.valueOf(
                            e.getCause() == null ? e : e.getCause().getClass().getName()),
                    "make it concurrent; it is called by the threads that work, several at once");
        }
    }

    private static LawAssertion verdict(String law, List<AiEvent> events) {
        return new LawAssertion(
                law,
                events.stream()
                        .map(event -> event.getClass().getSimpleName())
                        .toList()
                        .toString());
    }
}
