package dev.plumbline.policies;

import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.PromptCache;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.Validator;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Factory for the built-in policies. A runtime adds them itself; use these methods to compose your own chain, outermost
 * first: context, templates, models, cache, repair, retry. Every policy serves all calls and threads.
 */
public final class Policies {

    private Policies() {}

    /**
     * Sends the model the facts that the call carries under {@link dev.plumbline.policy.ContextSnapshot#KEY}: one Context
     * interaction in the snapshot's order, and one after the history with those that change; resources for the cache key,
     * missing keys as a remark in the trace. A call without facts passes unchanged.
     */
    public static RequestPolicy contextInjection() {
        return new ContextInjectionPolicy();
    }

    /**
     * Puts values into the placeholders of system texts, and sends guidelines and instructions: see {@link
     * TemplateOptions}. A text is parsed once. Values are never parsed for placeholders. In strict mode a placeholder
     * without value and default ends the call with CONFIGURATION. Comes after the context.
     */
    public static RequestPolicy promptTemplates(TemplateOptions options) {
        return new TemplatePolicy(Objects.requireNonNull(options, "options"));
    }

    /**
     * Refuses a call that needs what its model certainly lacks, with CAPABILITY and those that can, remarks in the trace
     * what could not be checked, and says what the answer cost by the tokens the provider reported: nothing for a kept
     * answer; absent where a price is unknown or the provider did not count.
     *
     * @param catalog what is known now; asked at each call
     */
    public static Policy models(Supplier<ModelCatalog> catalog) {
        return new ModelPolicy(Objects.requireNonNull(catalog, "catalog"));
    }

    /**
     * Answers from {@code store} what was answered before, and keeps finished answers: never failed, cut, filtered or
     * refused ones, nor such as ask for tools. A hit shows the deltas of the kept answer and uses no tokens. Equal calls
     * at the same time are one: the others see its stream and use no tokens; they share its failure, and one of them takes
     * over when it is cancelled or its budget is used up. A miss says in the trace what changed since the same question
     * was asked before. A call whose resources could not be read is sent past the cache.
     *
     * @param time the clock for the age of entries
     */
    public static Policy localCache(ResponseStore store, CacheOptions options, Timekeeper time) {
        return new LocalCachePolicy(
                Objects.requireNonNull(store, "store"),
                Objects.requireNonNull(options, "options"),
                Objects.requireNonNull(time, "time"));
    }

    /**
     * Enforces the shape of answers to calls with an output schema: sends the schema in the provider's dialect,
     * validates, and asks again with paths and codes when an answer does not fit, but not when it is wrong in the same
     * way twice. What does not fit in the end fails with INVALID_RESPONSE and keeps its content; a cut answer fails
     * with TRUNCATED.
     *
     * @param attempts how often to ask again at most, 0 to 5
     * @throws IllegalArgumentException when {@code attempts} is out of range
     */
    public static Policy repair(JsonSchemaService schemas, int attempts) {
        if (attempts < 0 || attempts > 5) {
            throw new IllegalArgumentException("repair asks again 0 (only validates) to 5 times, not " + attempts);
        }
        return new RepairPolicy(Objects.requireNonNull(schemas, "schemas"), attempts);
    }

    /**
     * Tries again what failed for reasons that pass: network, connect and idle timeouts, rate limits, overload, server
     * errors and cut streams, while nothing was delivered. Waits are never shorter than the provider asked for; one that
     * does not fit into two minutes, the options' total or the turn's time fails at once and says when to come back.
     * Retries are at most ten and a tenth of all calls of this policy, so an outage is not made worse; those that helped
     * do not count.
     *
     * @param time the clock for the time spent so far; waiting itself is done by the call's cancellation
     * @param random draws from 0 to 1, e.g. {@code new Random()::nextDouble}; asked by any thread
     */
    public static Policy retry(RetryOptions options, Timekeeper time, DoubleSupplier random) {
        return new RetryPolicy(
                Objects.requireNonNull(options, "options"),
                Objects.requireNonNull(time, "time"),
                Objects.requireNonNull(random, "random"));
    }

    /**
     * Stops asking a provider that fails: after so many failures in a row (network, timeouts, overload, server errors) its
     * calls fail at once with OVERLOADED {@code circuit-open} for that time; then one call tries. Must be inside retry.
     *
     * @throws IllegalArgumentException when {@code failures} or {@code pause} is not positive
     */
    public static Policy circuitBreaker(int failures, Duration pause, Timekeeper time) {
        positive(failures, pause);
        return new CircuitBreakerPolicy(failures, pause, Objects.requireNonNull(time, "time"));
    }

    /**
     * Asks the next of these models when one cannot answer for reasons that are not the call's: the network, rate limits,
     * overload, server errors, a key or a model that is not accepted. Nothing is asked twice once content was delivered.
     * The return names the model that answered. Must be outside the cache, so each answer is stored under that model's key.
     *
     * @param others in the order in which they are asked, after the call's own
     * @param addressed adds to a call what its policies need to know of its new provider, such as endpoint and schema dialect
     */
    public static Policy fallback(List<ModelId> others, UnaryOperator<AiCall> addressed) {
        return new FallbackPolicy(others, Objects.requireNonNull(addressed, "addressed"));
    }

    /** Lets calls go to these providers alone; others end with EGRESS_DENIED. Must be inside fallback. */
    public static RequestPolicy egress(Selector providers) {
        return Gates.egress(Objects.requireNonNull(providers, "providers"));
    }

    /** Lets calls through that ask for one of these output schemas or for none; others end with POLICY_DENIED. */
    public static RequestPolicy schemaWhitelist(Set<Json> allowed) {
        return Gates.schemaWhitelist(allowed);
    }

    /**
     * Looks at calls before anything is sent. An error ends the call with INVALID_REQUEST. Warnings are a remark in the trace.
     */
    public static RequestPolicy validCalls(Validator<AiCall> validator) {
        return Gates.validCalls(Objects.requireNonNull(validator, "validator"));
    }

    /**
     * Looks at answers. An error makes the return a failed one, INVALID_RESPONSE, that keeps its content. Must be
     * outside repair, where answers have the shape asked for, and inside the cache, so only what passed is stored.
     */
    public static ResponsePolicy validReturns(Validator<AiReturn> validator) {
        return Gates.validReturns(Objects.requireNonNull(validator, "validator"));
    }

    /**
     * Lets so many calls to each provider through in any such time; more wait until they fit, and the wait is an event.
     * Must be inside cache and retry, so that hits cost nothing and every attempt counts.
     *
     * @throws IllegalArgumentException when {@code calls} or {@code per} is not positive
     */
    public static Policy rateLimit(int calls, Duration per, Timekeeper time) {
        positive(calls, per);
        return new RatePolicy(calls, per, per, Objects.requireNonNull(time, "time"));
    }

    /**
     * As {@link #rateLimit}, but more calls than that are not let wait: they end with BUDGET {@code rate-limit}, and the
     * error says when to come back.
     *
     * @throws IllegalArgumentException when {@code calls} or {@code per} is not positive
     */
    public static Policy quota(int calls, Duration per, Timekeeper time) {
        positive(calls, per);
        return new RatePolicy(calls, per, Duration.ZERO, Objects.requireNonNull(time, "time"));
    }

    /** Hints to the provider to cache the prompt: instructions and all that is sent. Comes directly before the provider. */
    public static RequestPolicy cacheTags() {
        return call -> call.with(PromptCache.KEY, PromptCache.of(call));
    }

    /**
     * Sends the newest turns that fit, whole ones, behind the facts and instructions at the front; the stored conversation
     * keeps them all. The last turn is always sent. Tokens are estimated at four characters each.
     *
     * @throws IllegalArgumentException when {@code tokens} is not positive
     */
    public static RequestPolicy historyReduction(int tokens) {
        positive(tokens, Duration.ofNanos(1));
        return call -> {
            HistoryTurns history = HistoryTurns.of(call.effective());
            int excess = history.excess(tokens);
            if (excess == 0) {
                return call;
            }
            call.note("left out " + excess + " turns");
            return call.withEffective(history.from(excess, List.of()));
        };
    }

    /**
     * As {@link #historyReduction}, but asks the model in a call of its own to sum up the turns that do not fit, and
     * sends the summary in their place. This policy does not sum up the same turns twice. A summary that fails leaves
     * them out.
     *
     * @throws IllegalArgumentException when {@code tokens} is not positive
     */
    public static Policy historySummary(int tokens) {
        positive(tokens, Duration.ofNanos(1));
        return new HistorySummaryPolicy(tokens);
    }

    /**
     * Has what goes out and what comes back judged. What the moderator objects to ends the call with CONTENT_FILTERED and
     * the name of the objection; an answer is shown once it was judged. A moderator that throws ends the call, too.
     */
    public static Policy moderation(Moderator moderator) {
        return new ModerationPolicy(Objects.requireNonNull(moderator, "moderator"));
    }

    private static void positive(int count, Duration time) {
        if (count < 1 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(
                    "counts and times of a policy must be positive; for no limit do not add the policy");
        }
    }
}
