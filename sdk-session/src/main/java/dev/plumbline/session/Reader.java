package dev.plumbline.session;

import dev.plumbline.extend.SessionEvent;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;

/** A subscriber of the stream: it gets as many events as it asks for, and is let go when it throws. */
final class Reader implements Mailbox.Outlet {
    private final Flow.Subscriber<? super SessionEvent> subscriber;
    private final BiConsumer<Object, Throwable> report;
    private Runnable leave = () -> {};

    Reader(Flow.Subscriber<? super SessionEvent> subscriber, BiConsumer<Object, Throwable> report) {
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
            report.accept(subscriber, t);
        }
    }
}
