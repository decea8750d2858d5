package dev.plumbline.runtime;

import dev.plumbline.policy.Policy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The policies of the runtime and, in three places between them, the contributed ones: request policies, response
 * policies, and policies around each attempt. Immutable.
 *
 * @param outer outside the request policies
 * @param requests the contributed request policies, by owner
 * @param checks between request and response policies
 * @param responses the contributed response policies, by owner; the last one decides first
 * @param middle between response policies and the policies around each attempt
 * @param arounds the contributed policies around each attempt, by owner
 * @param inner next to the provider
 */
record PolicyPlaces(
        List<PolicyEntry> outer,
        List<PolicyEntry> requests,
        List<PolicyEntry> checks,
        List<PolicyEntry> responses,
        List<PolicyEntry> middle,
        List<PolicyEntry> arounds,
        List<PolicyEntry> inner) {

    /** Returns these places with more contributed policies behind those of the same priority. */
    PolicyPlaces with(ContributionSet more) {
        return new PolicyPlaces(
                outer,
                longer(requests, ContributionSet.Owned.sorted(more.requests)),
                checks,
                longer(responses, ContributionSet.Owned.sorted(more.responses)),
                middle,
                longer(arounds, ContributionSet.Owned.sorted(more.arounds)),
                inner);
    }

    private static List<PolicyEntry> longer(List<PolicyEntry> some, List<PolicyEntry> more) {
        List<PolicyEntry> longer = new ArrayList<>(some);
        longer.addAll(more);
        return List.copyOf(longer);
    }

    /**
     * Returns all policies, outermost first.
     *
     * @throws IllegalArgumentException names the name that two of them have
     */
    List<PolicyEntry> all() {
        List<PolicyEntry> all = new ArrayList<>(outer);
        all.addAll(sorted(requests, false));
        all.addAll(checks);
        all.addAll(sorted(responses, true));
        all.addAll(middle);
        all.addAll(sorted(arounds, false));
        all.addAll(inner);
        requireNames(all);
        return all;
    }

    private static List<PolicyEntry> sorted(List<PolicyEntry> policies, boolean reversed) {
        if (policies.size() < 2) {
            return policies;
        }
        Comparator<PolicyEntry> first = Comparator.comparingInt(PolicyEntry::priority);
        List<PolicyEntry> sorted = new ArrayList<>(policies);
        sorted.sort(reversed ? first.reversed() : first);
        return sorted;
    }

    private static void requireNames(List<PolicyEntry> all) {
        Set<String> names = new HashSet<>();
        for (PolicyEntry each : all) {
            if (!names.add(each.name())) {
                throw new IllegalArgumentException(
                        "two policies are named \"" + each.name() + "\": policy names must be unique in a chain");
            }
        }
    }

    /** Returns whether one of the runtime's own policies hides what must not leave. */
    boolean hides() {
        return middle.stream().anyMatch(each -> each.policy().role() == Policy.Role.REDACTION);
    }
}
