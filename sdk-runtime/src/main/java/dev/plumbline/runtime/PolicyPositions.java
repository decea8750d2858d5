package dev.plumbline.runtime;

import dev.plumbline.policy.Policy;
import java.util.List;

/**
 * Checks a changed order of policies: what must not leave stays hidden, what is stored is checked, and every attempt
 * counts. The rules of roles, which {@code PolicyChain} checks, hold in addition.
 */
final class PolicyPositions {
    private static final String REDACTION = "redaction";
    private static final String UNHIDDEN = "what it adds to a request would leave unredacted";
    private static final String UNCOUNTED = "every attempt counts";

    private final List<PolicyEntry> policies;

    PolicyPositions(List<PolicyEntry> policies) {
        this.policies = policies;
    }

    /**
     * Checks the order.
     *
     * @throws IllegalStateException names both policies, the reason and the way out
     */
    void check(PolicyPlaces recommended) {
        if (recommended.hides()) {
            requireHiding();
        }
        order("context", REDACTION, UNHIDDEN);
        order("templates", REDACTION, UNHIDDEN);
        for (PolicyEntry request : recommended.requests()) {
            order(request.name(), REDACTION, UNHIDDEN);
        }
        order("cache", "answers", "only answers that fit may be stored");
        for (String repeating : List.of("repair", "retry", "cache")) {
            order(repeating, "spending", UNCOUNTED);
        }
        order("retry", "rate-limit", UNCOUNTED);
    }

    private void requireHiding() {
        if (policies.stream().noneMatch(each -> each.policy().role() == Policy.Role.REDACTION)) {
            throw new IllegalStateException("the order of policies has no policy of the role REDACTION, although"
                    + " redaction(…) is set: personal data would leave. Keep \"redaction\", add another policy of this"
                    + " role, or do not set redaction");
        }
    }

    private void order(String outer, String inner, String reason) {
        int out = PolicyEntry.position(outer, policies);
        int in = PolicyEntry.position(inner, policies);
        if (out >= 0 && in >= 0 && out > in) {
            throw new IllegalStateException("\"" + outer + "\" must be outside \"" + inner + "\": " + reason
                    + ". Move it before \"" + inner + "\", or do not move \"" + inner + "\" outside of it");
        }
    }
}
