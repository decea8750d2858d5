package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiObserver;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.AiTool;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Takes what one owner contributes.
 *
 * @param <B> what it returns, itself
 */
abstract class Contributor<B extends Contributions> implements Contributions {
    /** Whose the tools and policies are that the runtime itself adds. */
    static final String RUNTIME = "plumbline";

    private final Contributed all;
    private final String owner;

    /** {@code owner} is the id of an extension; empty for the host. */
    Contributor(Contributed all, String owner) {
        this.all = all;
        this.owner = owner;
    }

    /** What these extensions contribute, by id. */
    static Contributed ask(Map<String, Extension> extensions) {
        Contributed all = new Contributed();
        for (Map.Entry<String, Extension> extension : extensions.entrySet()) {
            ask(extension.getValue(), extension.getKey(), all);
        }
        return all;
    }

    /** What one extension contributes for one session: under its own id, or for a lambda as {@code session}. */
    static Contributed ask(Extension own) {
        return ask(Map.of(isId(own.id()) ? own.id() : "session", own));
    }

    private static void ask(Extension extension, String id, Contributed all) {
        try {
            extension.contribute(new OfExtension(all, id));
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "extension " + id + " could not contribute; the cause says why, or leave it out", e);
        }
    }

    static boolean isId(String id) {
        return id.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}") && !id.equals(RUNTIME);
    }

    abstract B self();

    private <T> Contributed.Owned<T> mine(T it) {
        return new Contributed.Owned<>(owner, it);
    }

    @Override
    public B tools(Object... sources) {
        for (AiTool tool : AiTool.allOf(sources)) {
            all.tools.add(mine(tool));
        }
        return self();
    }

    @Override
    public B context(String key, Supplier<?> value) {
        return context(ContextSource.of(key, value));
    }

    @Override
    public B context(ContextSource source) {
        all.contexts.add(mine(owner.isEmpty() ? source : source.withOwner(owner)));
        return self();
    }

    @Override
    public B request(String name, RequestPolicy policy) {
        all.requests.add(mine(new PolicyOrder.Named(name, policy)));
        return self();
    }

    @Override
    public B around(String name, Policy policy) {
        all.arounds.add(mine(new PolicyOrder.Named(name, policy)));
        return self();
    }

    /** The chain is read up on the way out: what judges first stands last. */
    @Override
    public B response(String name, ResponsePolicy policy) {
        all.responses.add(0, mine(new PolicyOrder.Named(name, policy)));
        return self();
    }

    @Override
    public B toolPolicy(String name, ToolPolicy policy) {
        return toolPolicy(name, "*", policy);
    }

    @Override
    public B toolPolicy(String name, String tools, ToolPolicy policy) {
        all.toolPolicies.add(mine(new Contributed.ToolLayer(name, Selector.of(tools), policy)));
        return self();
    }

    @Override
    public B hook(String name, Hook hook) {
        all.hooks.add(mine(new Contributed.NamedHook(name, hook)));
        return self();
    }

    @Override
    public B view(ConversationObserver observer) {
        all.views.add(observer);
        return self();
    }

    @Override
    public B telemetry(AiObserver observer) {
        all.observers.add(observer);
        return self();
    }

    @Override
    public B skill(Skill skill) {
        skill.contribute(this);
        return self();
    }

    /** Takes what an extension contributes. */
    private static final class OfExtension extends Contributor<Contributions> {
        OfExtension(Contributed all, String id) {
            super(all, id);
        }

        @Override
        Contributions self() {
            return this;
        }
    }
}
