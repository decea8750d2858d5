package dev.plumbline.policy;

import static dev.plumbline.policy.Policy.Role.ANSWER_CHECK;
import static dev.plumbline.policy.Policy.Role.ATTEMPT;
import static dev.plumbline.policy.Policy.Role.CACHE;
import static dev.plumbline.policy.Policy.Role.CONTENT;
import static dev.plumbline.policy.Policy.Role.REDACTION;
import static dev.plumbline.policy.Policy.Role.REPAIR;
import static dev.plumbline.policy.Policy.Role.RETRY;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules of the order of policies in a chain, by their roles. */
final class PolicyOrderRules {
    private static final String FITTING = "only answers that fit may be stored";
    private static final String NOT_AGAIN = "a new attempt must not ask the cache or the repair again";
    private static final String COUNTED = "every attempt counts";

    private static final List<Rule> RULES = List.of(
            new Rule(CONTENT, REDACTION, "what it adds to a request would leave unredacted"),
            new Rule(REDACTION, CACHE, "what is stored must already be redacted"),
            new Rule(CACHE, ANSWER_CHECK, FITTING),
            new Rule(CACHE, REPAIR, FITTING),
            new Rule(CACHE, RETRY, NOT_AGAIN),
            new Rule(REPAIR, RETRY, NOT_AGAIN),
            new Rule(CACHE, ATTEMPT, COUNTED),
            new Rule(REPAIR, ATTEMPT, COUNTED),
            new Rule(RETRY, ATTEMPT, COUNTED));

    private PolicyOrderRules() {}

    /**
     * Checks names and order.
     *
     * @throws IllegalArgumentException names the name that two policies have
     * @throws IllegalStateException names both policies, the rule and the way out
     */
    static void check(List<PolicyRegistration> policies) {
        Set<String> names = new HashSet<>();
        for (int in = 0; in < policies.size(); in++) {
            if (!names.add(policies.get(in).name())) {
                throw new IllegalArgumentException("two policies are named \""
                        + policies.get(in).name() + "\": policy names must be unique in a chain");
            }
            for (int out = 0; out < in; out++) {
                check(policies.get(out), policies.get(in));
            }
        }
    }

    private static void check(PolicyRegistration outer, PolicyRegistration inner) {
        for (Rule rule : RULES) {
            if (rule.outer() == inner.role() && rule.inner() == outer.role()) {
                throw new IllegalStateException("\"" + inner.name() + "\" must be outside \"" + outer.name() + "\": "
                        + rule.reason() + ". Place it before \"" + outer.name() + "\"");
            }
        }
    }

    /** A policy of the role {@code outer} must be outside one of the role {@code inner}. */
    private record Rule(Policy.Role outer, Policy.Role inner, String reason) {}
}
