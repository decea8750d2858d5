package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiObserver;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that the host and its extensions contributed, each with its owner; the order of extensions leaves no trace. */
final class Contributed {
    final List<Owned<AiTool>> tools = new ArrayList<>();
    final List<Owned<ToolLayer>> toolPolicies = new ArrayList<>();
    final List<Owned<ContextSource>> contexts = new ArrayList<>();
    final List<Owned<PolicyOrder.Named>> requests = new ArrayList<>();
    final List<Owned<PolicyOrder.Named>> arounds = new ArrayList<>();
    final List<Owned<PolicyOrder.Named>> responses = new ArrayList<>();
    final List<Owned<NamedHook>> hooks = new ArrayList<>();
    final List<ConversationObserver> views = new ArrayList<>();
    final List<AiObserver> observers = new ArrayList<>();

    /** All of this and all of that. */
    Contributed plus(Contributed more) {
        Contributed all = new Contributed();
        all.add(this);
        all.add(more);
        return all;
    }

    private void add(Contributed more) {
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

    /** Whether there is something for an executor of tools. */
    boolean hasTools() {
        return !tools.isEmpty() || !toolPolicies.isEmpty();
    }

    /** The tools by owner, the host's first. */
    Map<String, List<AiTool>> toolsByOwner() {
        Map<String, List<AiTool>> by = new LinkedHashMap<>();
        for (Owned<AiTool> tool : tools) {
            by.computeIfAbsent(tool.owner(), owner -> new ArrayList<>()).add(tool.it());
        }
        return by;
    }

    /** The owner of a policy of the chain, for display; empty for the policies of the host and the runtime. */
    String ownerOfPolicy(String name) {
        for (List<Owned<PolicyOrder.Named>> policies : List.of(requests, responses, arounds)) {
            for (Owned<PolicyOrder.Named> policy : policies) {
                if (policy.it().name().equals(name)) {
                    return policy.mark();
                }
            }
        }
        return "";
    }

    /** The owner of a hook, for display; empty for the host's. */
    String ofHook(String name) {
        for (Owned<NamedHook> hook : hooks) {
            if (hook.it().name().equals(name)) {
                return hook.mark();
            }
        }
        return "";
    }

    /** A hook under its name. */
    record NamedHook(String name, Hook hook) {}

    /** A tool policy under its name. */
    record ToolLayer(String name, Selector tools, ToolPolicy policy) {}

    /**
     * Something contributed, and whose it is.
     *
     * @param owner the id of an extension; empty for the host
     */
    record Owned<T>(String owner, T it) {

        /** The host's first, then by the id of the extension; each in the order added, whoever was given first. */
        static <T> List<T> sorted(List<Owned<T>> given) {
            List<Owned<T>> owned = new ArrayList<>(given);
            if (owned.size() > 1) {
                owned.sort((one, other) -> one.owner().compareTo(other.owner()));
            }
            List<T> sorted = new ArrayList<>(owned.size());
            for (Owned<T> each : owned) {
                sorted.add(each.it());
            }
            return sorted;
        }

        /** Its owner, for display: {@code @owner}; empty for the host. */
        String mark() {
            return owner.isEmpty() ? "" : " @" + owner;
        }
    }
}
