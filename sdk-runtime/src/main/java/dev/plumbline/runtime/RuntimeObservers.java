package dev.plumbline.runtime;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.event.internal.FailureLog;
import dev.plumbline.json.Json;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.metrics.internal.EventRecorder;
import dev.plumbline.metrics.internal.ProgressService;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The observers of a runtime: metrics, progress, the event files, and those of the program. */
final class RuntimeObservers {
    static final Duration STORE_LIMIT = Duration.ofSeconds(30);
    private static final Duration EVENTS_WRITTEN = Duration.ofSeconds(10);

    private final RuntimeServices services;
    private final BiConsumer<String, TurnProgress> show;
    private final @Nullable SessionStore events;
    private Subscription recording = () -> {};
    private final AiMetricsService metrics;
    private final FailureLog failureLog;
    private final List<Consumer<ExtensionFailure>> failures;
    private final ProgressService progress;
    private final Map<String, Subscription> shown = new ConcurrentHashMap<>();

    /** Creates the observers; {@code show} sends the progress of a session to its views. */
    RuntimeObservers(RuntimeSettings given, RuntimeServices services, BiConsumer<String, TurnProgress> show) {
        this.services = services;
        this.show = show;
        events = given.events;
        failureLog = FailureLog.of(given.failureLevel);
        failures = List.copyOf(given.failures);
        metrics = AiMetricsService.inMemory(given.metrics, services.time, services.threads);
        progress = ProgressService.of(services.time, Runnable::run);
        if (events != null) {
            SessionStore journal = given.session.store();
            recording = EventRecorder.record(
                    metrics, events, session -> journal == null || isWritten(journal, session), services.time);
        }
    }

    /** One answer, and a session that is left out, have no journal: nobody could look at their events beside it. */
    private static boolean isWritten(SessionStore journal, String session) {
        try (Stream<Json> records = journal.read(session, STORE_LIMIT, Cancellation.create())) {
            return records.findFirst().isPresent();
        }
    }

    AiMetricsService metrics() {
        return metrics;
    }

    /** Returns these observers and the runtime's metrics as one observer. */
    TelemetryObserver with(List<TelemetryObserver> named) {
        List<TelemetryObserver> observers = new ArrayList<>(named);
        for (Consumer<ExtensionFailure> listener : failures) {
            observers.add(new FailureObserver(listener));
        }
        observers.add(metrics);
        return observers.size() == 1 ? metrics : new CompositeAiObserver(observers, failureLog);
    }

    /** Returns the log of exceptions of contributed code. */
    FailureLog failureLog() {
        return failureLog;
    }

    /** Passes exceptions on, and watches no events. */
    private record FailureObserver(Consumer<ExtensionFailure> listener) implements TelemetryObserver {
        @Override
        public void onEvent(TelemetryEvent event) {}

        @Override
        public boolean watches(Class<? extends TelemetryEvent> kind) {
            return false;
        }

        @Override
        public void onFailure(ExtensionFailure failure) {
            listener.accept(failure);
        }
    }

    /** Returns the observer of sessions with views, which shows the progress of their turns. */
    TelemetryObserver progress() {
        return new TelemetryObserver() {
            @Override
            public void onEvent(TelemetryEvent event) {
                if (!shown.containsKey(event.ids().session())) {
                    shown.computeIfAbsent(event.ids().session(), session -> begun(event));
                }
                progress.onEvent(event);
            }

            @Override
            public boolean watches(Class<? extends TelemetryEvent> kind) {
                return ProgressService.isRead(kind);
            }
        };
    }

    /** Shows the progress from now on; a turn that is already running begins for it now. */
    private Subscription begun(TelemetryEvent event) {
        String session = event.ids().session();
        Subscription watching = progress.watch(session, now -> show.accept(session, now));
        if (!event.ids().turn().isEmpty()) {
            progress.onEvent(new TelemetryEvent.TurnStarted(event.ids(), event.at()));
        }
        return watching;
    }

    /** Releases the resources of a closed session. */
    void ended(String session) {
        Subscription watching = shown.remove(session);
        if (watching != null) {
            watching.close();
        }
    }

    /** Returns whether no session shows progress. */
    boolean isIdle() {
        return shown.isEmpty();
    }

    /** Closes the program's observers, then the metrics and the event files. */
    void close(List<TelemetryObserver> named) {
        for (TelemetryObserver observer : named) {
            ended(observer);
        }
        ShutdownSequence.tried(metrics::close);
        ShutdownSequence.tried(this::written);
    }

    private static void ended(TelemetryObserver observer) {
        if (observer instanceof AutoCloseable closeable) {
            ShutdownSequence.tried(closeable::close);
        }
    }

    /** Waits until written events are complete, also on a busy machine, but not without end for a subscriber that hangs. */
    private void written() throws InterruptedException {
        if (events != null) {
            services.threads.awaitIdle(EVENTS_WRITTEN);
            ShutdownSequence.tried(recording::close);
            events.close();
        }
    }
}
