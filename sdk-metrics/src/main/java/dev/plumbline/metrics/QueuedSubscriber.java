package dev.plumbline.metrics;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Queues the events of one subscriber and delivers them in batches. The first event of a batch schedules a delivery
 * after a moment, so that a stream of events does not need a thread for each.
 */
final class QueuedSubscriber implements EventSubscriber {
    static final Duration BATCH = Duration.ofMillis(20);
    private static final int MOST = 100_000;
    private static final TelemetryName WHO = TelemetryName.of("metrics-subscriber");
    private static final TelemetryName OVERFLOW = TelemetryName.of("overflow");

    private final EventSubscriber subscriber;
    private final Scheduler time;
    private final Executor threads;
    private final Deque<TelemetryEvent> events = new ArrayDeque<>();
    private boolean called;
    private boolean delivering;
    private boolean stopped;
    private boolean overflown;

    QueuedSubscriber(EventSubscriber subscriber, Scheduler time, Executor threads) {
        this.subscriber = subscriber;
        this.time = time;
        this.threads = threads;
    }

    @Override
    public void deliver(TelemetryEvent event) {
        if (queue(event)) {
            time.schedule(BATCH, this::start);
        }
    }

    /** Starts a delivery; again later if the threads are used up, because no further event would start one. */
    private void start() {
        try {
            threads.execute(this::deliver);
        } catch (RejectedExecutionException full) {
            if (!isStopped()) {
                time.schedule(BATCH, this::start);
            }
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    /** Queues an event; returns true for the first one after a delivery. */
    private synchronized boolean queue(TelemetryEvent event) {
        if (stopped) {
            return false;
        }
        if (events.size() < MOST) {
            DeltaEventMerger.add(events, event);
        } else if (!overflown) {
            overflown = true;
            events.addLast(new TelemetryEvent.ExtensionFailed(CallIds.NONE, event.at(), WHO, OVERFLOW));
        }
        boolean first = !called;
        called = true;
        return first;
    }

    private void deliver() {
        if (begin()) {
            for (Optional<TelemetryEvent> next = next(); next.isPresent(); next = next()) {
                subscriber.deliver(next.get());
            }
        }
    }

    private synchronized boolean begin() {
        boolean first = !delivering;
        delivering = true;
        return first;
    }

    private synchronized Optional<TelemetryEvent> next() {
        Optional<TelemetryEvent> next = Optional.ofNullable(events.poll());
        if (next.isEmpty()) {
            called = false;
            delivering = false;
            overflown = false;
        }
        return next;
    }

    /**
     * Rejects further events and delivers the queued ones on this thread, unless a delivery is running on another one.
     */
    @Override
    public void finish() {
        stop(false);
        deliver();
    }

    @Override
    public void leave() {
        stop(true);
    }

    private synchronized void stop(boolean forget) {
        stopped = true;
        if (forget) {
            events.clear();
        }
    }
}
