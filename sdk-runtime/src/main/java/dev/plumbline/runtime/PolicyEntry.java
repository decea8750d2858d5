package dev.plumbline.runtime;

import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.RequestPolicy;

/**
 * A policy under a name.
 *
 * @param priority its position among the contributed policies of its place; lower is earlier
 * @param isRequest whether it was added as a request policy
 */
record PolicyEntry(String name, Policy policy, int priority, boolean isRequest) {

    /** Returns a policy with its own priority. */
    static PolicyEntry of(String name, Policy policy) {
        return new PolicyEntry(name, policy, policy.priority(), false);
    }

    void addTo(PolicyChain.Builder chain) {
        PolicyChain.Builder unused = isRequest && policy instanceof RequestPolicy request
                ? chain.addRequestPolicy(name, request)
                : chain.addPolicy(name, policy);
    }
}
