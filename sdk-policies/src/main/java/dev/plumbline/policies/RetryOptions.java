package dev.plumbline.policies;

import java.time.Duration;

/**
 * How often and how patiently a call is tried. The delay before an attempt is a random share of a bound that begins at
 * {@code firstDelay} and doubles up to {@code maxDelay}; a provider that asks for more is given it, up to two minutes.
 *
 * @param attempts at most so many, the first one included; from 1 to 20
 * @param firstDelay the longest delay before the second attempt
 * @param maxDelay the longest delay of our own before any attempt; at most an hour
 * @param total after so much time, attempts and waits together, no further attempt begins
 */
public record RetryOptions(int attempts, Duration firstDelay, Duration maxDelay, Duration total) {
    private static final RetryOptions DEFAULTS =
            new RetryOptions(4, Duration.ofMillis(500), Duration.ofSeconds(20), Duration.ofMinutes(2));

    public RetryOptions {
        if (attempts < 1 || attempts > 20) {
            throw new IllegalArgumentException("attempts must be 1 (never again) to 20, not " + attempts);
        }
        if (!positive(firstDelay) || !positive(total)) {
            throw new IllegalArgumentException("firstDelay and total must be positive; for no retry use 1 attempt");
        }
        if (maxDelay.compareTo(firstDelay) < 0 || maxDelay.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("maxDelay must not be below firstDelay, nor above an hour");
        }
    }

    /** 4 attempts, 0.5 s doubling to 20 s, 2 minutes in all. */
    public static RetryOptions ofDefaults() {
        return DEFAULTS;
    }

    /**
     * A copy with that many attempts; 1 means never again.
     *
     * @throws IllegalArgumentException outside 1 to 20
     */
    public RetryOptions withAttempts(int attempts) {
        return new RetryOptions(attempts, firstDelay, maxDelay, total);
    }

    /**
     * A copy with other delays; equal ones do not grow.
     *
     * @throws IllegalArgumentException when they are not positive, fall, or exceed an hour
     */
    public RetryOptions withDelays(Duration first, Duration max) {
        return new RetryOptions(attempts, first, max, total);
    }

    /**
     * A copy with that much time, waiting included.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public RetryOptions withTotal(Duration total) {
        return new RetryOptions(attempts, firstDelay, maxDelay, total);
    }

    private static boolean positive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }
}
