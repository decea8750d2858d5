package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver.ExtensionFailure;
import java.lang.System.Logger;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Isolates a subscriber of the program: its first exception is logged without its message. */
final class IsolatedSubscriber implements EventSubscriber {
    private static final Logger LOG = System.getLogger("dev.plumbline.metrics");

    private final Predicate<AiEvent> which;
    private final Consumer<AiEvent> consumer;
    private final AtomicBoolean logged = new AtomicBoolean();

    IsolatedSubscriber(Predicate<AiEvent> which, Consumer<AiEvent> consumer) {
        this.which = which;
        this.consumer = consumer;
    }

    /** Returns whether the subscriber wants that event. */
    boolean wants(AiEvent event) {
        try {
            return which.test(event);
        } catch (RuntimeException | Error e) {
            report(e);
            return false;
        }
    }

    @Override
    public void deliver(AiEvent event) {
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
