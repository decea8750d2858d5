package dev.plumbline.runtime;

import dev.plumbline.policy.Policy;
import java.util.List;

/**
 * A policy under a name.
 *
 * @param priority its position among the contributed policies of its place; lower is earlier
 */
record PolicyEntry(String name, Policy policy, int priority) {

    /** Returns a policy with its own priority. */
    static PolicyEntry of(String name, Policy policy) {
        return new PolicyEntry(name, policy, policy.priority());
    }

    /** Returns the position of the policy with that name; -1 if there is none. */
    static int position(String name, List<PolicyEntry> policies) {
        for (int i = 0; i < policies.size(); i++) {
            if (policies.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
