package dev.plumbline.policies;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all calls of one policy may retry together: ten retries, and one more for every ten calls, so that many sessions do
 * not make an outage worse. A retry that helped is given back. Safe for any number of threads.
 */
final class RetryAllowance {
    private static final int CALL = 1;
    private static final int RETRY = 10;
    private static final int FULL = 10 * RETRY;

    private final AtomicInteger left = new AtomicInteger(FULL);

    /** A call began. */
    void called() {
        give(CALL);
    }

    /** A retry helped. */
    void helped() {
        give(RETRY);
    }

    /** Takes one retry; false when they are used up. */
    boolean take() {
        return left.getAndUpdate(now -> now < RETRY ? now : now - RETRY) >= RETRY;
    }

    private void give(int some) {
        left.getAndUpdate(now -> Math.min(FULL, now + some));
    }
}
