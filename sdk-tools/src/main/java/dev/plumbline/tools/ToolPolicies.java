package dev.plumbline.tools;

import dev.plumbline.call.StateKey;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.Map;

/** The built-in policies around a tool call. The registration of each one says which tools it concerns. */
public final class ToolPolicies {
    /** How often each tool failed in a row in this turn; what {@link #failureCount} writes. */
    public static final StateKey<Map<String, Integer>> FAILURES = FailureCountPolicy.FAILURES;

    private ToolPolicies() {}

    /**
     * Creates a policy that answers QUOTA when a tool was called too often, or runs too often at once. Each tool is
     * counted by itself.
     *
     * @throws IllegalArgumentException below 1
     */
    public static ToolPolicy quota(int callsPerTurn, int callsPerSession, int atOnce) {
        return new ToolQuotaPolicy(callsPerTurn, callsPerSession, atOnce);
    }

    /**
     * Creates a policy that caches the results of tools that declare {@code #pure}, up to the given number, and
     * answers the same call without running it. That a tool changes nothing is not enough: what it reads may change.
     *
     * @throws IllegalArgumentException below 1
     */
    public static ToolPolicy memo(int entries) {
        return new MemoizationPolicy(entries);
    }

    /**
     * Creates a policy that stops calling a tool after so many consecutive failures: for that long it is answered QUOTA,
     * then one call may try again. Only FAILED and TIMEOUT count as failures; each tool is counted by itself, over all sessions.
     *
     * @throws IllegalArgumentException below 1
     */
    public static ToolPolicy circuitBreaker(int failures, Duration pause, Scheduler time) {
        return new ToolCircuitBreakerPolicy(failures, pause, time);
    }

    /** Creates a policy that counts consecutive failures of each tool in {@link #FAILURES}, where tools, policies and hooks can read them. */
    public static ToolPolicy failureCount() {
        return new FailureCountPolicy();
    }
}
