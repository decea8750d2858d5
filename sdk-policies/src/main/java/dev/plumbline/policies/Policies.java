package dev.plumbline.policies;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.Validator;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Factory for the built-in policies. A runtime adds them itself; use these methods to compose your own chain, outermost
 * first: context, templates, models, cache, repair, retry. All policies are thread-safe.
 */
public final class Policies {

    private Policies() {}

    /**
     * Creates a policy that adds the facts of the call's {@link dev.plumbline.policy.internal.ContextSnapshot#KEY} that the model
     * does not know from the transcript: one Context interaction behind everything that was said. Resources go into the
     * cache key, missing keys into the trace. A call without facts is unchanged. When the values that newer ones have
     * replaced reach 12,800 tokens, or an eighth of the model's context window if that is known and smaller, they are left out
     * at once, and the conversation starts over with the others.
     */
    public static RequestPolicy contextInjection() {
        return new ContextInjectionPolicy();
    }

    /**
     * Creates a policy that fills the placeholders of system texts and adds guidelines and instructions: see {@link
     * PromptTemplateOptions}. A text is parsed once. Values are never parsed for placeholders. In strict mode a
     * placeholder without value and default ends the call with CONFIGURATION. Comes after the context.
     */
    public static RequestPolicy promptTemplates(PromptTemplateOptions options) {
        return new PromptTemplatePolicy(Objects.requireNonNull(options, "options"));
    }

    /**
     * Creates a policy that refuses a call whose model certainly lacks a needed capability. The error is CAPABILITY and
     * lists suitable models; capabilities that could not be checked are a remark in the trace. It also sets the cost of
     * the answer by the reported tokens: nothing for a cached answer, absent if the price is unknown or the provider
     * did not count.
     *
     * @param catalog supplies the current catalog; called for each call
     */
    public static Policy models(Supplier<ModelCatalog> catalog) {
        return new ModelCatalogPolicy(Objects.requireNonNull(catalog, "catalog"));
    }

    /**
     * Creates a policy that caches finished answers in {@code store}: never failed, truncated, filtered or refused
     * ones, nor tool calls. A hit streams the deltas of the stored answer and uses no tokens. Equal calls at the same
     * time are joined: the followers see the leader's stream and use no tokens. They share its failure; if the leader
     * is cancelled or over budget, one of them takes over. The trace of a miss says what changed since the same
     * question was asked before. A call whose resources could not be read, and one with a temperature above 0, bypass
     * the cache. Answers are used for 7 days.
     *
     * @param time the clock for the age of entries
     */
    public static Policy localCache(ResponseStore store, Scheduler time) {
        return localCache(store, Duration.ofDays(7), time);
    }

    /**
     * Creates a policy as {@link #localCache(ResponseStore, Scheduler)}.
     *
     * @param ttl how long an answer is used after it was stored
     * @throws IllegalArgumentException when {@code ttl} is not positive
     */
    public static Policy localCache(ResponseStore store, Duration ttl, Scheduler time) {
        if (ttl.isNegative() || ttl.isZero()) {
            throw new IllegalArgumentException(
                    "ttl must be positive; got " + ttl + "; without a store there is no cache");
        }
        return new CachePolicy(Objects.requireNonNull(store, "store"), ttl, Objects.requireNonNull(time, "time"));
    }

    /**
     * Creates a policy that enforces the output schema of a call: it sends the schema in the provider's dialect,
     * validates the answer, and asks again with paths and codes if it is invalid, but not if it is invalid in the same
     * way twice. A finally invalid answer fails with INVALID_RESPONSE and keeps its content; a truncated answer fails
     * with TRUNCATED.
     *
     * @param attempts the maximum number of repeated questions, 0 to 5
     * @throws IllegalArgumentException when {@code attempts} is out of range
     */
    public static Policy repair(JsonSchemaService schemas, int attempts) {
        if (attempts < 0 || attempts > 5) {
            throw new IllegalArgumentException(
                    "the attempts of repair must be 0 (only validate) to 5; got " + attempts);
        }
        return new RepairPolicy(Objects.requireNonNull(schemas, "schemas"), attempts);
    }

    /**
     * Creates a policy that retries after temporary failures: network, connect and idle timeouts, rate limits,
     * overload, server errors and interrupted streams, if nothing was delivered. A wait is never shorter than the
     * provider requires; if it exceeds two minutes, the options' total or the turn's time, the call fails at once and
     * its error says when to retry. Retries are limited to ten and a tenth of all calls of this policy, so that an
     * outage is not made worse; successful ones do not count.
     *
     * @param time the clock that measures the elapsed time; the call's cancellation does the waiting
     * @param random returns numbers from 0 to 1, e.g. {@code new Random()::nextDouble}; called by any thread
     */
    public static Policy retry(RetryOptions options, Scheduler time, DoubleSupplier random) {
        return new RetryPolicy(
                Objects.requireNonNull(options, "options"),
                Objects.requireNonNull(time, "time"),
                Objects.requireNonNull(random, "random"),
                new LocalRetryBudget());
    }

    /**
     * Creates a policy like {@link #retry(RetryOptions, Scheduler, DoubleSupplier)} whose retries are limited for all
     * programs that share the store. Only a retry asks the store; if it fails, there is no retry. The caller closes it.
     */
    public static Policy retry(RetryOptions options, Scheduler time, DoubleSupplier random, BudgetStore store) {
        return new RetryPolicy(
                Objects.requireNonNull(options, "options"),
                Objects.requireNonNull(time, "time"),
                Objects.requireNonNull(random, "random"),
                new SharedRetryBudget(Objects.requireNonNull(store, "store")));
    }

    /**
     * Creates a circuit breaker: after that many consecutive failures of a provider (network, timeouts, overload,
     * server errors) its calls fail at once with OVERLOADED {@code circuit-open} during the pause; then one call tries
     * again. Must be inside retry.
     *
     * @throws IllegalArgumentException if {@code failures} or {@code pause} is not positive
     */
    public static Policy circuitBreaker(int failures, Duration pause, Scheduler time) {
        positive(failures, pause);
        return new CircuitBreakerPolicy(failures, pause, Objects.requireNonNull(time, "time"));
    }

    /**
     * Creates a circuit breaker like {@link #circuitBreaker(int, Duration, Scheduler)} that all programs share that
     * share the store. It asks the store once for each call, and again after a failure; a store that fails leaves the
     * circuit closed. The caller closes the store.
     *
     * @throws IllegalArgumentException if {@code failures} or {@code pause} is not positive
     */
    public static Policy circuitBreaker(int failures, Duration pause, Scheduler time, BudgetStore store) {
        positive(failures, pause);
        return new SharedCircuitBreakerPolicy(
                failures, pause, Objects.requireNonNull(time, "time"), Objects.requireNonNull(store, "store"));
    }

    /**
     * Creates a policy that calls the next of these models if one fails for a reason outside the call: network, rate
     * limit, overload, server error, or a key or model that is not accepted. There is no fallback after content was
     * delivered. The return names the model that answered. Must be outside the cache, so that each answer is stored
     * under its model's key.
     *
     * @param others the models in order, after that of the call
     * @param addressed adds the attributes of the new provider to a call, such as endpoint and schema dialect
     */
    public static Policy fallback(List<ModelId> others, UnaryOperator<AiCall> addressed) {
        return new FallbackPolicy(others, Objects.requireNonNull(addressed, "addressed"));
    }

    /**
     * Creates a policy that allows calls to these providers only; others end with EGRESS_DENIED. Must be inside
     * fallback.
     */
    public static RequestPolicy egress(Selector providers) {
        return GuardPolicies.egress(Objects.requireNonNull(providers, "providers"));
    }

    /**
     * Creates a policy that allows only calls with one of these output schemas or none; others end with POLICY_DENIED.
     */
    public static RequestPolicy schemaAllowlist(Set<Json> allowed) {
        return GuardPolicies.schemaAllowlist(allowed);
    }

    /**
     * Creates a policy that validates calls before anything is sent. An error ends the call with INVALID_REQUEST.
     * Warnings are a remark in the trace.
     */
    public static RequestPolicy validCalls(Validator<AiCall> validator) {
        return GuardPolicies.validCalls(Objects.requireNonNull(validator, "validator"));
    }

    /**
     * Creates a policy that validates answers. After an error the return fails with INVALID_RESPONSE and keeps its
     * content. Must be outside repair, which enforces the schema, and inside the cache, so that only valid answers are
     * stored.
     */
    public static ResponsePolicy validReturns(Validator<AiReturn> validator) {
        return GuardPolicies.validReturns(Objects.requireNonNull(validator, "validator"));
    }

    /**
     * Creates a policy that limits the calls to each provider in a period; further calls wait, and the wait is an
     * event. Must be inside cache and retry, so that hits do not count and every attempt does.
     *
     * @throws IllegalArgumentException when {@code calls} or {@code per} is not positive
     */
    public static Policy rateLimit(int calls, Duration per, Scheduler time) {
        return rateLimit(calls, per, time, localBudgets(time));
    }

    /**
     * Creates a policy like {@link #rateLimit(int, Duration, Scheduler)} for all programs that share the store, which it
     * asks once for each call. A store that fails ends the call. The caller closes the store.
     *
     * @throws IllegalArgumentException when {@code calls} or {@code per} is not positive
     */
    public static Policy rateLimit(int calls, Duration per, Scheduler time, BudgetStore store) {
        positive(calls, per);
        return new RateLimitPolicy(
                new BudgetStore.Budget("rate/", calls, per), per, time, Objects.requireNonNull(store, "store"));
    }

    /**
     * Creates a policy like {@link #rateLimit} in which further calls do not wait: they end with BUDGET {@code
     * rate-limit}, and the error says when to retry.
     *
     * @throws IllegalArgumentException when {@code calls} or {@code per} is not positive
     */
    public static Policy quota(int calls, Duration per, Scheduler time) {
        return quota(calls, per, time, localBudgets(time));
    }

    /**
     * Creates a policy like {@link #quota(int, Duration, Scheduler)} for all programs that share the store, which it
     * asks once for each call. A store that fails ends the call. The caller closes the store.
     *
     * @throws IllegalArgumentException when {@code calls} or {@code per} is not positive
     */
    public static Policy quota(int calls, Duration per, Scheduler time, BudgetStore store) {
        positive(calls, per);
        return new RateLimitPolicy(
                new BudgetStore.Budget("quota/", calls, per),
                Duration.ZERO,
                time,
                Objects.requireNonNull(store, "store"));
    }

    /**
     * Creates a policy that limits what calls cost. Before each attempt it reserves an estimate in every budget: the
     * input at four characters a token, with the definitions of tools, and 1,000 tokens of output at most; the cost of the answer replaces it. An
     * attempt that only the reservations of calls in flight keep from its money waits for them. One for which not enough is left ends with BUDGET {@code spending-limit} and is not sent; one of a model
     * without a price in the currency of the limits with BUDGET {@code no-price}. So spending exceeds a limit at most by
     * what calls that ran at the same time cost more than estimated. Must be inside cache and retry.
     *
     * @param catalog supplies the prices; called for each attempt
     * @param store keeps the budgets, e.g. {@link #localBudgets}; one that fails ends the call. The caller closes it
     */
    public static Policy spending(SpendingLimits limits, Supplier<ModelCatalog> catalog, BudgetStore store) {
        return new SpendingPolicy(
                Objects.requireNonNull(limits, "limits"),
                Objects.requireNonNull(catalog, "catalog"),
                Objects.requireNonNull(store, "store"));
    }

    /**
     * Returns what a call is estimated to cost, which is what {@link #spending} reserves for it: the input at four
     * characters a token, with the definitions of tools and without media, and 1,000 tokens of output at most.
     *
     * @return empty if no price of its model is known
     */
    public static Optional<Cost> estimate(AiCall call, ModelCatalog catalog) {
        return SpendingPolicy.estimate(call, catalog);
    }

    /** Creates a store of budgets in memory, which policies of one program can share. */
    public static BudgetStore localBudgets(Scheduler time) {
        return new LocalBudgetStore(Objects.requireNonNull(time, "time"));
    }

    /**
     * Creates a policy that tags instructions and transcript for the provider's prompt cache. Must be directly before
     * the provider.
     */
    public static RequestPolicy cacheTags() {
        return call -> call.withAttribute(
                PromptCacheHint.KEY, PromptCacheHint.ofConversation(PromptCacheHint.Retention.SHORT));
    }

    /**
     * Creates a policy that removes the oldest turns, after the leading facts and instructions, when a question does not fit:
     * until half of the tokens are left, so that the next questions change nothing that was sent. The stored conversation
     * keeps them. The last turn is always sent. Tokens are estimated at four characters each.
     *
     * @throws IllegalArgumentException when {@code tokens} is not positive
     */
    public static RequestPolicy historyReduction(int tokens) {
        positive(tokens, Duration.ofNanos(1));
        return call -> {
            HistoryTurns history = HistoryTurns.of(call.effective());
            HistoryTurns.Cut cut = history.cut(tokens);
            if (cut.from() == 0) {
                return call;
            }
            String remark = "left out " + cut.from() + " turns";
            call.addRemark(history.startsOver(cut) ? HistoryTurns.STARTS_OVER + remark : remark);
            return call.withEffective(history.from(cut, Optional.empty()));
        };
    }

    /**
     * Creates a policy like {@link #historyReduction} that replaces the removed turns by a summary, which the model
     * writes in a separate call. The same turns are not summarised twice. If the summary fails, the turns are left out.
     *
     * @throws IllegalArgumentException when {@code tokens} is not positive
     */
    public static Policy historySummary(int tokens) {
        positive(tokens, Duration.ofNanos(1));
        return new HistorySummaryPolicy(tokens);
    }

    /**
     * Creates a policy that has the question and the answer judged by a moderator. An objection ends the call with
     * CONTENT_FILTERED and its name; an answer is shown after it was judged. A moderator that throws ends the call,
     * too.
     */
    public static Policy moderation(Moderator moderator) {
        return new ModerationPolicy(Objects.requireNonNull(moderator, "moderator"));
    }

    private static void positive(int count, Duration time) {
        if (count < 1 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(
                    "counts and times of a policy must be positive; for no limit, do not add the policy");
        }
    }

    /**
     * Creates a tool policy that looks in the results of tools for text that reads like instructions to the model, and
     * marks it, asks the user, or removes it. The detector is a list of English words: it finds about three of four
     * injections of a public set ({@code docs/threats.md}), so it is no protection alone. Register it for tools that
     * read what others wrote.
     */
    public static ToolPolicy injectionGuard(InjectionAction action) {
        return new InjectionGuardPolicy(action);
    }

    /**
     * Returns a text in which passages that read like instructions to the model are replaced by a note, with the detector
     * of {@link #injectionGuard}; for documents that a context source sends.
     */
    public static String withoutInstructions(String text) {
        return InjectionGuardPolicy.stripped(text);
    }

    /** What the guard against injections does with a result that contains text which reads like instructions. */
    public enum InjectionAction {
        /** The model receives the result with {@code meta.instructions}, the number of such passages. */
        MARK,
        /** The user decides whether the model receives the passages; without an answer they are removed. */
        ASK,
        /** The passages are replaced by a note. */
        STRIP
    }

    /**
     * Judges user messages and answers. Called for each of them on the thread of the call; must be thread-safe.
     */
    @FunctionalInterface
    public interface Moderator {

        /**
         * Returns the objection to a text; empty if there is none.
         *
         * @param aside sends the model a question of the moderator, on the same budget, not shown to the user; failures are
         *     returns, too
         */
        Optional<TelemetryName> objection(String text, Function<AiBody, AiReturn> aside);

        /**
         * Returns a moderator that objects to texts that contain one of these words, ignoring case.
         *
         * @param objections the objection by word
         */
        static Moderator ofWords(Map<String, TelemetryName> objections) {
            Map<String, TelemetryName> rules = Map.copyOf(objections);
            return (text, aside) -> {
                String lower = text.toLowerCase(Locale.ROOT);
                return rules.entrySet().stream()
                        .filter(rule -> lower.contains(rule.getKey().toLowerCase(Locale.ROOT)))
                        .map(Map.Entry::getValue)
                        .findFirst();
            };
        }
    }
}
