package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiObserver;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.AiTool;
import java.util.function.Supplier;

/**
 * The door through which one owner contributes.
 *
 * @param all where it goes
 * @param owner the id of an extension; empty for the host
 */
record Contributor(Contributed all, String owner) implements Contributions {

    @Override
    public Contributions tools(Object... sources) {
        AiTool.allOf(sources).forEach(tool -> all.tools.add(mine(tool)));
        return this;
    }

    @Override
    public Contributions context(String key, Supplier<?> value) {
        return context(ContextSource.of(key, value));
    }

    @Override
    public Contributions context(ContextSource source) {
        all.contexts.add(mine(owner.isEmpty() ? source : source.withOwner(owner)));
        return this;
    }

    @Override
    public Contributions request(String name, RequestPolicy policy) {
        all.requests.add(mine(new PolicyOrder.Named(name, policy)));
        return this;
    }

    @Override
    public Contributions around(String name, Policy policy) {
        all.arounds.add(mine(new PolicyOrder.Named(name, policy)));
        return this;
    }

    /** The chain is read up on the way out: what judges first stands last. */
    @Override
    public Contributions response(String name, ResponsePolicy policy) {
        all.responses.add(0, mine(new PolicyOrder.Named(name, policy)));
        return this;
    }

    @Override
    public Contributions toolPolicy(String name, ToolPolicy policy) {
        return toolPolicy(name, "*", policy);
    }

    @Override
    public Contributions toolPolicy(String name, String tools, ToolPolicy policy) {
        all.toolPolicies.add(mine(new Contributed.ToolLayer(name, Selector.of(tools), policy)));
        return this;
    }

    @Override
    public Contributions hook(String name, Hook hook) {
        all.hooks.add(mine(new Contributed.NamedHook(name, hook)));
        return this;
    }

    @Override
    public Contributions view(ConversationObserver observer) {
        all.views.add(observer);
        return this;
    }

    @Override
    public Contributions telemetry(AiObserver observer) {
        all.observers.add(observer);
        return this;
    }

    private <T> Owned<T> mine(T it) {
        return new Owned<>(owner, it);
    }
}
