package dev.plumbline.policies;

import java.util.concurrent.atomic.AtomicInteger;

/** The retry budget of one policy, in one number. Thread-safe. */
final class LocalRetryBudget implements RetryBudget {
    private final AtomicInteger left = new AtomicInteger(FULL);

    @Override
    public void called() {
        give(CALL);
    }

    @Override
    public void helped() {
        give(RETRY);
    }

    @Override
    public boolean take() {
        return left.getAndUpdate(now -> now < RETRY ? now : now - RETRY) >= RETRY;
    }

    private void give(int some) {
        if (left.get() < FULL) {
            left.getAndUpdate(now -> Math.min(FULL, now + some));
        }
    }
}
