package dev.plumbline.runtime;

/**
 * The number of calls that may run at a time: half as many after a call that the service refused because of too many others, and one more
 * after as many answers as run at a time. Calls that were begun before the last reduction do not reduce it again. This is
 * additive increase and multiplicative decrease, as in RFC 5681. Used by one thread.
 */
final class ParallelLimit {
    private final int most;
    private double allowed;
    private long begun;
    private long reducedAt;

    ParallelLimit(int most) {
        this.most = most;
        this.allowed = most;
    }

    /** Returns how many may run now, at least 1. */
    int now() {
        return (int) allowed;
    }

    /** Begins a call and returns its number. */
    long begin() {
        return ++begun;
    }

    /** Counts the end of a call that was begun with that number. */
    void ended(long call, boolean isThrottled) {
        if (!isThrottled) {
            allowed = Math.min(most, allowed + 1 / allowed);
        } else if (call > reducedAt) {
            allowed = Math.max(1, allowed / 2);
            reducedAt = begun;
        }
    }
}
