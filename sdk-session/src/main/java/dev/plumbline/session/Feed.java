package dev.plumbline.session;

import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The events of a session, numbered, on their way to those who look. */
final class Feed {
    private final Wiring wiring;
    private final List<Mailbox> boxes = new CopyOnWriteArrayList<>();
    private volatile SessionOptions.Coalescing window = SessionOptions.Coalescing.BALANCED;
    private long sequence;
    private volatile long told;
    private volatile boolean complete;

    Feed(Wiring wiring) {
        this.wiring = wiring;
    }

    /** Numbers an event and puts it into every mailbox; to be called under the session's lock. Whether anybody gets it. */
    boolean offer(LongFunction<SessionEvent> event) {
        long number = ++sequence;
        told = number;
        if (boxes.isEmpty()) {
            return false;
        }
        SessionEvent numbered = event.apply(number);
        boxes.forEach(box -> box.offer(numbered));
        return true;
    }

    /** Whether anybody looks. */
    boolean isViewed() {
        return !boxes.isEmpty();
    }

    /** Has the events delivered; to be called without a lock. */
    void wake() {
        for (Mailbox box : boxes) {
            box.wake();
        }
    }

    /** How often views are called from now on. */
    void pace(SessionOptions options) {
        window = options.coalescing().orElse(SessionOptions.Coalescing.BALANCED);
    }

    /** Tells views that a turn still runs whenever nothing was told for as long as its options say; ends with the subscription. */
    Subscription heartbeat(Turn turn) {
        return turn.ask
                .options()
                .heartbeat()
                .map(interval -> new Heartbeat(turn, interval).started())
                .orElse(() -> {});
    }

    void complete() {
        complete = true;
        boxes.forEach(Mailbox::complete);
    }

    Subscription observe(ConversationObserver observer) {
        Mailbox.Pace pace = Mailbox.Pace.of(wiring.time(), () -> window);
        Mailbox box = new Mailbox(wiring.viewers(), new View(observer, this::failed), pace);
        add(box);
        box.request(Long.MAX_VALUE);
        box.open();
        return () -> remove(box);
    }

    void subscribe(Flow.Subscriber<? super SessionEvent> subscriber) {
        subscribe(new Reader(subscriber, threw -> failed(subscriber, threw)));
    }

    /** The events of one turn; {@code left} gets the id of a turn whose subscriber cancels. */
    Flow.Publisher<SessionEvent> oneTurn(Consumer<String> left) {
        return subscriber -> subscribe(new Reader(new OneTurn(subscriber, left), threw -> failed(subscriber, threw)));
    }

    private void subscribe(Reader reader) {
        Mailbox box = new Mailbox(wiring.executor(), reader, Mailbox.Pace.unheld(wiring.time()));
        add(box);
        reader.start(box, () -> remove(box));
    }

    private void add(Mailbox box) {
        boxes.add(box);
        if (complete) {
            box.complete();
        }
    }

    private void remove(Mailbox box) {
        box.stop();
        boxes.remove(box);
    }

    private void failed(Object who, Throwable cause) {
        wiring.failed(CallIds.NONE, Label.of(who.getClass().getName()), cause);
    }

    /** What is told when nothing else is. */
    private final class Heartbeat implements Subscription {
        private final Turn turn;
        private final Duration interval;
        private final long began = wiring.time().nanos();
        private long heard = told;
        private volatile boolean closed;
        private volatile Subscription next = () -> {};

        Heartbeat(Turn turn, Duration interval) {
            this.turn = turn;
            this.interval = interval;
        }

        Subscription started() {
            next = wiring.time().schedule(interval, this::beat);
            if (closed) {
                next.close(); // it was closed in the middle of a beat
            }
            return this;
        }

        private void beat() {
            if (closed) {
                return;
            }
            if (heard == told) {
                Duration running = Duration.ofNanos(wiring.time().nanos() - began);
                turn.tell(number -> new SessionEvent.Heartbeat(number, turn.ids(), running));
            }
            heard = told;
            Subscription unused = started();
        }

        @Override
        public void close() {
            closed = true;
            next.close();
        }
    }

    /** A view behind a wall: what it throws is reported once, and it misses that event only. */
    private static final class View implements Mailbox.Outlet {
        private final ConversationObserver observer;
        private final BiConsumer<Object, Throwable> report;
        private boolean reported;

        View(ConversationObserver observer, BiConsumer<Object, Throwable> report) {
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
    }

    /** A subscriber of the stream: it gets as many events as it asks for, and is let go when it throws. */
    private static final class Reader implements Mailbox.Outlet {
        private final Flow.Subscriber<? super SessionEvent> subscriber;
        private final Consumer<Throwable> report;
        private Runnable leave = () -> {};

        Reader(Flow.Subscriber<? super SessionEvent> subscriber, Consumer<Throwable> report) {
            this.subscriber = subscriber;
            this.report = report;
        }

        void start(Mailbox box, Runnable remove) {
            leave = remove;
            guarded(() -> subscriber.onSubscribe(subscription(box)));
            box.open();
        }

        private Flow.Subscription subscription(Mailbox box) {
            return new Flow.Subscription() {
                @Override
                public void request(long n) {
                    if (n <= 0) {
                        box.fail(new IllegalArgumentException("request(n) needs a positive n"));
                    } else {
                        box.request(n);
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

    /** A subscriber of the first turn it hears of: the events of others cost it nothing of what it asked for. */
    private static final class OneTurn implements Flow.Subscriber<SessionEvent>, Flow.Subscription {
        private final Flow.Subscriber<? super SessionEvent> subscriber;
        private final Consumer<String> left;
        private volatile Optional<Flow.Subscription> all = Optional.empty();
        private volatile String turn = "";
        private volatile boolean over;

        OneTurn(Flow.Subscriber<? super SessionEvent> subscriber, Consumer<String> left) {
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
            if (event instanceof SessionEvent.Finished) {
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
