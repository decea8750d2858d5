package dev.plumbline.runtime;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.Progress;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.metrics.EventRecords;
import dev.plumbline.metrics.ProgressService;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Who sees what happens: the numbers, the progress, the file of events, and whomever the program named. */
final class RuntimeObservers {
    private final RuntimeServices services;
    private final BiConsumer<String, Progress> show;
    private final @Nullable SessionStore events;
    private final AiMetricsService metrics;
    private final ProgressService progress;
    private final Map<String, Subscription> shown = new ConcurrentHashMap<>();

    /** {@code show} sends the progress of a session to its views. */
    RuntimeObservers(RuntimeParameters given, RuntimeServices services, BiConsumer<String, Progress> show) {
        this.services = services;
        this.show = show;
        events = given.events;
        metrics = AiMetricsService.inMemory(given.metrics, services.time, services.threads);
        progress = ProgressService.of(services.time, Runnable::run);
        if (events != null) {
            EventRecords.keep(metrics, events);
        }
    }

    AiMetricsService metrics() {
        return metrics;
    }

    /** The runtime's own metrics behind those, as one. */
    AiObserver with(List<AiObserver> named) {
        List<AiObserver> observers = new ArrayList<>(named);
        observers.add(metrics);
        return observers.size() == 1 ? metrics : new IsolatedObservers(observers);
    }

    /** The observer of sessions that have views: shows them the progress of their turns. */
    AiObserver progress() {
        return new AiObserver() {
            @Override
            public void onEvent(AiEvent event) {
                if (!shown.containsKey(event.ids().session())) {
                    shown.computeIfAbsent(event.ids().session(), session -> begun(event));
                }
                progress.onEvent(event);
            }

            @Override
            public boolean watches(Class<? extends AiEvent> kind) {
                return kind != AiEvent.DeltaSeen.class;
            }
        };
    }

    /** Its progress is shown from now on; a turn that runs already begins for it now. */
    private Subscription begun(AiEvent event) {
        String session = event.ids().session();
        Subscription watching = progress.watch(session, now -> show.accept(session, now));
        if (!event.ids().turn().isEmpty()) {
            progress.onEvent(new AiEvent.TurnStarted(event.ids(), event.at()));
        }
        return watching;
    }

    /** A session is closed: what was kept for it goes. */
    void ended(String session) {
        Subscription watching = shown.remove(session);
        if (watching != null) {
            watching.close();
        }
    }

    /** Whether no session is shown anything. */
    boolean isIdle() {
        return shown.isEmpty();
    }

    /** Closes those whom the program named, and then the metrics and their file. */
    void close(List<AiObserver> named) {
        for (AiObserver observer : named) {
            ended(observer);
        }
        Closing.tried(metrics::close);
        Closing.tried(this::written);
    }

    private static void ended(AiObserver observer) {
        if (observer instanceof AutoCloseable closeable) {
            Closing.tried(closeable::close);
        }
    }

    /** Whoever is writing events down may finish; a subscriber that hangs is not waited for. */
    private void written() throws InterruptedException {
        if (events != null) {
            services.threads.awaitIdle(Duration.ofSeconds(1));
            events.close();
        }
    }
}
