package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import java.lang.System.Logger;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Isolates a subscriber of the program: its first exception is logged without its message. */
final class IsolatedSubscriber implements EventSubscriber {
    private static final Logger LOG = System.getLogger("dev.plumbline.metrics");

    private final Predicate<TelemetryEvent> which;
    private final Consumer<TelemetryEvent> consumer;
    private final AtomicBoolean logged = new AtomicBoolean();

    IsolatedSubscriber(Predicate<TelemetryEvent> which, Consumer<TelemetryEvent> consumer) {
        this.which = which;
        this.consumer = consumer;
    }

    /** Returns whether the subscriber wants that event. */
    boolean wants(TelemetryEvent event) {
        try {
            return which.test(event);
        } catch (RuntimeException | Error e) {
            report(e);
            return false;
        }
    }

    @Override
    public void deliver(TelemetryEvent event) {
        try {
            consumer.accept(event);
        } catch (RuntimeException | Error e) {
            report(e);
        }
    }

    private void report(Throwable thrown) {
        if (logged.compareAndSet(false, true)) {
            LOG.log(
                    Logger.Level.WARNING,
                    "a subscriber of metrics threw " + thrown.getClass().getName()
                            + "; it misses that event, and further exceptions are not logged",
                    ExtensionFailure.withoutMessages(thrown));
        }
    }
}
