package dev.plumbline.runtime;

import dev.plumbline.policies.Policies;
import dev.plumbline.policy.Policy;
import dev.plumbline.redaction.Redaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recommended order of policies, outermost first. The cache stores validated answers that are still redacted, a repair
 * is itself retried, and each attempt passes the host's own policies.
 */
final class RecommendedPolicyOrder {
    private static final int REPAIRS = 2;

    private final List<PolicyEntry> policies = new ArrayList<>();

    private RecommendedPolicyOrder() {}

    /** Returns the recommended order for these parameters, with the changes of the host. */
    static PolicyOrder of(RuntimeParameters given, ContributionSet all, RuntimeServices services) {
        PolicyPlaces places = new PolicyPlaces(
                outer(given),
                List.of(),
                checks(given, services),
                List.of(),
                middle(given, services),
                List.of(),
                inner(given, services));
        PolicyOrder order = PolicyOrder.of(places.with(all));
        for (RuntimeParameters.OrderChange change : given.orderChanges) {
            order = change.change().apply(order.by(change.by()));
        }
        return order;
    }

    private static List<PolicyEntry> outer(RuntimeParameters given) {
        RecommendedPolicyOrder order = new RecommendedPolicyOrder();
        order.add("context", Policies.contextInjection());
        order.add("templates", given.templates == null ? null : Policies.promptTemplates(given.templates));
        return order.policies;
    }

    private static List<PolicyEntry> checks(RuntimeParameters given, RuntimeServices services) {
        RecommendedPolicyOrder order = new RecommendedPolicyOrder();
        order.add(
                "validation",
                Policies.validCalls(given.validation.lists(services.schemas).calls()));
        order.add("models", Policies.models(services.models::now));
        return order.policies;
    }

    private static List<PolicyEntry> middle(RuntimeParameters given, RuntimeServices services) {
        RuntimeParameters.Rate rate = given.rate;
        Redaction redaction = services.redaction;
        RecommendedPolicyOrder order = new RecommendedPolicyOrder();
        order.add(
                "fallback",
                given.fallback.isEmpty()
                        ? null
                        : Policies.fallback(
                                given.fallback,
                                call -> services.providers.toBuilder(call).build()));
        order.add("redaction", redaction == null ? null : redaction.policy());
        order.add("cache", given.store == null ? null : Policies.localCache(given.store, given.cache, services.time));
        order.add(
                "answers",
                Policies.validReturns(given.validation.lists(services.schemas).answers()));
        order.add("repair", Policies.repair(services.schemas, REPAIRS));
        order.add("retry", retry(given, services));
        order.add("rate-limit", rate == null ? null : rateLimit(rate, given, services));
        order.add("spending", spending(given, services));
        return order.policies;
    }

    private static List<PolicyEntry> inner(RuntimeParameters given, RuntimeServices services) {
        RecommendedPolicyOrder order = new RecommendedPolicyOrder();
        order.add("trace-content", traceContent(given, services));
        order.add("request-log", requestLog(given, services));
        return order.policies;
    }

    private static @Nullable Policy spending(RuntimeParameters given, RuntimeServices services) {
        return given.spending == null
                ? null
                : Policies.spending(
                        given.spending,
                        services.models::now,
                        given.budgets == null ? Policies.localBudgets(services.time) : given.budgets);
    }

    private static @Nullable Policy traceContent(RuntimeParameters given, RuntimeServices services) {
        return given.traceContent == null
                ? null
                : new TraceContentPolicy(given.traceContent, services.redactionOrDefault());
    }

    private static @Nullable Policy requestLog(RuntimeParameters given, RuntimeServices services) {
        return given.requestLog == null ? null : new RequestLogPolicy(given.requestLog, services.redactionOrDefault());
    }

    private static Policy retry(RuntimeParameters given, RuntimeServices services) {
        return given.budgets == null
                ? Policies.retry(given.retry, services.time, RuntimeServices::chance)
                : Policies.retry(given.retry, services.time, RuntimeServices::chance, given.budgets);
    }

    private static Policy rateLimit(RuntimeParameters.Rate rate, RuntimeParameters given, RuntimeServices services) {
        return given.budgets == null
                ? Policies.rateLimit(rate.calls(), rate.per(), services.time)
                : Policies.rateLimit(rate.calls(), rate.per(), services.time, given.budgets);
    }

    /** Adds a policy; nothing if it is null. */
    private void add(String name, @Nullable Policy policy) {
        if (policy != null) {
            policies.add(PolicyEntry.of(name, policy));
        }
    }
}
