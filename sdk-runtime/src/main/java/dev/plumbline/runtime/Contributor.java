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
    public B addTools(Object... sources) {
        for (AiTool tool : AiTool.allOf(sources)) {
            all.tools.add(mine(tool));
        }
        return self();
    }

    @Override
    public B addContext(String key, Supplier<?> value) {
        return addContext(ContextSource.of(key, value));
    }

    @Override
    public B addContext(ContextSource source) {
        all.contexts.add(mine(owner.isEmpty() ? source : source.withOwner(owner)));
        return self();
    }

    @Override
    public B addRequestPolicy(String name, RequestPolicy policy) {
        all.requests.add(mine(new PolicyOrder.Named(name, policy)));
        return self();
    }

    @Override
    public B addPolicy(String name, Policy policy) {
        all.arounds.add(mine(new PolicyOrder.Named(name, policy)));
        return self();
    }

    /** Responses pass the chain from the last policy to the first: what decides first comes last. */
    @Override
    public B addResponsePolicy(String name, ResponsePolicy policy) {
        all.responses.add(0, mine(new PolicyOrder.Named(name, policy)));
        return self();
    }

    @Override
    public B addToolPolicy(String name, ToolPolicy policy) {
        return addToolPolicy(name, "*", policy);
    }

    @Override
    public B addToolPolicy(String name, String tools, ToolPolicy policy) {
        all.toolPolicies.add(mine(new Contributed.ToolLayer(name, Selector.of(tools), policy)));
        return self();
    }

    @Override
    public B addHook(String name, Hook hook) {
        all.hooks.add(mine(new Contributed.NamedHook(name, hook)));
        return self();
    }

    @Override
    public B addView(ConversationObserver observer) {
        all.views.add(observer);
        return self();
    }

    @Override
    public B addObserver(AiObserver observer) {
        all.observers.add(observer);
        return self();
    }

    @Override
    public B addSkill(Skill skill) {
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
