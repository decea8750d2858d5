package dev.plumbline.metrics;

/**
 * The metrics of caches.
 *
 * @param hits the number of answers from the response cache or from an equal running call
 * @param misses the number of calls without an entry
 * @param cachedInput the number of input tokens that providers read from their prompt caches
 * @param savedTokens the number of tokens that the hits of the response cache cost when providers gave them, as far as
 *     it is known
 */
public record CacheMetrics(int hits, int misses, long cachedInput, long savedTokens) {}
