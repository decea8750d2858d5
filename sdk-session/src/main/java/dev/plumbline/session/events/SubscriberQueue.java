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
 * The events one listener has not seen yet. Neighbouring pieces of text are joined, nothing is dropped, and whoever puts
 * events in never waits. They come out in order, one at a time, as many as were asked for, text at its {@linkplain DeliveryPace pace}.
 */
final class SubscriberQueue {
    /** The maximum number of events in one task, so that the UI thread can do other work in between. */
    private static final int AT_ONCE = 16;

    private final Executor executor;
    private final EventReceiver receiver;
    private final DeliveryPace pace;
    private final Deque<QueuedEvent> events = new ArrayDeque<>();
    private long demand;
    /** The last call, at completion; null until the end is known. */
    private @Nullable Runnable last;

    private boolean draining = true;
    private boolean stopped;

    /** A queue that holds everything back until it is {@linkplain #open opened}. */
    SubscriberQueue(Executor executor, EventReceiver receiver, DeliveryPace pace) {
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

    /** Puts an event in; calls nobody. */
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
     * What nobody saw of how far a call or a turn is, is old news: who reports often fills no memory. It is looked for in the
     * newest turn alone, because a view that is blocked for long may be many turns behind.
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

    /** Ends it once everything inside has come out. */
    void complete() {
        end(receiver::complete, false);
    }

    /** Ends it at once with a complaint. */
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

    /** Lets nothing more out. */
    void stop() {
        synchronized (events) {
            stopped = true;
            events.clear();
        }
    }

    /**
     * Has what is due delivered, if nobody is at it, and sees to it that text which comes too early does not stay for good; to be called
     * without a lock.
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
        wait.ifPresent(time -> pace.callLater(time, this::ring));
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
            drain(Integer.MAX_VALUE); // the threads are gone, but events must still be delivered
        } catch (RuntimeException gone) {
            stop(); // a UI that takes no more tasks shows no more events
        }
    }

    private boolean isDue() {
        return events.isEmpty() ? last != null : demand > 0;
    }

    /** Text that more may be added to waits a little for it; text that something follows does not. */
    private boolean isHeld() {
        return events.size() == 1
                && last == null
                && events.element().isText()
                && pace.holds(events.element().length());
    }

    private void drain(int most) {
        for (int delivered = 0; delivered < most; delivered++) {
            Runnable next = next();
            if (next == null) {
                wake(); // something may have come since, or is held
                return;
            }
            next.run();
        }
        deliver();
    }

    private @Nullable Runnable next() {
        synchronized (events) {
            draining = !stopped && !isHeld() && isDue();
            if (!draining) {
                return null;
            }
            if (events.isEmpty()) {
                stopped = true;
                return last;
            }
            demand -= demand == Long.MAX_VALUE ? 0 : 1;
            QueuedEvent queued = events.remove();
            if (queued.isText()) {
                pace.passed();
            }
            SessionEvent event = queued.event();
            return () -> receiver.next(event);
        }
    }
}
