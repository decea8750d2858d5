package dev.plumbline.runtime;

import dev.plumbline.policies.Policies;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The recommended order of the policies of a runtime and of contributed ones. The policies of the runtime are created
 * once; the contributed ones are filled in for each engine.
 */
final class RecommendedPolicyOrder {
    private static final int REPAIRS = 2;

    private final List<Function<ContributionSet, List<PolicyEntry>>> places = new ArrayList<>();
    private final RuntimeSettings given;
    private final RuntimeServices services;

    /**
     * Lists the policies, outermost first. The cache stores validated answers that are still redacted, a repair is itself
     * retried, and each attempt passes what counts it.
     */
    RecommendedPolicyOrder(RuntimeSettings given, RuntimeServices services) {
        this.given = given;
        this.services = services;
        ValidationSettings.ValidatorLists validators = given.validation.lists(services.schemas);

        add("context", Policies.contextInjection());
        if (given.templates != null) {
            add("templates", Policies.promptTemplates(given.templates));
        }
        places.add(ContributionSet::requestPolicies);
        add("validation", Policies.validCalls(validators.calls()));
        add("models", Policies.models(services.models::now));
        places.add(ContributionSet::responsePolicies);
        if (!given.fallback.isEmpty()) {
            add("fallback", Policies.fallback(given.fallback, services::addressed));
        }
        if (services.redaction != null) {
            add("redaction", services.redaction.policy());
        }
        places.add(ContributionSet::policies);
        if (given.store != null) {
            add("cache", Policies.localCache(given.store, given.cache, services.time));
        }
        add("answers", Policies.validReturns(validators.answers()));
        add("repair", Policies.repair(services.schemas, REPAIRS));
        add("retry", retry());
        if (given.rate != null) {
            add("rate-limit", rateLimit(given.rate));
        }
        if (given.spending != null) {
            add("spending", spending(given.spending));
        }
        if (services.providers.hasLocal()) {
            add("text-calls", new TextCallPolicy(services.schemas));
        }
        places.add(ContributionSet::attemptPolicies);
        if (given.traceContent != null) {
            add(TraceContentPolicy.NAME, new TraceContentPolicy(given.traceContent, services.redactionOrDefault()));
        }
        if (given.requestLog != null) {
            add(
                    RequestLogPolicy.NAME,
                    new RequestLogPolicy(given.requestLog, services.redactionOrDefault(), services.time));
        }
    }

    private void add(String name, Policy policy) {
        List<PolicyEntry> entry = List.of(PolicyEntry.of(name, policy));
        places.add(contributed -> entry);
    }

    private Policy retry() {
        return given.budgets == null
                ? Policies.retry(given.retry, services.time, RuntimeServices::chance)
                : Policies.retry(given.retry, services.time, RuntimeServices::chance, given.budgets);
    }

    private Policy rateLimit(RuntimeSettings.Rate rate) {
        return given.budgets == null
                ? Policies.rateLimit(rate.calls(), rate.per(), services.time)
                : Policies.rateLimit(rate.calls(), rate.per(), services.time, given.budgets);
    }

    private Policy spending(SpendingLimits limits) {
        return Policies.spending(
                limits,
                services.models::now,
                given.budgets == null ? Policies.localBudgets(services.time) : given.budgets);
    }

    /** Returns the order with these contributed policies and the changes of the host. */
    PolicyOrder with(ContributionSet contributed) {
        PolicyOrder order = PolicyOrder.of(filled(contributed), services.time);
        for (RuntimeSettings.OrderChange change : given.orderChanges) {
            order = change.change().apply(order.by(change.by()));
        }
        return recordingInside(order);
    }

    /** Returns the order with what records calls inside of all that hosts have placed: a record shows what is sent. */
    private static PolicyOrder recordingInside(PolicyOrder order) {
        PolicyOrder recording = order;
        for (String name : List.of(TraceContentPolicy.NAME, RequestLogPolicy.NAME)) {
            List<String> names = recording.names();
            String last = names.isEmpty() ? name : names.get(names.size() - 1);
            if (names.contains(name) && !last.equals(name)) {
                recording = recording.moveAfter(name, last);
            }
        }
        return recording;
    }

    /** Returns an order with more contributed policies, changed as {@code before}. */
    PolicyOrder with(ContributionSet contributed, PolicyOrder before) {
        return before.on(filled(contributed));
    }

    private List<PolicyEntry> filled(ContributionSet contributed) {
        List<PolicyEntry> filled = new ArrayList<>();
        for (Function<ContributionSet, List<PolicyEntry>> place : places) {
            filled.addAll(place.apply(contributed));
        }
        return List.copyOf(filled);
    }

    /**
     * Returns the chain of an order.
     *
     * @throws IllegalStateException if the order breaks a rule, or hides nothing although redaction is set
     */
    PolicyChain chain(PolicyOrder order) {
        if (services.redaction != null && !order.hides()) {
            throw new IllegalStateException("the order of policies has no policy of the role REDACTION, although"
                    + " redaction(…) is set: personal data would leave. Keep \"redaction\", add another policy of this"
                    + " role, or do not set redaction");
        }
        return order.chain(services.providers);
    }
}
