package dev.plumbline.runtime;

import dev.plumbline.policy.Policy;
import dev.plumbline.tool.NearestNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change to an order of policies, which is made again when plugins or a session add policies.
 *
 * @param by who changed it
 * @param name the policy that is added, moved, replaced or removed
 * @param other the policy beside which it is placed; empty for a change in its own position
 * @param policy the added or replacing policy; null to keep the existing one
 */
record PolicyChange(
        String by,
        Kind kind,
        String name,
        String other,
        @Nullable Policy policy) {

    /** What is done with the policy. */
    enum Kind {
        ADD_BEFORE(""),
        ADD_AFTER(""),
        MOVE_BEFORE("moved before "),
        MOVE_AFTER("moved after "),
        REPLACE("replaced"),
        REMOVE("switched off");

        private final String done;

        Kind(String done) {
            this.done = done;
        }
    }

    /**
     * Returns the changed list.
     *
     * @throws IllegalArgumentException says which policy is not there, and the nearest name
     */
    List<PolicyEntry> apply(List<PolicyEntry> policies) {
        if (name.equals(other)) {
            throw new IllegalArgumentException(
                    "the policy \"" + name + "\" cannot be placed beside itself; name another");
        }
        List<PolicyEntry> changed = new ArrayList<>(policies);
        PolicyEntry placed = policy == null || kind == Kind.REPLACE
                ? changed.remove(position(name, policies))
                : PolicyEntry.of(name, policy);
        switch (kind) {
            case ADD_BEFORE, MOVE_BEFORE -> changed.add(position(other, changed), placed);
            case ADD_AFTER, MOVE_AFTER -> changed.add(position(other, changed) + 1, placed);
            case REPLACE -> changed.add(position(name, policies), new PolicyEntry(name, given(), placed.priority()));
            case REMOVE -> {}
        }
        return List.copyOf(changed);
    }

    private Policy given() {
        if (policy == null) {
            throw new IllegalStateException(kind + " without a policy");
        }
        return policy;
    }

    /** Returns what was done and by whom, for display; empty for an addition. */
    String note() {
        return kind.done.isEmpty() ? "" : kind.done + other + " by " + by;
    }

    private static int position(String existing, List<PolicyEntry> policies) {
        int position = PolicyEntry.position(existing, policies);
        if (position < 0) {
            List<String> names = policies.stream().map(PolicyEntry::name).toList();
            throw new IllegalArgumentException("there is no policy \"" + existing + "\"" + nearest(existing, names)
                    + "; the order has " + names + ". For a policy of a plugin or a session use whenPresent(\""
                    + existing
                    + "\", …)");
        }
        return position;
    }

    /** Returns the nearest name as a part of a sentence; empty if there are no names. */
    static String nearest(String name, List<String> names) {
        return NearestNames.of(name, names, each -> each, 1).stream()
                .findFirst()
                .map(near -> "; the nearest name is \"" + near + "\"")
                .orElse("");
    }
}
