package dev.plumbline.tools;

import java.time.Duration;

/**
 * The limits of tool calls. Immutable.
 *
 * @param maxConcurrent the maximum number of tools that run in the pool at the same time
 * @param maxAbandoned the maximum number of additional threads held by tools that do not stop when interrupted
 * @param argumentBytes the maximum size of arguments, as JSON in UTF-8
 * @param resultBytes the maximum size of a result that the model gets; a larger one is truncated
 * @param elements the maximum number of counted elements of a streamed list
 * @param maxWait how long a call may wait for the host's UI thread or for a tool with the same exclusive resource
 * @param maxRepeats how often the same call may fail in the same way before the turn is ended
 */
public record ToolLimits(
        int maxConcurrent,
        int maxAbandoned,
        int argumentBytes,
        int resultBytes,
        int elements,
        Duration maxWait,
        int maxRepeats) {

    private static final ToolLimits DEFAULTS =
            new ToolLimits(16, 8, 1 << 20, 64 << 10, 1_000_000, Duration.ofMinutes(2), 3);

    public ToolLimits {
        boolean positive = maxConcurrent > 0 && argumentBytes > 0 && elements > 0 && maxRepeats > 0;
        if (!positive || maxWait.isNegative() || maxWait.isZero()) {
            throw new IllegalArgumentException(
                    "maxConcurrent, argumentBytes, elements and maxRepeats must be at least 1, and maxWait positive");
        }
        if (maxAbandoned < 0) {
            throw new IllegalArgumentException("maxAbandoned must not be negative; got " + maxAbandoned);
        }
        if (resultBytes < 1024) {
            throw new IllegalArgumentException("resultBytes must be at least 1024; got " + resultBytes);
        }
    }

    /**
     * Returns the default limits: 16 concurrent and 8 abandoned tools, 1 MiB of arguments, 64 KiB of result, 1,000,000
     * elements, a wait of 2 minutes, 3 repeats.
     */
    public static ToolLimits ofDefaults() {
        return DEFAULTS;
    }

    /** Returns a copy with that number of concurrent tools. */
    public ToolLimits withMaxConcurrent(int tools) {
        return new ToolLimits(tools, maxAbandoned, argumentBytes, resultBytes, elements, maxWait, maxRepeats);
    }

    /** Returns a copy with that number of abandoned tools. */
    public ToolLimits withMaxAbandoned(int tools) {
        return new ToolLimits(maxConcurrent, tools, argumentBytes, resultBytes, elements, maxWait, maxRepeats);
    }

    /** Returns a copy with that size of arguments. */
    public ToolLimits withArgumentBytes(int bytes) {
        return new ToolLimits(maxConcurrent, maxAbandoned, bytes, resultBytes, elements, maxWait, maxRepeats);
    }

    /** Returns a copy with that size of results. */
    public ToolLimits withResultBytes(int bytes) {
        return new ToolLimits(maxConcurrent, maxAbandoned, argumentBytes, bytes, elements, maxWait, maxRepeats);
    }

    /** Returns a copy that counts that number of elements. */
    public ToolLimits withElements(int most) {
        return new ToolLimits(maxConcurrent, maxAbandoned, argumentBytes, resultBytes, most, maxWait, maxRepeats);
    }
}
