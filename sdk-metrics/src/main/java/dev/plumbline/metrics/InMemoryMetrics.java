package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The service: a ring of events, a tally for each session, turn and round, and those who want to be told. */
final class InMemoryMetrics implements AiMetricsService {
    private final Timekeeper time;
    private final Executor threads;
    private final Ring ring;
    private final Tallies tallies = new Tallies();
    private final List<Listed> subscribers = new CopyOnWriteArrayList<>();
    private volatile boolean on;

    InMemoryMetrics(MetricsOptions options, Timekeeper time, Executor threads) {
        this.time = time;
        this.threads = threads;
        this.ring = new Ring(options.events(), options.age());
        this.on = options.on();
    }

    @Override
    public void onEvent(AiEvent event) {
        if (on) {
            ring.add(event);
            tallies.add(event);
            for (Listed listed : subscribers) {
                if (listed.wall().wants(event)) {
                    listed.subscriber().tell(event);
                }
            }
        }
    }

    /** Numbers are made of what is over; what is live is for subscribers. */
    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return on && (!subscribers.isEmpty() || !AiEvent.isLive(kind));
    }

    @Override
    public Subscription subscribe(Predicate<AiEvent> which, Consumer<AiEvent> subscriber) {
        Guarded wall = new Guarded(which, subscriber);
        return listed(new Listed(wall, new Queued(wall, time, threads)));
    }

    @Override
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

    @Override
    public List<AiEvent> recent(Predicate<AiEvent> which) {
        return ring.recent(time.instant(), which);
    }

    @Override
    public AiMetrics session(String sessionId) {
        return tallies.of(new CallIds(sessionId, "", 0, ""));
    }

    @Override
    public AiMetrics turn(String turnId) {
        return tallies.of(new CallIds("", turnId, 0, ""));
    }

    @Override
    public AiMetrics round(String turnId, int round) {
        return tallies.of(new CallIds("", turnId, round, ""));
    }

    @Override
    public void collect(boolean wanted) {
        on = wanted;
        if (!wanted) {
            ring.clear();
            tallies.clear();
        }
    }

    @Override
    public void close() {
        on = false;
        subscribers.forEach(listed -> listed.subscriber().finish());
        subscribers.clear();
    }

    /** A subscriber, and the wall in front of the program's code in it. */
    private record Listed(Guarded wall, Subscriber subscriber) {}
}
