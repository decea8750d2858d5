package dev.plumbline.runtime;

import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.time.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An ordered list of named policies, outermost first: those of the runtime, and the contributed ones in their places.
 * Its methods return changed copies, which is how a host adds, moves, replaces or switches off any policy by name; {@code
 * describe()} shows what was changed and by whom. Immutable; checked when the runtime is built, and when plugins or a
 * session add policies.
 *
 * <p>Every method with a parameter {@code existing} throws an {@link IllegalArgumentException} if no policy has that
 * name, with the nearest name and all names.
 */
public final class PolicyOrder {
    /** The host, where a change has no author of its own. */
    static final String HOST = "host";

    private final PolicyPlaces places;
    private final List<PolicyEntry> policies;
    private final List<Step> steps;
    private final List<PolicyChange> made;
    private final String by;

    private PolicyOrder(PolicyPlaces places, List<PolicyEntry> policies, Made history, String by) {
        this.places = places;
        this.policies = policies;
        this.steps = history.steps();
        this.made = history.made();
        this.by = by;
    }

    static PolicyOrder of(PolicyPlaces places) {
        return new PolicyOrder(places, List.copyOf(places.all()), new Made(List.of(), List.of()), HOST);
    }

    /** Returns the names, outermost first. */
    public List<String> names() {
        List<String> names = new ArrayList<>(policies.size());
        for (PolicyEntry named : policies) {
            names.add(named.name());
        }
        return List.copyOf(names);
    }

    /** Returns a copy with a policy directly outside {@code existing}. */
    public PolicyOrder before(String existing, String name, Policy policy) {
        return changed(new PolicyChange(by, PolicyChange.Kind.ADD_BEFORE, name, existing, policy));
    }

    /** Returns a copy with a policy directly inside {@code existing}. */
    public PolicyOrder after(String existing, String name, Policy policy) {
        return changed(new PolicyChange(by, PolicyChange.Kind.ADD_AFTER, name, existing, policy));
    }

    /** Returns a copy in which the policy {@code existing} is directly outside {@code other}, wherever it was. */
    public PolicyOrder moveBefore(String existing, String other) {
        return changed(new PolicyChange(by, PolicyChange.Kind.MOVE_BEFORE, existing, other, null));
    }

    /** Returns a copy in which the policy {@code existing} is directly inside {@code other}, wherever it was. */
    public PolicyOrder moveAfter(String existing, String other) {
        return changed(new PolicyChange(by, PolicyChange.Kind.MOVE_AFTER, existing, other, null));
    }

    /** Returns a copy with another policy under the same name, at the same position. */
    public PolicyOrder replace(String existing, Policy policy) {
        return changed(new PolicyChange(by, PolicyChange.Kind.REPLACE, existing, "", policy));
    }

    /** Returns a copy without that policy: it is switched off. Its name stays in use. */
    public PolicyOrder without(String existing) {
        return changed(new PolicyChange(by, PolicyChange.Kind.REMOVE, existing, "", null));
    }

    /**
     * Returns a copy that is changed as soon as there is a policy of that name: now, or when a plugin or a session adds
     * it. {@code describe()} lists the names for which there is none.
     *
     * @param change called again for each set of plugins and each session with policies of its own, so create policies
     *     outside of it
     */
    public PolicyOrder whenPresent(String name, UnaryOperator<PolicyOrder> change) {
        return step(new Conditional(by, name, change));
    }

    /** Returns a copy whose next changes are those of that author. */
    PolicyOrder by(String author) {
        return new PolicyOrder(places, policies, new Made(steps, made), author);
    }

    /** Returns the order with more contributed policies in their places, changed as this one. */
    PolicyOrder with(ContributionSet more) {
        PolicyOrder order = of(places.with(more));
        for (Step step : steps) {
            order = order.by(step.by()).step(step);
        }
        return order;
    }

    private PolicyOrder changed(PolicyChange change) {
        return step(new Unconditional(change));
    }

    private PolicyOrder step(Step step) {
        PolicyOrder changed = step.apply(this);
        List<Step> longer = new ArrayList<>(steps);
        longer.add(step);
        return new PolicyOrder(places, changed.policies, new Made(List.copyOf(longer), changed.made), by);
    }

    PolicyChain chain(AiProvider provider, Scheduler time) {
        if (!made.isEmpty()) {
            new PolicyPositions(policies).check(places);
        }
        PolicyChain.Builder chain = PolicyChain.builder().telemetry(time);
        for (PolicyEntry named : policies) {
            chain.addPolicy(named.name(), named.policy());
        }
        return chain.build(provider);
    }

    /** Returns what was done with a policy, for display; empty for nothing. */
    String note(String name) {
        StringBuilder note = new StringBuilder();
        int position = PolicyEntry.position(name, policies);
        if (position >= 0 && policies.get(position).priority() != 100) {
            note.append(" priority ").append(policies.get(position).priority());
        }
        for (PolicyChange change : made) {
            if (change.name().equals(name) && !change.note().isEmpty()) {
                note.append(", ").append(change.note());
            }
        }
        return note.toString();
    }

    /** Returns a line for each policy that is switched off, and for each name that no policy has. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        for (PolicyChange change : made) {
            if (change.kind() == PolicyChange.Kind.REMOVE) {
                remarks.add("     off       " + change.name() + note(change.name()));
            }
        }
        for (Step step : steps) {
            if (step instanceof Conditional when && !when.isMet(this)) {
                remarks.add("     unused    whenPresent \"" + when.name() + "\" by " + when.by()
                        + ": there is no such policy now" + PolicyChange.nearest(when.name(), names()));
            }
        }
        return remarks;
    }

    /** The steps that were asked for, and the changes that they made. */
    private record Made(List<Step> steps, List<PolicyChange> made) {}

    /** A step that is made again when there are more policies. */
    private sealed interface Step {
        String by();

        PolicyOrder apply(PolicyOrder to);
    }

    /** A change of policies that the order has. */
    private record Unconditional(PolicyChange change) implements Step {
        @Override
        public String by() {
            return change.by();
        }

        @Override
        public PolicyOrder apply(PolicyOrder to) {
            List<PolicyChange> longer = new ArrayList<>(to.made);
            longer.add(change);
            return new PolicyOrder(
                    to.places, change.apply(to.policies), new Made(to.steps, List.copyOf(longer)), to.by);
        }
    }

    /** A change that waits for a policy. */
    private record Conditional(String by, String name, UnaryOperator<PolicyOrder> change) implements Step {
        boolean isMet(PolicyOrder in) {
            return PolicyEntry.position(name, in.places.all()) >= 0 || PolicyEntry.position(name, in.policies) >= 0;
        }

        @Override
        public PolicyOrder apply(PolicyOrder to) {
            return PolicyEntry.position(name, to.policies) >= 0 ? change.apply(to) : to;
        }
    }
}
