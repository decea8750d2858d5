package dev.plumbline.policies;

import dev.plumbline.call.Cancellation;
import dev.plumbline.time.Subscription;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of calls that run in this process, by the key of their budget, so that a call that is refused because of
 * them waits for their ends. Thread-safe.
 */
final class InFlightReservations {
    private final Map<String, Integer> granted = new HashMap<>();
    private final Set<CountDownLatch> waiting = new HashSet<>();
    private int attempting;
    private long ended;

    /** Begins an attempt to reserve; returns the number of reservations that have ended. */
    synchronized long attempt() {
        attempting++;
        return ended;
    }

    /** Ends an attempt; those budgets have its reservation now, or none has. */
    synchronized void attempted(Iterable<String> keys) {
        attempting--;
        keys.forEach(key -> granted.merge(key, 1, Integer::sum));
        wake();
    }

    /** Ends the reservation of a call. */
    synchronized void end(Iterable<String> keys) {
        ended++;
        keys.forEach(key -> granted.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1));
        wake();
    }

    private void wake() {
        waiting.forEach(CountDownLatch::countDown);
        waiting.clear();
    }

    /**
     * Waits until a reservation of that budget has ended, or an attempt of another call that may become one.
     *
     * @param endedBefore what {@link #attempt} returned before the attempt that was refused
     * @return whether another attempt makes sense; false if nothing of this process holds the budget
     */
    boolean await(String key, long endedBefore, Cancellation cancellation) {
        boolean waited = false;
        for (CountDownLatch next = next(key, endedBefore); next != null; next = next(key, endedBefore)) {
            waited = true;
            Subscription end = cancellation.onCancel(next::countDown);
            try {
                next.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                cancellation.cancel("interrupted while it waited for money that other calls have reserved");
            } finally {
                end.close();
            }
            cancellation.throwIfCancelled();
        }
        return waited || hasEnded(endedBefore);
    }

    private synchronized boolean hasEnded(long endedBefore) {
        return ended != endedBefore;
    }

    /** Returns a latch for the next change; null if there is nothing to wait for. */
    private synchronized @Nullable CountDownLatch next(String key, long endedBefore) {
        if (ended != endedBefore || (attempting == 0 && !granted.containsKey(key))) {
            return null;
        }
        CountDownLatch latch = new CountDownLatch(1);
        waiting.add(latch);
        return latch;
    }
}
