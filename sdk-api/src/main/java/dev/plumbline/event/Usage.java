package dev.plumbline.event;

import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of a call, a turn or a session.
 *
 * @param input tokens sent, those read from the provider's prompt cache and those written to it included
 * @param output tokens received, reasoning included
 * @param cachedInput tokens of {@code input} that the provider read from its prompt cache
 * @param cacheWrites tokens of {@code input} that the provider wrote to its prompt cache, for any life time
 * @param longCacheWrites tokens of {@code cacheWrites} for a longer life time than the provider's usual one: an hour at
 *     Anthropic and Bedrock, twelve hours at OpenAI
 * @param reasoning tokens of {@code output} that were reasoning
 * @param calls the number of answers of a provider
 */
public record Usage(
        long input, long output, long cachedInput, long cacheWrites, long longCacheWrites, long reasoning, int calls) {
    /** The usage of nothing. */
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0, 0);

    /** So many numbers has a stored form without tokens written to a cache. */
    private static final int WITHOUT_WRITES = 5;

    public Usage {
        if ((input | output | cachedInput | cacheWrites | longCacheWrites | reasoning | calls) < 0) {
            throw new IllegalArgumentException("usage is never negative");
        }
    }

    /** Returns the usage of one answer, without cache and reasoning. */
    public static Usage of(long input, long output) {
        return new Usage(input, output, 0, 0, 0, 0, 1);
    }

    /** Returns a copy in which so many tokens of the input were read from the prompt cache. */
    public Usage withCachedInput(long tokens) {
        return new Usage(input, output, tokens, cacheWrites, longCacheWrites, reasoning, calls);
    }

    /**
     * Returns a copy in which so many tokens of the input were written to the prompt cache, for any life time; the long
     * ones of them are never more.
     */
    public Usage withCacheWrites(long tokens) {
        return new Usage(input, output, cachedInput, tokens, Math.min(longCacheWrites, tokens), reasoning, calls);
    }

    /** Returns a copy in which so many tokens of the cache writes have a longer life time than the usual one. */
    public Usage withLongCacheWrites(long tokens) {
        return new Usage(input, output, cachedInput, cacheWrites, tokens, reasoning, calls);
    }

    /** Returns a copy in which so many tokens of the output were reasoning. */
    public Usage withReasoning(long tokens) {
        return new Usage(input, output, cachedInput, cacheWrites, longCacheWrites, tokens, calls);
    }

    /** Returns a copy with that number of answers. */
    public Usage withCalls(int answers) {
        return new Usage(input, output, cachedInput, cacheWrites, longCacheWrites, reasoning, answers);
    }

    /** Returns the sum of both; what exceeds the largest number is the largest number. */
    public Usage plus(Usage other) {
        return equals(NONE) ? other : other.equals(NONE) ? this : sum(other);
    }

    private Usage sum(Usage other) {
        return new Usage(
                SaturatingMath.plus(input, other.input),
                SaturatingMath.plus(output, other.output),
                SaturatingMath.plus(cachedInput, other.cachedInput),
                SaturatingMath.plus(cacheWrites, other.cacheWrites),
                SaturatingMath.plus(longCacheWrites, other.longCacheWrites),
                SaturatingMath.plus(reasoning, other.reasoning),
                SaturatingMath.plus(calls, other.calls));
    }

    /** Returns the difference to {@code other}; no component falls below zero. */
    public Usage minus(Usage other) {
        return other.equals(NONE)
                ? this
                : new Usage(
                        Math.max(0, input - other.input),
                        Math.max(0, output - other.output),
                        Math.max(0, cachedInput - other.cachedInput),
                        Math.max(0, cacheWrites - other.cacheWrites),
                        Math.max(0, longCacheWrites - other.longCacheWrites),
                        Math.max(0, reasoning - other.reasoning),
                        Math.max(0, calls - other.calls));
    }

    /**
     * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
     * (0063).
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Usage usage
                && input == usage.input
                && output == usage.output
                && cachedInput == usage.cachedInput
                && cacheWrites == usage.cacheWrites
                && longCacheWrites == usage.longCacheWrites
                && reasoning == usage.reasoning
                && calls == usage.calls;
    }

    @Override
    public int hashCode() {
        long cache = 31 * (31 * cachedInput + cacheWrites) + longCacheWrites;
        return Long.hashCode(31 * (31 * (31 * (31 * input + output) + cache) + reasoning) + calls);
    }

    /** Returns input and output tokens together; at most the largest number. */
    public long total() {
        return SaturatingMath.plus(input, output);
    }

    /**
     * Returns the stored form: a list of input, output, cached input, reasoning and calls, and behind them cache writes
     * and long cache writes, if there are any.
     */
    public Json toJson() {
        List<Long> numbers = new ArrayList<>(List.of(input, output, cachedInput, reasoning, (long) calls));
        if ((cacheWrites | longCacheWrites) > 0) {
            numbers.add(cacheWrites);
            numbers.add(longCacheWrites);
        }
        return Json.of(numbers);
    }

    /**
     * Returns the usage of a stored form. One without cache writes has none.
     *
     * @throws JsonException if it is no list of five or seven whole numbers
     */
    public static Usage from(Json stored) {
        List<Json> numbers = stored.elements();
        boolean writes = numbers.size() == WITHOUT_WRITES + 2;
        if (!writes && numbers.size() != WITHOUT_WRITES) {
            throw new JsonException("", "usage is five numbers, or seven with cache writes");
        }
        return new Usage(
                numbers.get(0).asLong(),
                numbers.get(1).asLong(),
                numbers.get(2).asLong(),
                writes ? numbers.get(5).asLong() : 0,
                writes ? numbers.get(6).asLong() : 0,
                numbers.get(3).asLong(),
                numbers.get(4).asInt());
    }
}
