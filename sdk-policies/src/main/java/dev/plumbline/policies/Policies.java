package dev.plumbline.policies;

import dev.plumbline.call.Timekeeper;
import dev.plumbline.extend.ResponseStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.schema.JsonSchemaService;
import java.util.Objects;
import java.util.function.DoubleSupplier;

/**
 * The built-in layers. A runtime uses them by itself; call these to compose a chain of your own, outermost first:
 * telemetry, context, cache, repair, retry. Every layer serves all calls and threads.
 */
public final class Policies {

    private Policies() {}

    /**
     * Tells the model the facts that the call carries under {@link dev.plumbline.policy.ContextSnapshot#KEY}: one Context
     * interaction in the snapshot's order, resources for the cache key, missing keys as a remark in the trace. A call
     * without facts passes unchanged.
     */
    public static RequestPolicy contextInjection() {
        return new ContextInjectionPolicy();
    }

    /**
     * Answers from {@code store} what was answered before, and keeps finished answers: never failed, cut, filtered or
     * refused ones, nor such as ask for tools. A hit shows the deltas of the kept answer and uses no tokens. Equal calls
     * at the same time are each sent.
     *
     * @param time tells when entries were made and whether they are too old
     */
    public static Policy localCache(ResponseStore store, CacheOptions options, Timekeeper time) {
        return new LocalCachePolicy(
                Objects.requireNonNull(store, "store"),
                Objects.requireNonNull(options, "options"),
                Objects.requireNonNull(time, "time"));
    }

    /**
     * Sees to the shape of answers to calls with an output schema: tells the provider in its dialect, validates, and asks
     * again with paths and codes when an answer does not fit, but not when it is wrong in the same way twice. What does
     * not fit in the end fails with INVALID_RESPONSE and keeps its content; a cut answer fails with TRUNCATED.
     *
     * @param attempts how often to ask again at most, 0 to 5
     * @param time for telemetry
     * @throws IllegalArgumentException when {@code attempts} is out of range
     */
    public static Policy repair(JsonSchemaService schemas, int attempts, Timekeeper time) {
        if (attempts < 0 || attempts > 5) {
            throw new IllegalArgumentException("repair asks again 0 (only validates) to 5 times, not " + attempts);
        }
        return new RepairPolicy(
                Objects.requireNonNull(schemas, "schemas"), attempts, Objects.requireNonNull(time, "time"));
    }

    /**
     * Tries again what failed for reasons that pass: network, connect and idle timeouts, rate limits, overload, server
     * errors and cut streams, while nothing was delivered. Waits are never shorter than the provider asked for; one that
     * does not fit into two minutes, the options' total or the turn's time fails at once and says when to come back.
     * Retries are at most ten and a tenth of all calls of this layer, so an outage is not made worse; those that helped
     * do not count.
     *
     * @param time tells how long it took so far; waiting itself is done by the call's cancellation
     * @param random draws from 0 to 1, e.g. {@code new Random()::nextDouble}; asked by any thread
     */
    public static Policy retry(RetryOptions options, Timekeeper time, DoubleSupplier random) {
        return new RetryPolicy(
                Objects.requireNonNull(options, "options"),
                Objects.requireNonNull(time, "time"),
                Objects.requireNonNull(random, "random"));
    }

    /** Tells the call's observer when a call starts, shows its first content, and ends; stands outermost. */
    public static Policy telemetry(Timekeeper time) {
        return new TelemetryPolicy(Objects.requireNonNull(time, "time"));
    }
}
