package dev.plumbline.metrics;

/**
 * What the caches saved.
 *
 * @param hits answers that came from the response cache, or from an equal call on its way
 * @param misses calls it had no answer for
 * @param cachedInput input tokens that a provider read from its prompt cache
 */
public record CacheMetrics(int hits, int misses, long cachedInput) {}
