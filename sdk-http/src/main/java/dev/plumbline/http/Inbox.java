package dev.plumbline.http;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where everything that happens to one exchange comes together. Its caller waits here and nowhere else, so whoever stops
 * the inbox frees the caller at once, whatever the network does. Any thread puts and stops, one takes.
 */
final class Inbox {
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable AiError> stopped = new AtomicReference<>();

    void put(Arrival arrival) {
        arrivals.add(arrival);
    }

    /** Ends the wait with that error, also for what has arrived and was not taken; the first error stays. */
    void stop(AiError error) {
        if (stopped.compareAndSet(null, error)) {
            arrivals.add(new Arrival.Wake());
        }
    }

    /** Returns while nobody has stopped it. */
    void throwIfStopped() {
        AiError error = stopped.get();
        if (error != null) {
            throw new AiException(error);
        }
    }

    /**
     * The next arrival; waits for it.
     *
     * @throws AiException when it was or is stopped
     */
    Arrival take() throws InterruptedException {
        throwIfStopped();
        Arrival next = arrivals.take();
        throwIfStopped();
        return next;
    }
}
