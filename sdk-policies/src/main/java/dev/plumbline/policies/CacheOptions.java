package dev.plumbline.policies;

import java.time.Duration;

/**
 * What is kept and for how long.
 *
 * @param ttl after which an entry is a miss
 * @param withTemperature whether answers that were meant to vary are kept, too
 */
public record CacheOptions(Duration ttl, boolean withTemperature) {
    private static final CacheOptions DEFAULTS = new CacheOptions(Duration.ofDays(7), false);

    public CacheOptions {
        if (ttl.isNegative() || ttl.isZero()) {
            throw new IllegalArgumentException("ttl must be positive; for no cache, give no store");
        }
    }

    /** 7 days, only answers asked for with temperature 0 or none. */
    public static CacheOptions ofDefaults() {
        return DEFAULTS;
    }

    /**
     * A copy whose entries live that long.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public CacheOptions withTtl(Duration ttl) {
        return new CacheOptions(ttl, withTemperature);
    }

    /** A copy that also keeps answers that were meant to vary. */
    public CacheOptions withAnyTemperature() {
        return new CacheOptions(ttl, true);
    }
}
