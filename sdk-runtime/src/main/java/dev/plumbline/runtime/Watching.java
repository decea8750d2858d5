package dev.plumbline.runtime;

import dev.plumbline.call.Subscription;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.Progress;
import dev.plumbline.extend.SessionStore;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.metrics.EventRecords;
import dev.plumbline.metrics.ProgressService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** Who sees what happens: the numbers, the progress, the file of events, and whomever the program named. */
final class Watching {
    private final Ground ground;
    private final BiConsumer<String, Progress> show;
    private final Optional<SessionStore> events;
    private final AiMetricsService metrics;
    private final ProgressService progress;
    private final Map<String, Subscription> shown = new ConcurrentHashMap<>();

    /** {@code show} tells the views of a session how far it is. */
    Watching(Given given, Ground ground, BiConsumer<String, Progress> show) {
        this.ground = ground;
        this.show = show;
        events = Optional.ofNullable(given.events);
        metrics = AiMetricsService.inMemory(given.metrics, ground.time, ground.threads);
        progress = ProgressService.of(ground.time, Runnable::run);
        events.ifPresent(store -> EventRecords.keep(metrics, store));
    }

    AiMetricsService metrics() {
        return metrics;
    }

    /** The house's own observers behind those, as one. */
    AiObserver with(List<AiObserver> named) {
        List<AiObserver> observers = new ArrayList<>(named);
        observers.add(metrics);
        observers.add(progress);
        return new IsolatedObservers(observers, this::tidy);
    }

    /** What a session shows begins with it, and what it kept goes with it. */
    private void tidy(AiEvent event) {
        String session = event.ids().session();
        if (event instanceof AiEvent.SessionOpened) {
            shown.put(session, progress.watch(session, now -> show.accept(session, now)));
        }
        if (event instanceof AiEvent.SessionClosed) {
            Optional.ofNullable(shown.remove(session)).ifPresent(Subscription::close);
            ground.sandbox.forget(session);
        }
    }

    /** Adds its own end, those whom the program named first. */
    void ending(Closing closing, List<AiObserver> named) {
        closing.then(() -> named.forEach(Watching::ended)).then(metrics::close).then(this::written);
    }

    private static void ended(AiObserver observer) {
        if (observer instanceof AutoCloseable closeable) {
            Closing.tried(closeable::close);
        }
    }

    /** Whoever is writing events down may finish; a subscriber that hangs is not waited for. */
    private void written() throws InterruptedException {
        if (events.isPresent()) {
            ground.threads.awaitIdle(Duration.ofSeconds(1));
            events.get().close();
        }
    }
}
