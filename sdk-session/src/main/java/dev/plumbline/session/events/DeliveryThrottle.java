package dev.plumbline.session.events;

import dev.plumbline.call.SessionOptions.Coalescing;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How often one listener gets text: at once when there was none for a while, and otherwise when there is enough of it or it has
 * waited long enough; never twice within a frame of a screen, because nobody would see it. Guarded by its queue.
 */
final class DeliveryThrottle {
    /** A screen of 60 Hz shows nothing that came sooner. */
    private static final long FRAME = Duration.ofMillis(16).toNanos();

    private static final Coalescing AT_ONCE = new Coalescing(1, Duration.ZERO);

    private final Scheduler time;
    private final Supplier<Coalescing> window;
    private long newest;
    private boolean begun;
    private boolean waiting;

    private DeliveryThrottle(Scheduler time, Supplier<Coalescing> window) {
        this.time = time;
        this.window = window;
    }

    static DeliveryThrottle of(Scheduler time, Supplier<Coalescing> window) {
        return new DeliveryThrottle(time, window);
    }

    /** One that holds nothing back: for those who say themselves when they want more. */
    static DeliveryThrottle unheld(Scheduler time) {
        return new DeliveryThrottle(time, () -> AT_ONCE);
    }

    /** Whether text of that length comes too early. */
    boolean holds(int characters) {
        if (!begun) {
            return false;
        }
        Coalescing now = window.get();
        long passed = time.nanos() - newest;
        return passed < now.time().toNanos() && (passed < FRAME || characters < now.characters());
    }

    /** Some text goes out now. */
    void passed() {
        begun = true;
        newest = time.nanos();
    }

    /** How long to wait for more, first to the end of the frame; said once until it {@linkplain #rang rings}. */
    Optional<Duration> patience() {
        if (waiting) {
            return Optional.empty();
        }
        waiting = true;
        long passed = time.nanos() - newest;
        long whole = window.get().time().toNanos();
        return Optional.of(Duration.ofNanos(Math.max(1, (passed < FRAME ? Math.min(FRAME, whole) : whole) - passed)));
    }

    void rang() {
        waiting = false;
    }

    /** Calls when the time has come; to be called without a lock. */
    void callLater(Duration wait, Runnable action) {
        var unused = time.schedule(wait, action);
    }
}
