package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.event.Usage;
import dev.plumbline.metrics.internal.EventRecorder;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Collects events, delivers them to subscribers, and computes metrics of sessions, turns and rounds. Everything is in
 * memory; nothing is sent. Thread-safe.
 */
public final class AiMetricsService implements AiObserver, AutoCloseable {
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
    public static AiMetrics metricsOf(List<AiEvent> events) {
        MetricsAccumulator all = new MetricsAccumulator();
        events.forEach(all::add);
        String session = events.isEmpty() ? "" : events.get(0).ids().session();
        return all.metrics(new CallIds(session, "", 0, ""));
    }

    @Override
    public void onEvent(AiEvent event) {
        if (on) {
            keep(event);
            for (Listed listed : subscribers) {
                if (listed.isolated().wants(event)) {
                    listed.subscriber().deliver(event);
                }
            }
        }
    }

    private void keep(AiEvent event) {
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
    public boolean watches(Class<? extends AiEvent> kind) {
        return on && (!subscribers.isEmpty() || !AiEvent.isLive(kind));
    }

    /**
     * Adds a subscriber that is called later, in order, on another thread. The publishing thread does not wait for it:
     * events queue, and neighbouring events that only report sizes are merged. If 100,000 events are queued, the newest
     * are dropped, and the subscriber gets {@link AiEvent.ExtensionFailed} with the cause {@code overflow}. Its first
     * exception is logged; it misses each event for which it throws.
     */
    public Subscription subscribe(Predicate<AiEvent> which, Consumer<AiEvent> subscriber) {
        IsolatedSubscriber isolated = new IsolatedSubscriber(which, subscriber);
        return listed(new Listed(isolated, new QueuedSubscriber(isolated, time, threads)));
    }

    /**
     * Adds a subscriber that is called at once by the publishing thread, for example for spans, which must be opened in
     * time. It must be fast.
     */
    public Subscription subscribeDirect(Predicate<AiEvent> which, Consumer<AiEvent> subscriber) {
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
    public List<AiEvent> recent(Predicate<AiEvent> which) {
        Instant now = time.instant();
        synchronized (tallies) {
            return ring.recent(now, which);
        }
    }

    /** Returns the metrics of a session so far; all zero for an unknown one. The latest 1,000 are kept. */
    public AiMetrics session(String sessionId) {
        return of(new CallIds(sessionId, "", 0, ""));
    }

    /** Returns the metrics of a turn so far; all zero for an unknown one. The latest 1,000 are kept. */
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
     * The metrics of a session, a turn or a round, over all its finished calls, tool calls, rounds and turns. Immutable;
     * created only by the SDK.
     *
     * @param ids the session, turn and round; the turn's id is empty for a session, the round is 0 for a turn
     * @param turns the number of finished turns
     * @param rounds the number of finished rounds
     * @param calls the calls of the model
     * @param stream the metrics of streamed answers
     * @param tools the tool calls
     * @param cache the metrics of caches
     * @param validation the metrics of validators
     * @param steps the total time of each stage, hook and policy
     */
    public record AiMetrics(
            CallIds ids,
            int turns,
            int rounds,
            CallMetrics calls,
            StreamMetrics stream,
            ToolMetrics tools,
            CacheMetrics cache,
            ValidationMetrics validation,
            Map<TelemetryLabel, Duration> steps) {

        public AiMetrics {
            steps = Map.copyOf(steps);
        }

        /**
         * The metrics of model calls.
         *
         * @param finished the number of finished calls
         * @param failed the number of those with an error
         * @param attempts the number of requests to providers, including retries, repairs and fallbacks
         * @param sentBytes the size of the bodies of those requests
         * @param receivedBytes the size of the answers, without framing
         * @param retries the number of failed attempts that were retried
         * @param inModel the total time of the calls, from start to end
         * @param waited the total time that policies waited, for a retry or a limit
         * @param usage their tokens
         * @param cost their cost; empty if none is known or there are several currencies
         */
        public record CallMetrics(
                int finished,
                int failed,
                int attempts,
                long sentBytes,
                long receivedBytes,
                int retries,
                Duration inModel,
                Duration waited,
                Usage usage,
                Optional<Cost> cost) {}

        /**
         * The metrics of streamed answers.
         *
         * @param firstToken the time to the first content of the latest call; empty if there was none
         * @param deltas the number of deltas
         * @param chars their length in characters
         * @param bytes their length in UTF-8
         * @param lastDeltaBytes the length of the last delta of the latest call, in UTF-8
         * @param streaming the total time from the first content of each call to its end
         * @param outputTokens the output tokens of calls with content
         */
        public record StreamMetrics(
                Optional<Duration> firstToken,
                long deltas,
                long chars,
                long bytes,
                long lastDeltaBytes,
                Duration streaming,
                long outputTokens) {

            /** Returns the output tokens per second; 0 if there are none. */
            public double tokensPerSecond() {
                return perSecond(outputTokens, streaming);
            }

            /** Returns the bytes per second; 0 if there are none. */
            public double bytesPerSecond() {
                return perSecond(bytes, streaming);
            }

            private static double perSecond(long amount, Duration time) {
                return time.isZero() ? 0 : amount * 1e9 / time.toNanos();
            }
        }

        /**
         * The metrics of tool calls.
         *
         * @param finished the number of finished calls
         * @param failures the number of failed calls by error code
         * @param queued the total time that they waited before they ran
         * @param inTools the total time that they ran
         * @param resultBytes the size of their envelopes
         */
        public record ToolMetrics(
                int finished,
                Map<TelemetryLabel, Integer> failures,
                Duration queued,
                Duration inTools,
                long resultBytes) {

            public ToolMetrics {
                failures = Map.copyOf(failures);
            }

            /** Returns the number of failed calls. */
            public int failed() {
                return failures.values().stream().mapToInt(count -> count).sum();
            }
        }

        /**
         * The metrics of caches.
         *
         * @param hits the number of answers from the response cache or from an equal running call
         * @param misses the number of calls without an entry
         * @param cachedInput the number of input tokens that providers read from their prompt caches
         * @param savedTokens the number of tokens that the hits of the response cache cost when providers gave them, as far as
         *     it is known
         */
        public record CacheMetrics(int hits, int misses, long cachedInput, long savedTokens) {}

        /**
         * The metrics of validators.
         *
         * @param runs the number of runs with findings
         * @param errors the number of errors
         * @param warnings the number of warnings
         * @param infos the number of findings that are no error and no warning
         */
        public record ValidationMetrics(int runs, int errors, int warnings, int infos) {}
    }

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
