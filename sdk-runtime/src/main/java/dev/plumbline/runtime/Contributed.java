package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiObserver;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

    /** A copy, and what those extensions add to it. */
    Contributed and(Map<String, Extension> extensions) {
        Contributed all = copy();
        extensions.forEach((id, extension) -> ask(extension, new Contributor(all, id)));
        return all;
    }

    /** What one extension adds for one session: under its own id, or for a lambda as {@code session}. */
    static Contributed ofSession(Extension own) {
        return new Contributed().and(Map.of(Given.isId(own.id()) ? own.id() : "session", own));
    }

    /** All of this and all of that. */
    Contributed plus(Contributed more) {
        Contributed all = copy();
        all.add(more);
        return all;
    }

    private static void ask(Extension extension, Contributor to) {
        try {
            extension.contribute(to);
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "extension " + to.owner() + " could not contribute; the cause says why, or leave it out", e);
        }
    }

    private Contributed copy() {
        Contributed same = new Contributed();
        same.add(this);
        return same;
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

    /** The tools by owner, the host's first. */
    Map<String, List<AiTool>> toolsByOwner() {
        Map<String, List<AiTool>> by = new LinkedHashMap<>();
        tools.forEach(owned ->
                by.computeIfAbsent(owned.owner(), owner -> new ArrayList<>()).add(owned.it()));
        return by;
    }

    /** Whose a layer of the chain is, for people; nothing for the host's and the house's own. */
    String ofLayer(String name) {
        return Stream.of(requests, responses, arounds)
                .flatMap(List::stream)
                .filter(layer -> layer.it().name().equals(name))
                .findFirst()
                .map(Owned::mark)
                .orElse("");
    }

    /** Whose a hook is, for people; nothing for the host's. */
    String ofHook(String name) {
        return hooks.stream()
                .filter(hook -> hook.it().name().equals(name))
                .findFirst()
                .map(Owned::mark)
                .orElse("");
    }

    /** A hook under its name. */
    record NamedHook(String name, Hook hook) {}

    /** A tool policy under its name. */
    record ToolLayer(String name, Selector tools, ToolPolicy policy) {}

    /** The door through which one owner contributes. */
    Contributions of(String owner) {
        return new Contributor(this, owner);
    }
}
