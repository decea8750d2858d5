package dev.plumbline.tools;

import dev.plumbline.call.State.StateKey;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.Map;

/** Factory for the built-in tool policies. The registration of a policy selects its tools. */
public final class ToolPolicies {
    /** The number of consecutive failures of each tool in this turn; written by {@link #failureCount}. */
    public static final StateKey<Map<String, Integer>> FAILURES = FailureCountPolicy.FAILURES;

    private ToolPolicies() {}

    /**
     * Creates a policy that answers QUOTA if a tool is called too often, or too often at the same time. Tools are
     * counted separately.
     *
     * @throws IllegalArgumentException below 1
     */
    public static ToolPolicy quota(int callsPerTurn, int callsPerSession, int atOnce) {
        return new ToolQuotaPolicy(callsPerTurn, callsPerSession, atOnce);
    }

    /**
     * Creates a policy that caches the results of tools that declare {@code #pure}, up to the given number, and
     * answers the same call without running it. It is not enough that a tool is read-only, because the data it reads
     * may change.
     *
     * @throws IllegalArgumentException below 1
     */
    public static ToolPolicy memoization(int entries) {
        return new MemoizationPolicy(entries);
    }

    /**
     * Creates a policy that stops calling a tool after that many consecutive failures: its calls are answered QUOTA
     * during the pause, then one call may try again. Only FAILED and TIMEOUT count as failures. Tools are counted
     * separately, over all sessions.
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
