package dev.plumbline.mcp;

import dev.plumbline.time.Scheduler;

/** A limit of requests per second that allows a burst of five seconds. Thread-safe. */
final class RateLimit {
    private static final int BURST_SECONDS = 5;

    private final Scheduler time;
    private final double perNano;
    private final double most;
    private double tokens;
    private long last;

    RateLimit(int perSecond, Scheduler time) {
        this.time = time;
        this.perNano = perSecond / 1e9;
        this.most = (double) perSecond * BURST_SECONDS;
        this.tokens = most;
        this.last = time.nanoTime();
    }

    /** Returns whether one more request is within the limit. */
    synchronized boolean tryAcquire() {
        long now = time.nanoTime();
        tokens = Math.min(most, tokens + (now - last) * perNano);
        last = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
