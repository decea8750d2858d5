package dev.plumbline.tools;

import dev.plumbline.call.StateKey;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.Map;

/** The built-in layers around a tool call. Which tools each concerns is said where it is registered. */
public final class ToolPolicies {
    /** How often each tool failed in a row in this turn; what {@link #failureCount} writes. */
    public static final StateKey<Map<String, Integer>> FAILURES = FailureCountPolicy.FAILURES;

    private ToolPolicies() {}

    /**
     * A layer that answers QUOTA when a tool was called too often, or runs too often at once. Each tool is counted by
     * itself.
     *
     * @throws IllegalArgumentException below 1
     */
    public static ToolPolicy quota(int callsPerTurn, int callsPerSession, int atOnce) {
        return new QuotaPolicy(callsPerTurn, callsPerSession, atOnce);
    }

    /**
     * A layer that remembers the results of tools that say {@code #pure}, so many at most, and answers the same call
     * without running it. That a tool changes nothing is not enough: what it reads may change.
     *
     * @throws IllegalArgumentException below 1
     */
    public static ToolPolicy memo(int entries) {
        return new MemoPolicy(entries);
    }

    /**
     * A layer that stops calling a tool which failed so often in a row: for that long it is answered QUOTA, then one call
     * may try again. Only FAILED and TIMEOUT count as failures; each tool is counted by itself, over all sessions.
     *
     * @throws IllegalArgumentException below 1
     */
    public static ToolPolicy circuitBreaker(int failures, Duration pause, Timekeeper time) {
        return new CircuitBreakerPolicy(failures, pause, time);
    }

    /** A layer that counts in {@link #FAILURES} how often each tool failed in a row, for tools, layers and hooks to see. */
    public static ToolPolicy failureCount() {
        return new FailureCountPolicy();
    }
}
