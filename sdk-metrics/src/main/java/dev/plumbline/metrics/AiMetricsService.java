package dev.plumbline.metrics;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.metrics.internal.EventRecorder;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Collects events, delivers them to subscribers, and computes metrics of sessions, turns and rounds. Everything is in
 * memory; nothing is sent. Thread-safe.
 */
public final class AiMetricsService implements TelemetryObserver, AutoCloseable {
    private final Scheduler time;
    private final Executor threads;
    private final EventRingBuffer ring;
    private final MetricsAggregator tallies = new MetricsAggregator();
    private final List<Listed> subscribers = new CopyOnWriteArrayList<>();
    private volatile boolean on;

    private AiMetricsService(MetricsOptions options, Scheduler time, Executor threads) {
        this.time = time;
        this.threads = threads;
        this.ring = new EventRingBuffer(options.events(), options.age());
        this.on = options.enabled();
    }

    /**
     * Returns a new service.
     *
     * @param time the clock of retention and delivery
     * @param threads calls queued subscribers, each by one thread at a time
     */
    public static AiMetricsService inMemory(MetricsOptions options, Scheduler time, Executor threads) {
        return new AiMetricsService(options, time, threads);
    }

    /**
     * Returns the metrics of recorded events.
     *
     * @param events the events of one session, for example those of {@link EventRecorder#of}; without any, all is 0
     */
    public static AiMetrics metricsOf(List<TelemetryEvent> events) {
        MetricsAccumulator all = new MetricsAccumulator();
        events.forEach(all::add);
        String session = events.isEmpty() ? "" : events.get(0).ids().session();
        return all.metrics(new CallIds(session, "", 0, ""));
    }

    @Override
    public void onEvent(TelemetryEvent event) {
        if (on) {
            keep(event);
            for (Listed listed : subscribers) {
                if (listed.isolated().wants(event)) {
                    listed.subscriber().deliver(event);
                }
            }
        }
    }

    private void keep(TelemetryEvent event) {
        synchronized (tallies) {
            ring.add(event);
            tallies.add(event);
        }
    }

    private AiMetrics of(CallIds key) {
        synchronized (tallies) {
            return tallies.of(key);
        }
    }

    /** Returns whether metrics or a subscriber need that event; metrics use only finished events, and that a child session was opened, which is always published. */
    @Override
    public boolean watches(Class<? extends TelemetryEvent> kind) {
        return on && (!subscribers.isEmpty() || !TelemetryEvent.isLive(kind));
    }

    /**
     * Adds a subscriber that is called later, in order, on another thread. The publishing thread does not wait for it:
     * events queue, and neighbouring events that only report sizes are merged. If 100,000 events are queued, the newest
     * are dropped, and the subscriber gets {@link TelemetryEvent.ExtensionFailed} with the cause {@code overflow}. Its first
     * exception is logged; it misses each event for which it throws.
     */
    public Subscription subscribe(Predicate<TelemetryEvent> which, Consumer<TelemetryEvent> subscriber) {
        IsolatedSubscriber isolated = new IsolatedSubscriber(which, subscriber);
        return listed(new Listed(isolated, new QueuedSubscriber(isolated, time, threads)));
    }

    /**
     * Adds a subscriber that is called at once by the publishing thread, for example for spans, which must be opened in
     * time. It must be fast.
     */
    public Subscription subscribeDirect(Predicate<TelemetryEvent> which, Consumer<TelemetryEvent> subscriber) {
        IsolatedSubscriber isolated = new IsolatedSubscriber(which, subscriber);
        return listed(new Listed(isolated, isolated));
    }

    private Subscription listed(Listed listed) {
        subscribers.add(listed);
        return () -> {
            subscribers.remove(listed);
            listed.subscriber().leave();
        };
    }

    /** Returns the stored events, oldest first; neighbouring events that only report sizes are merged. */
    public List<TelemetryEvent> recent(Predicate<TelemetryEvent> which) {
        Instant now = time.instant();
        synchronized (tallies) {
            return ring.recent(now, which);
        }
    }

    /** Returns the metrics of a session so far; all zero for an unknown one. The latest 100 are kept. */
    public AiMetrics session(String sessionId) {
        return of(new CallIds(sessionId, "", 0, ""));
    }

    /** Returns the metrics of a turn so far; all zero for an unknown one. The latest 200 are kept; older ones are in the sums of their session. */
    public AiMetrics turn(String turnId) {
        return of(new CallIds("", turnId, 0, ""));
    }

    /** Returns the metrics of a round so far, counted from 1; all zero for an unknown one. */
    public AiMetrics round(String turnId, int round) {
        return of(new CallIds("", turnId, round, ""));
    }

    /**
     * Sets whether events are processed; false deletes the stored events, and subscribers receive nothing until it is
     * true again.
     */
    public void collect(boolean wanted) {
        on = wanted;
        if (!wanted) {
            synchronized (tallies) {
                ring.clear();
                tallies.clear();
            }
        }
    }

    /** Delivers the queued events to subscribers and ends. Idempotent. */
    @Override
    public void close() {
        on = false;
        subscribers.forEach(listed -> listed.subscriber().finish());
        subscribers.clear();
    }

    /** A subscriber and its isolation from exceptions. */
    private record Listed(IsolatedSubscriber isolated, EventSubscriber subscriber) {}

    /**
     * Selects whether and how many events are kept in memory.
     *
     * @param enabled whether events are processed initially
     * @param events the maximum number of stored events
     * @param age how long an event is stored
     */
    public record MetricsOptions(boolean enabled, int events, Duration age) {

        public MetricsOptions {
            if (events < 0 || age.isNegative()) {
                throw new IllegalArgumentException("the number and the age of stored events must not be negative");
            }
        }

        /** Returns the default options: enabled, the last 10,000 events of the last hour. */
        public static MetricsOptions ofDefaults() {
            return new MetricsOptions(true, 10_000, Duration.ofHours(1));
        }

        /** Returns disabled options. */
        public static MetricsOptions off() {
            return ofDefaults().withEnabled(false);
        }

        /** Returns a copy that is enabled or disabled. */
        public MetricsOptions withEnabled(boolean on) {
            return new MetricsOptions(on, events, age);
        }

        /** Returns a copy with that number and age of stored events. */
        public MetricsOptions withRetention(int events, Duration age) {
            return new MetricsOptions(enabled, events, age);
        }
    }
}
