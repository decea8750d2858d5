package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The events one subscriber has not seen. They are delivered in batches: the first to come calls for a thread in a moment,
 * so that a stream of events does not start a thread each.
 */
final class Queued implements Subscriber {
    static final Duration BATCH = Duration.ofMillis(20);
    private static final int MOST = 100_000;
    private static final Label WHO = Label.of("metrics-subscriber");
    private static final Label OVERFLOW = Label.of("overflow");

    private final Subscriber subscriber;
    private final Timekeeper time;
    private final Executor threads;
    private final Deque<AiEvent> events = new ArrayDeque<>();
    private boolean called;
    private boolean delivering;
    private boolean stopped;
    private boolean overflown;

    Queued(Subscriber subscriber, Timekeeper time, Executor threads) {
        this.subscriber = subscriber;
        this.time = time;
        this.threads = threads;
    }

    @Override
    public void deliver(AiEvent event) {
        if (queue(event)) {
            time.schedule(BATCH, () -> threads.execute(this::deliver));
        }
    }

    /** Puts it in; true for the first one behind a delivery. */
    private synchronized boolean queue(AiEvent event) {
        if (stopped) {
            return false;
        }
        if (events.size() < MOST) {
            Sizes.add(events, event);
        } else if (!overflown) {
            overflown = true;
            events.addLast(new AiEvent.ExtensionFailed(CallIds.NONE, event.at(), WHO, OVERFLOW));
        }
        boolean first = !called;
        called = true;
        return first;
    }

    private void deliver() {
        if (begin()) {
            for (Optional<AiEvent> next = next(); next.isPresent(); next = next()) {
                subscriber.deliver(next.get());
            }
        }
    }

    private synchronized boolean begin() {
        boolean first = !delivering;
        delivering = true;
        return first;
    }

    private synchronized Optional<AiEvent> next() {
        Optional<AiEvent> next = Optional.ofNullable(events.poll());
        if (next.isEmpty()) {
            called = false;
            delivering = false;
            overflown = false;
        }
        return next;
    }

    /** Nothing more comes in; what is there is delivered here, unless the subscriber is busy with it elsewhere. */
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
