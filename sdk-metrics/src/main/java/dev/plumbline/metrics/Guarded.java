package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import java.lang.System.Logger;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A subscriber of the program's behind a wall: what it throws is logged once, without a word of what it said. */
final class Guarded implements Subscriber {
    private static final Logger LOG = System.getLogger("dev.plumbline.metrics");

    private final Predicate<AiEvent> which;
    private final Consumer<AiEvent> consumer;
    private final AtomicBoolean logged = new AtomicBoolean();

    Guarded(Predicate<AiEvent> which, Consumer<AiEvent> consumer) {
        this.which = which;
        this.consumer = consumer;
    }

    /** Whether it wants that event. */
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
                    "a subscriber of metrics threw {0}; it misses that event, and this is said once",
                    thrown.getClass().getName());
        }
    }
}
