package dev.plumbline.runtime;

import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.internal.NearestNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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

    private static final String OFF = "switched off";

    private final List<PolicyEntry> recommended;
    private final List<PolicyEntry> policies;

    /** What was asked for; asked again when there are more policies. */
    private final List<Step> asked;

    /** What has changed the policies. */
    private final List<Step> made;

    private final String by;
    private final Scheduler time;

    private PolicyOrder(
            List<PolicyEntry> recommended,
            List<PolicyEntry> policies,
            List<Step> asked,
            List<Step> made,
            String by,
            Scheduler time) {
        this.recommended = recommended;
        this.policies = policies;
        this.asked = asked;
        this.made = made;
        this.by = by;
        this.time = time;
    }

    /**
     * Returns the order of these policies without a change.
     *
     * @throws IllegalArgumentException names the name that two of them have
     */
    static PolicyOrder of(List<PolicyEntry> recommended, Scheduler time) {
        Set<String> names = new HashSet<>();
        for (PolicyEntry each : recommended) {
            if (!names.add(each.name())) {
                throw new IllegalArgumentException(
                        "two policies are named \"" + each.name() + "\": policy names must be unique in a chain");
            }
        }
        return new PolicyOrder(recommended, recommended, List.of(), List.of(), HOST, time);
    }

    /** Returns the time of the runtime, for a policy that waits or counts; it ends with the runtime. */
    public Scheduler time() {
        return time;
    }

    /** Returns the names, outermost first. */
    public List<String> names() {
        return names(policies);
    }

    /** Returns a copy with a policy directly outside {@code existing}. */
    public PolicyOrder before(String existing, String name, Policy policy) {
        return edit(name, "", all -> place(PolicyEntry.of(name, policy), existing, 0, all));
    }

    /** Returns a copy with a policy directly inside {@code existing}. */
    public PolicyOrder after(String existing, String name, Policy policy) {
        return edit(name, "", all -> place(PolicyEntry.of(name, policy), existing, 1, all));
    }

    /** Returns a copy with a policy inside all others but those that record what is sent. */
    public PolicyOrder last(String name, Policy policy) {
        return edit(name, "", all -> all.add(PolicyEntry.of(name, policy)));
    }

    /** Returns a copy in which the policy {@code existing} is directly outside {@code other}, wherever it was. */
    public PolicyOrder moveBefore(String existing, String other) {
        return edit(existing, "moved before " + other, all -> place(taken(existing, all), other, 0, all));
    }

    /** Returns a copy in which the policy {@code existing} is directly inside {@code other}, wherever it was. */
    public PolicyOrder moveAfter(String existing, String other) {
        return edit(existing, "moved after " + other, all -> place(taken(existing, all), other, 1, all));
    }

    /** Returns a copy with another policy under the same name, at the same position. */
    public PolicyOrder replace(String existing, Policy policy) {
        return edit(existing, "replaced", all -> {
            int position = required(existing, all);
            all.set(
                    position,
                    new PolicyEntry(existing, policy, all.get(position).priority(), false));
        });
    }

    /** Returns a copy without that policy: it is switched off. Its name stays in use. */
    public PolicyOrder without(String existing) {
        return edit(existing, OFF, all -> taken(existing, all));
    }

    /**
     * Returns a copy without any policy, now and when a plugin or a session adds some: the beginning of a list of one's
     * own, {@code order.withoutAll().last("context", …).last("retry", …)}. Settings of the builder whose policy is not
     * listed have no effect on calls.
     */
    public PolicyOrder withoutAll() {
        return step(new Step(by, "", "", true, order -> {
            PolicyOrder less = order;
            for (String name : order.names()) {
                less = less.without(name);
            }
            return less;
        }));
    }

    /**
     * Returns a copy that is changed as soon as there is a policy of that name: now, or when a plugin or a session adds
     * it. {@code describe()} lists the names for which there is none.
     *
     * @param change called again for each set of plugins and each session with policies of its own, so create policies
     *     outside of it
     */
    public PolicyOrder whenPresent(String name, UnaryOperator<PolicyOrder> change) {
        return step(new Step(
                by, name, "", true, order -> position(name, order.policies) < 0 ? order : change.apply(order)));
    }

    private PolicyOrder edit(String name, String done, Consumer<List<PolicyEntry>> change) {
        return step(new Step(by, name, done, false, order -> {
            List<PolicyEntry> changed = new ArrayList<>(order.policies);
            change.accept(changed);
            return new PolicyOrder(order.recommended, List.copyOf(changed), order.asked, order.made, order.by, time);
        }));
    }

    private PolicyOrder step(Step step) {
        PolicyOrder changed = step.change().apply(this);
        return new PolicyOrder(
                recommended,
                changed.policies,
                plus(asked, step),
                step.waits() ? changed.made : plus(made, step),
                by,
                time);
    }

    /** Returns a copy whose next changes are those of that author. */
    PolicyOrder by(String author) {
        return new PolicyOrder(recommended, policies, asked, made, author, time);
    }

    /** Returns the order of other policies, changed as this one. */
    PolicyOrder on(List<PolicyEntry> others) {
        PolicyOrder order = of(others, time);
        for (Step step : asked) {
            order = order.by(step.by()).step(step);
        }
        return order;
    }

    /** Returns whether one of the policies hides what must not leave. */
    boolean hides() {
        for (PolicyEntry each : policies) {
            if (each.policy().role() == Policy.Role.REDACTION) {
                return true;
            }
        }
        return false;
    }

    PolicyChain chain(AiProvider provider) {
        PolicyChain.Builder chain = PolicyChain.builder().telemetry(time);
        for (PolicyEntry each : policies) {
            each.addTo(chain);
        }
        return chain.build(provider);
    }

    /** Returns what was done with a policy, for display; empty for nothing. */
    String note(String name) {
        StringBuilder note = new StringBuilder();
        int position = position(name, policies);
        if (position >= 0 && policies.get(position).priority() != 100) {
            note.append(" priority ").append(policies.get(position).priority());
        }
        for (Step step : made) {
            if (step.name().equals(name) && !step.done().isEmpty()) {
                note.append(", ").append(step.done()).append(" by ").append(step.by());
            }
        }
        return note.toString();
    }

    /** Returns a line for each policy that is switched off, and for each name that no policy has. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        for (Step step : made) {
            if (step.done().equals(OFF)) {
                remarks.add("     off       " + step.name() + note(step.name()));
            }
        }
        for (Step step : asked) {
            if (step.waits()
                    && !step.name().isEmpty()
                    && position(step.name(), recommended) < 0
                    && position(step.name(), policies) < 0) {
                remarks.add("     unused    whenPresent \"" + step.name() + "\" by " + step.by()
                        + ": there is no such policy now" + nearest(step.name(), policies));
            }
        }
        return remarks;
    }

    private static void place(PolicyEntry placed, String other, int offset, List<PolicyEntry> all) {
        if (placed.name().equals(other)) {
            throw new IllegalArgumentException(
                    "the policy \"" + other + "\" cannot be placed beside itself; name another");
        }
        all.add(required(other, all) + offset, placed);
    }

    private static PolicyEntry taken(String existing, List<PolicyEntry> all) {
        return all.remove(required(existing, all));
    }

    private static int required(String existing, List<PolicyEntry> all) {
        int position = position(existing, all);
        if (position < 0) {
            throw new IllegalArgumentException("there is no policy \"" + existing + "\"" + nearest(existing, all)
                    + "; the order has " + names(all) + ". For a policy of a plugin or a session use whenPresent(\""
                    + existing + "\", …)");
        }
        return position;
    }

    /** Returns the position of the policy with that name; -1 if there is none. */
    private static int position(String name, List<PolicyEntry> all) {
        return names(all).indexOf(name);
    }

    private static List<String> names(List<PolicyEntry> all) {
        return all.stream().map(PolicyEntry::name).toList();
    }

    /** Returns the nearest name as a part of a sentence; empty if there are no names. */
    private static String nearest(String name, List<PolicyEntry> all) {
        return NearestNames.of(name, names(all), each -> each, 1).stream()
                .findFirst()
                .map(near -> "; the nearest name is \"" + near + "\"")
                .orElse("");
    }

    private static List<Step> plus(List<Step> steps, Step last) {
        return Stream.concat(steps.stream(), Stream.of(last)).toList();
    }

    /**
     * One change.
     *
     * @param by who made it
     * @param name the policy that it concerns; empty for all
     * @param done what it does, for display; empty for an addition
     * @param waits whether it depends on the policies that there are
     */
    private record Step(String by, String name, String done, boolean waits, UnaryOperator<PolicyOrder> change) {}
}
