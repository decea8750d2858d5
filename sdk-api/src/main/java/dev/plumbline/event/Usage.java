package dev.plumbline.event;

import dev.plumbline.internal.SaturatingMath;

/**
 * The tokens of a call, a turn or a session.
 *
 * @param input tokens sent, those read from the provider's prompt cache included
 * @param output tokens received, reasoning included
 * @param cachedInput tokens of {@code input} that the provider read from its prompt cache
 * @param reasoning tokens of {@code output} that were reasoning
 * @param calls the number of answers of a provider
 */
public record Usage(long input, long output, long cachedInput, long reasoning, int calls) {
    /** The usage of nothing. */
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0);

    public Usage {
        if (input < 0 || output < 0 || cachedInput < 0 || reasoning < 0 || calls < 0) {
            throw new IllegalArgumentException("usage is never negative");
        }
    }

    /** Returns the usage of one answer. */
    public static Usage of(long input, long output) {
        return new Usage(input, output, 0, 0, 1);
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
                && reasoning == usage.reasoning
                && calls == usage.calls;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * (31 * (31 * (31 * input + output) + cachedInput) + reasoning) + calls);
    }

    /** Returns input and output tokens together; at most the largest number. */
    public long total() {
        return SaturatingMath.plus(input, output);
    }
}
