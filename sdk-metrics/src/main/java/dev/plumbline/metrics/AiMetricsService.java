package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Events in, numbers out: who subscribes sees what happens, and whoever asks learns how much and how fast. It keeps
 * everything in memory and sends nothing anywhere. Safe for any number of threads.
 */
public final class AiMetricsService implements AiObserver, AutoCloseable {
    private final Timekeeper time;
    private final Executor threads;
    private final Ring ring;
    private final Tallies tallies = new Tallies();
    private final List<Listed> subscribers = new CopyOnWriteArrayList<>();
    private volatile boolean on;

    private AiMetricsService(MetricsOptions options, Timekeeper time, Executor threads) {
        this.time = time;
        this.threads = threads;
        this.ring = new Ring(options.events(), options.age());
        this.on = options.on();
    }

    /**
     * A service of its own.
     *
     * @param time what retention and delivery go by
     * @param threads where queued subscribers are called, each by one thread at a time
     */
    public static AiMetricsService inMemory(MetricsOptions options, Timekeeper time, Executor threads) {
        return new AiMetricsService(options, time, threads);
    }

    @Override
    public void onEvent(AiEvent event) {
        if (on) {
            ring.add(event);
            tallies.add(event);
            for (Listed listed : subscribers) {
                if (listed.wall().wants(event)) {
                    listed.subscriber().deliver(event);
                }
            }
        }
    }

    /** Numbers are made of what is over; what is live is for subscribers. */
    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return on && (!subscribers.isEmpty() || !AiEvent.isLive(kind));
    }

    /**
     * Has a subscriber called soon, in order, on another thread. The thread that makes events never waits for it: they
     * queue, those that only report sizes are joined with their neighbours. One that is so far behind that 100,000
     * others queue misses the newest, and learns of it by {@link AiEvent.ExtensionFailed} with the cause {@code
     * overflow}. What it throws is logged once, and it misses that event.
     */
    public Subscription subscribe(Predicate<AiEvent> which, Consumer<AiEvent> subscriber) {
        Guarded wall = new Guarded(which, subscriber);
        return listed(new Listed(wall, new Queued(wall, time, threads)));
    }

    /** Has a subscriber called at once, by the thread that works: for spans, which have to be open in time. Be quick. */
    public Subscription subscribeDirect(Predicate<AiEvent> which, Consumer<AiEvent> subscriber) {
        Guarded wall = new Guarded(which, subscriber);
        return listed(new Listed(wall, wall));
    }

    private Subscription listed(Listed listed) {
        subscribers.add(listed);
        return () -> {
            subscribers.remove(listed);
            listed.subscriber().leave();
        };
    }

    /** The stored events, oldest first; those that only report sizes are joined with their neighbours. */
    public List<AiEvent> recent(Predicate<AiEvent> which) {
        return ring.recent(time.instant(), which);
    }

    /** The numbers of a session so far; all zero for one it does not know: the latest 1,000 are kept. */
    public AiMetrics session(String sessionId) {
        return tallies.of(new CallIds(sessionId, "", 0, ""));
    }

    /** The numbers of a turn so far; all zero for one it does not know: the latest 1,000 are kept. */
    public AiMetrics turn(String turnId) {
        return tallies.of(new CallIds("", turnId, 0, ""));
    }

    /** The numbers of a round of a turn so far, counted from 1; all zero for one it does not know. */
    public AiMetrics round(String turnId, int round) {
        return tallies.of(new CallIds("", turnId, round, ""));
    }

    /**
     * Whether events are processed; false deletes the stored events, and subscribers receive nothing until it is true
     * again.
     */
    public void collect(boolean wanted) {
        on = wanted;
        if (!wanted) {
            ring.clear();
            tallies.clear();
        }
    }

    /** Delivers to queued subscribers what they have not seen, and nothing after that; idempotent. */
    @Override
    public void close() {
        on = false;
        subscribers.forEach(listed -> listed.subscriber().finish());
        subscribers.clear();
    }

    /** A subscriber, and the wall in front of the program's code in it. */
    private record Listed(Guarded wall, Subscriber subscriber) {}
}
