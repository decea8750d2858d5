package dev.plumbline.session.events;

import dev.plumbline.conversation.SessionEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A queue of the events that one listener has not received yet. Adjacent pieces of text are joined, nothing is dropped,
 * and producers never wait. Events are delivered in order, one at a time, as many as requested, text with a {@linkplain
 * DeliveryThrottle throttle}.
 */
final class SubscriberQueue {
    /** The maximum number of events in one task, so that the UI thread can do other work in between. */
    private static final int AT_ONCE = 16;

    private final Executor executor;
    private final Receiver receiver;
    private final DeliveryThrottle pace;
    private final Deque<QueuedEvent> events = new ArrayDeque<>();
    private long demand;
    /** The last call, at completion; null until the end is known. */
    private @Nullable Runnable last;

    private boolean draining = true;
    private boolean stopped;

    /** Creates a queue that delivers nothing until it is {@linkplain #open opened}. */
    SubscriberQueue(Executor executor, Receiver receiver, DeliveryThrottle pace) {
        this.executor = executor;
        this.receiver = receiver;
        this.pace = pace;
    }

    void open() {
        synchronized (events) {
            draining = false;
        }
        wake();
    }

    /** Adds an event; calls no listener. */
    void offer(SessionEvent event) {
        synchronized (events) {
            if (stopped || last != null) {
                return;
            }
            if (event instanceof SessionEvent.ToolProgressed || event instanceof SessionEvent.Progressed) {
                forgetOlder(event);
            }
            QueuedEvent newest = events.peekLast();
            if (newest == null || !newest.join(event)) {
                events.add(new QueuedEvent(event));
            }
        }
    }

    /**
     * Removes older progress of the same call or turn that was not delivered, so that frequent reports fill no memory.
     * Only the newest turn is searched, because a blocked view may be many turns behind.
     */
    private void forgetOlder(SessionEvent news) {
        Iterator<QueuedEvent> newestFirst = events.descendingIterator();
        while (newestFirst.hasNext()) {
            QueuedEvent queued = newestFirst.next();
            if (queued.isReplacedBy(news)) {
                newestFirst.remove();
                return;
            }
            if (queued.isOf(SessionEvent.TurnStarted.class)) {
                return;
            }
        }
    }

    void request(long more) {
        synchronized (events) {
            demand = demand + more < 0 ? Long.MAX_VALUE : demand + more;
        }
        wake();
    }

    /** Completes the queue after all its events are delivered. */
    void complete() {
        end(receiver::complete, false);
    }

    /** Ends the queue at once with an error. */
    void fail(Throwable why) {
        end(() -> receiver.failed(why), true);
    }

    private void end(Runnable signal, boolean atOnce) {
        synchronized (events) {
            last = last == null || atOnce ? signal : last;
            if (atOnce) {
                events.clear();
            }
        }
        wake();
    }

    /** Stops delivery. */
    void stop() {
        synchronized (events) {
            stopped = true;
            events.clear();
        }
    }

    /**
     * Delivers due events if no other thread does, and schedules the delivery of throttled text; called without a lock.
     */
    void wake() {
        boolean due;
        Optional<Duration> wait;
        synchronized (events) {
            boolean free = !draining && !stopped;
            boolean held = free && isHeld();
            due = free && !held && isDue();
            draining |= due;
            wait = held ? pace.patience() : Optional.empty();
        }
        if (due) {
            deliver();
        }
        if (wait.isPresent()) {
            pace.callLater(wait.get(), this::ring);
        }
    }

    private void ring() {
        synchronized (events) {
            pace.rang();
        }
        wake();
    }

    private void deliver() {
        try {
            executor.execute(() -> drain(AT_ONCE));
        } catch (RejectedExecutionException closed) {
            drain(Integer.MAX_VALUE); // the executor has ended, but events must still be delivered
        } catch (RuntimeException gone) {
            stop(); // a UI that accepts no more tasks shows no more events
        }
    }

    private boolean isDue() {
        return events.isEmpty() ? last != null && receiver.hearsEnd() : demand > 0;
    }

    /**
     * Returns whether text is delayed. Text waits a little only if more can be appended to it, not if another event
     * follows.
     */
    private boolean isHeld() {
        return events.size() == 1
                && last == null
                && events.element().isText()
                && pace.holds(events.element().length());
    }

    private void drain(int most) {
        for (int delivered = 0; delivered < most; delivered++) {
            if (!deliverNext()) {
                wake(); // an event may have been added or delayed since
                return;
            }
        }
        deliver();
    }

    /** Delivers the next event, or the end; returns whether there was one. */
    private boolean deliverNext() {
        SessionEvent event = null;
        Runnable end;
        synchronized (events) {
            draining = !stopped && !isHeld() && isDue();
            if (!draining) {
                return false;
            }
            end = last;
            if (events.isEmpty()) {
                stopped = true;
            } else {
                event = next();
            }
        }
        if (event != null) {
            receiver.next(event);
        } else if (end != null) {
            end.run();
        }
        return true;
    }

    private SessionEvent next() {
        demand -= demand == Long.MAX_VALUE ? 0 : 1;
        QueuedEvent queued = events.remove();
        if (queued.isText()) {
            pace.passed();
        }
        return queued.event();
    }

    /** Receives events; throws nothing. */
    interface Receiver {
        void next(SessionEvent event);

        void complete();

        void failed(Throwable why);

        /** Returns whether completion and failure do anything; if not, no thread is woken for them. */
        default boolean hearsEnd() {
            return true;
        }
    }
}
