package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Events in, numbers out: who subscribes sees what happens, and whoever asks learns how much and how fast. It keeps
 * everything in memory and sends nothing anywhere. Safe for any number of threads.
 */
public sealed interface AiMetricsService extends AiObserver, AutoCloseable permits InMemoryMetrics {

    /**
     * A service of its own.
     *
     * @param time what retention and delivery go by
     * @param threads where queued subscribers are called, each by one thread at a time
     */
    static AiMetricsService inMemory(MetricsOptions options, Timekeeper time, Executor threads) {
        return new InMemoryMetrics(options, time, threads);
    }

    /**
     * Has a subscriber called soon, in order, on another thread. Whoever makes events never waits for it: they queue, those
     * that only tell sizes are joined with their neighbours. One that is so far behind that 100,000 others queue misses
     * the newest, and learns of it by {@link AiEvent.ExtensionFailed} with the cause {@code overflow}. What it throws is
     * logged once, and it misses that event.
     */
    Subscription subscribe(Predicate<AiEvent> which, Consumer<AiEvent> subscriber);

    /** Has a subscriber called at once, by the thread that works: for spans, which have to be open in time. Be quick. */
    Subscription subscribeDirect(Predicate<AiEvent> which, Consumer<AiEvent> subscriber);

    /** What is kept, oldest first; those that only tell sizes are joined with their neighbours. */
    List<AiEvent> recent(Predicate<AiEvent> which);

    /** The numbers of a session so far; all zero for one it does not know: the latest 1,000 are kept. */
    AiMetrics session(String sessionId);

    /** The numbers of a turn so far; all zero for one it does not know: the latest 1,000 are kept. */
    AiMetrics turn(String turnId);

    /** The numbers of a round of a turn so far, counted from 1; all zero for one it does not know. */
    AiMetrics round(String turnId, int round);

    /** Whether events are looked at; false forgets what was kept, and nobody is told anything until it is true again. */
    void collect(boolean on);

    /** Tells queued subscribers what they have not seen, and nobody anything after that; idempotent. */
    @Override
    void close();
}
