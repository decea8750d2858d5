package dev.plumbline.session.events;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.internal.PeriodicTask;
import dev.plumbline.session.state.ConversationChange;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Numbers the events of a session and distributes them to views and subscribers. */
public final class EventDispatcher {
    private final Executor viewers;
    private final Executor readers;
    private final Scheduler time;
    private final BiConsumer<String, Throwable> report;
    private final List<SubscriberQueue> queues = new CopyOnWriteArrayList<>();
    private volatile SessionOptions.Coalescing window = SessionOptions.Coalescing.BALANCED;
    private long sequence;
    private volatile long lastNumber;
    private volatile boolean complete;
    private volatile @Nullable Thread quiet;

    /**
     * Creates a dispatcher without subscribers.
     *
     * @param viewers the executor of views, one task at a time each
     * @param readers the executor of stream subscribers, one task at a time each
     * @param report receives exceptions of views and subscribers
     */
    public EventDispatcher(Executor viewers, Executor readers, Scheduler time, BiConsumer<String, Throwable> report) {
        this.viewers = viewers;
        this.readers = readers;
        this.time = time;
        this.report = report;
    }

    /** Publishes the event of a change, if it has one; called under the conversation's lock. */
    public void publish(CallIds ids, ConversationChange change, ConversationState after) {
        if (change instanceof ConversationChange.CallsRefused refused) {
            for (Interaction.ToolCall call : refused.calls()) {
                Interaction.ToolResult result = new Interaction.ToolResult(call.id(), refused.envelope());
                offer(number -> new SessionEvent.ToolFinished(number, ids, result));
            }
            return;
        }
        LongFunction<SessionEvent> event = ChangeEvents.of(ids, change, after);
        if (event != null) {
            offer(event);
        }
    }

    /**
     * Adds the next event to every queue; called under the conversation's lock. It is made only if there is a subscriber.
     *
     * @return whether there is a subscriber
     */
    public boolean offer(LongFunction<SessionEvent> event) {
        long number = ++sequence;
        lastNumber = number;
        return queued(event, number);
    }

    /**
     * Adds an event that a newer one may replace before a view has received it; called under the conversation's lock. It
     * takes no number of its own, so that views see no gap.
     */
    public void offerReplaceable(LongFunction<SessionEvent> event) {
        boolean unused = queued(event, sequence);
    }

    private boolean queued(LongFunction<SessionEvent> event, long number) {
        if (queues.isEmpty()) {
            return false;
        }
        SessionEvent made = event.apply(number);
        for (SubscriberQueue queue : queues) {
            queue.offer(made);
        }
        return true;
    }

    /** Returns whether there is a subscriber. */
    public boolean isViewed() {
        return !queues.isEmpty();
    }

    /** Starts the delivery of queued events; called without a lock. */
    public void wake() {
        if (quiet == Thread.currentThread()) {
            return;
        }
        for (SubscriberQueue queue : queues) {
            queue.wake();
        }
    }

    /** Runs a task whose events are delivered with those that its caller publishes next. */
    void runQuietly(Runnable task) {
        quiet = Thread.currentThread();
        try {
            task.run();
        } finally {
            quiet = null;
        }
    }

    /** Sets how often views are called from now on. */
    public void pace(SessionOptions.Coalescing often) {
        window = often;
    }

    /**
     * Calls back whenever no event occurred for that interval, with the time since the heartbeat started; ends with the
     * subscription.
     */
    public Subscription heartbeat(Duration interval, Consumer<Duration> beat) {
        return new Heartbeat(interval, beat).started();
    }

    public void complete() {
        complete = true;
        for (SubscriberQueue queue : queues) {
            queue.complete();
        }
    }

    public Subscription observe(ConversationObserver observer) {
        DeliveryThrottle pace = DeliveryThrottle.of(time, () -> window);
        SubscriberQueue queue = new SubscriberQueue(viewers, new ObserverReceiver(observer, this::failed), pace);
        add(queue);
        queue.request(Long.MAX_VALUE);
        queue.open();
        return () -> remove(queue);
    }

    public void subscribe(Flow.Subscriber<? super SessionEvent> subscriber) {
        subscribe(new FlowReceiver(subscriber, threw -> failed(subscriber, threw)));
    }

    /**
     * Returns a publisher of the events of one turn; {@code left} receives the id of a turn whose subscriber cancels.
     */
    public Flow.Publisher<SessionEvent> oneTurn(Consumer<String> left) {
        return subscriber -> subscribe(
                new FlowReceiver(new SingleTurnSubscriber(subscriber, left), threw -> failed(subscriber, threw)));
    }

    private void subscribe(FlowReceiver reader) {
        SubscriberQueue queue = new SubscriberQueue(readers, reader, DeliveryThrottle.unheld(time));
        add(queue);
        reader.start(queue, () -> remove(queue));
    }

    private void add(SubscriberQueue queue) {
        queues.add(queue);
        if (complete) {
            queue.complete();
        }
    }

    private void remove(SubscriberQueue queue) {
        queue.stop();
        queues.remove(queue);
    }

    private void failed(Object who, Throwable cause) {
        report.accept(who.getClass().getName(), cause);
    }

    /** Work that calls back while there is no other event. */
    private final class Heartbeat implements PeriodicTask.Work, PeriodicTask.Listener {
        private final Duration interval;
        private final Consumer<Duration> beat;
        private final long began = time.nanoTime();
        private volatile long lastSeen = lastNumber;

        Heartbeat(Duration interval, Consumer<Duration> beat) {
            this.interval = interval;
            this.beat = beat;
        }

        Subscription started() {
            return new PeriodicTask(
                            new PeriodicTask.Threads(time, Runnable::run),
                            new PeriodicTask.Retries(interval, interval),
                            this,
                            this)
                    .startAfter(interval);
        }

        @Override
        public Optional<Duration> run() {
            boolean isSilent = lastSeen == lastNumber;
            lastSeen = lastNumber;
            if (isSilent) {
                beat.accept(Duration.ofNanos(time.nanoTime() - began));
                lastSeen = lastNumber;
            }
            return Optional.of(interval);
        }

        @Override
        public void failed(Throwable why) {
            EventDispatcher.this.failed(beat, why);
        }
    }

    /** A receiver that isolates a view: an exception is reported once, and the view misses only that event. */
    private static final class ObserverReceiver implements SubscriberQueue.Receiver {
        private final ConversationObserver observer;
        private final BiConsumer<Object, Throwable> report;
        private boolean reported;

        ObserverReceiver(ConversationObserver observer, BiConsumer<Object, Throwable> report) {
            this.observer = observer;
            this.report = report;
        }

        @Override
        public void next(SessionEvent event) {
            try {
                observer.onEvent(event);
            } catch (Throwable t) {
                if (!reported) {
                    reported = true;
                    report.accept(observer, t);
                }
            }
        }

        @Override
        public void complete() {}

        @Override
        public void failed(Throwable why) {}

        @Override
        public boolean hearsEnd() {
            return false;
        }
    }

    /**
     * A receiver for a subscriber of the stream: delivers the requested number of events, and unsubscribes it if it
     * throws.
     */
    private static final class FlowReceiver implements SubscriberQueue.Receiver {
        private final Flow.Subscriber<? super SessionEvent> subscriber;
        private final Consumer<Throwable> report;
        private Runnable leave = () -> {};

        FlowReceiver(Flow.Subscriber<? super SessionEvent> subscriber, Consumer<Throwable> report) {
            this.subscriber = subscriber;
            this.report = report;
        }

        void start(SubscriberQueue queue, Runnable remove) {
            leave = remove;
            guarded(() -> subscriber.onSubscribe(subscription(queue)));
            queue.open();
        }

        private Flow.Subscription subscription(SubscriberQueue queue) {
            return new Flow.Subscription() {
                @Override
                public void request(long n) {
                    if (n <= 0) {
                        queue.fail(new IllegalArgumentException("request(n) needs a positive n"));
                    } else {
                        queue.request(n);
                    }
                }

                @Override
                public void cancel() {
                    leave.run();
                }
            };
        }

        @Override
        public void next(SessionEvent event) {
            guarded(() -> subscriber.onNext(event));
        }

        @Override
        public void complete() {
            guarded(subscriber::onComplete);
            leave.run();
        }

        @Override
        public void failed(Throwable why) {
            guarded(() -> subscriber.onError(why));
            leave.run();
        }

        private void guarded(Runnable signal) {
            try {
                signal.run();
            } catch (Throwable t) {
                leave.run();
                report.accept(t);
            }
        }
    }

    /**
     * A subscriber that forwards the events of one turn, the first one it receives; events of other turns do not count
     * against its demand.
     */
    private static final class SingleTurnSubscriber implements Flow.Subscriber<SessionEvent>, Flow.Subscription {
        private final Flow.Subscriber<? super SessionEvent> subscriber;
        private final Consumer<String> left;
        private volatile Optional<Flow.Subscription> all = Optional.empty();
        private volatile String turn = "";
        private volatile boolean over;

        SingleTurnSubscriber(Flow.Subscriber<? super SessionEvent> subscriber, Consumer<String> left) {
            this.subscriber = subscriber;
            this.left = left;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            all = Optional.of(subscription);
            subscriber.onSubscribe(this);
        }

        @Override
        public void onNext(SessionEvent event) {
            if (turn.isEmpty()) {
                turn = event.ids().turn();
            }
            if (turn.isEmpty() || !turn.equals(event.ids().turn())) {
                request(1);
                return;
            }
            subscriber.onNext(event);
            if (event instanceof SessionEvent.TurnFinished) {
                onComplete();
                all.ifPresent(Flow.Subscription::cancel);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            over = true;
            subscriber.onError(thrown);
        }

        @Override
        public void onComplete() {
            if (!over) {
                over = true;
                subscriber.onComplete();
            }
        }

        @Override
        public void request(long events) {
            all.ifPresent(subscription -> subscription.request(events));
        }

        @Override
        public void cancel() {
            all.ifPresent(Flow.Subscription::cancel);
            if (!over) {
                over = true;
                left.accept(turn);
            }
        }
    }
}
