package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Contributions with their owners: those of the host, then of extensions by id, of plugins in the order of their
 * activation, and of a session.
 */
final class ContributionSet {
    /** The roles of policies that must be inside the cache. */
    private static final Set<Policy.Role> INSIDE_THE_CACHE =
            Set.of(Policy.Role.ANSWER_CHECK, Policy.Role.REPAIR, Policy.Role.RETRY, Policy.Role.ATTEMPT);

    final List<Owned<AiTool>> tools = new ArrayList<>();
    final List<Owned<ToolPolicyRegistration>> toolPolicies = new ArrayList<>();
    final List<Owned<ContextSource>> contexts = new ArrayList<>();
    final List<Owned<PolicyEntry>> requests = new ArrayList<>();
    final List<Owned<PolicyEntry>> arounds = new ArrayList<>();
    final List<Owned<PolicyEntry>> responses = new ArrayList<>();
    final List<Owned<HookRegistration>> hooks = new ArrayList<>();
    final List<ConversationObserver> views = new ArrayList<>();
    final List<TelemetryObserver> observers = new ArrayList<>();

    /** Returns the union of both sets. */
    ContributionSet plus(ContributionSet more) {
        ContributionSet all = new ContributionSet();
        all.add(this);
        all.add(more);
        return all;
    }

    private void add(ContributionSet more) {
        tools.addAll(more.tools);
        toolPolicies.addAll(more.toolPolicies);
        contexts.addAll(more.contexts);
        requests.addAll(more.requests);
        arounds.addAll(more.arounds);
        responses.addAll(more.responses);
        hooks.addAll(more.hooks);
        views.addAll(more.views);
        observers.addAll(more.observers);
    }

    /** Returns the request policies in their order. */
    List<PolicyEntry> requestPolicies() {
        return sorted(items(requests), false);
    }

    /** Returns the response policies in their order; the last one decides first. */
    List<PolicyEntry> responsePolicies() {
        return sorted(items(responses), true);
    }

    /** Returns the policies around every call in their order. */
    List<PolicyEntry> policies() {
        return arounds(false);
    }

    /** Returns the policies around each attempt in their order. */
    List<PolicyEntry> attemptPolicies() {
        return arounds(true);
    }

    private List<PolicyEntry> arounds(boolean ofAttempts) {
        List<PolicyEntry> chosen = new ArrayList<>();
        for (PolicyEntry each : items(arounds)) {
            if (INSIDE_THE_CACHE.contains(each.policy().role()) == ofAttempts) {
                chosen.add(each);
            }
        }
        return sorted(chosen, false);
    }

    private static List<PolicyEntry> sorted(List<PolicyEntry> policies, boolean highestFirst) {
        if (policies.size() > 1) {
            Comparator<PolicyEntry> order = Comparator.comparingInt(PolicyEntry::priority);
            policies.sort(highestFirst ? order.reversed() : order);
        }
        return policies;
    }

    /** Returns contributed items without their owners. */
    static <T> List<T> items(List<Owned<T>> contributed) {
        List<T> items = new ArrayList<>(contributed.size());
        for (Owned<T> each : contributed) {
            items.add(each.item());
        }
        return items;
    }

    /** Returns whether there are tools or tool policies. */
    boolean hasTools() {
        return !tools.isEmpty() || !toolPolicies.isEmpty();
    }

    /** Returns the tools by owner, the host's first. */
    Map<String, List<AiTool>> toolsByOwner() {
        Map<String, List<AiTool>> by = new LinkedHashMap<>();
        for (Owned<AiTool> tool : tools) {
            by.computeIfAbsent(tool.owner(), owner -> new ArrayList<>()).add(tool.item());
        }
        return by;
    }

    /** Returns the owner of a policy for display; empty for policies of the host and the runtime. */
    String ownerOfPolicy(String name) {
        for (List<Owned<PolicyEntry>> policies : List.of(requests, responses, arounds)) {
            for (Owned<PolicyEntry> policy : policies) {
                if (policy.item().name().equals(name)) {
                    return policy.mark();
                }
            }
        }
        return "";
    }

    /** Returns the owner of a hook for display; empty for the host. */
    String ofHook(String name) {
        for (Owned<HookRegistration> hook : hooks) {
            if (hook.item().name().equals(name)) {
                return hook.mark();
            }
        }
        return "";
    }

    /** A named hook. */
    record HookRegistration(String name, Hook hook) {}

    /** A named tool policy. */
    record ToolPolicyRegistration(String name, Selector tools, ToolPolicy policy) {}

    /**
     * A contributed item and its owner.
     *
     * @param owner the id of an extension; empty for the host
     */
    record Owned<T>(String owner, T item) {

        /** Returns the owner for display: {@code @owner}, empty for the host. */
        String mark() {
            return owner.isEmpty() ? "" : " @" + owner;
        }
    }
}
