package dev.plumbline.plugins;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiObserver;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Plugin.Kind;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The door through which a plugin contributes: it tells of which kind each contribution is.
 *
 * @param to where it goes
 * @param check is told the kind before it goes there; throwing refuses it
 */
record Declared(Contributions to, Consumer<Kind> check) implements Contributions {

    /** What is refused is refused in the words of the house. */
    private Contributions add(Kind kind, Consumer<Contributions> contribution) {
        check.accept(kind);
        try {
            contribution.accept(to);
            return this;
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Contributions tools(Object... sources) {
        return add(Kind.TOOLS, all -> all.tools(sources));
    }

    @Override
    public Contributions context(String key, Supplier<?> value) {
        return add(Kind.CONTEXT, all -> all.context(key, value));
    }

    @Override
    public Contributions context(ContextSource source) {
        return add(Kind.CONTEXT, all -> all.context(source));
    }

    @Override
    public Contributions request(String name, RequestPolicy policy) {
        return add(Kind.POLICIES, all -> all.request(name, policy));
    }

    @Override
    public Contributions around(String name, Policy policy) {
        return add(Kind.POLICIES, all -> all.around(name, policy));
    }

    @Override
    public Contributions response(String name, ResponsePolicy policy) {
        return add(Kind.POLICIES, all -> all.response(name, policy));
    }

    @Override
    public Contributions toolPolicy(String name, ToolPolicy policy) {
        return add(Kind.TOOL_POLICIES, all -> all.toolPolicy(name, policy));
    }

    @Override
    public Contributions toolPolicy(String name, String tools, ToolPolicy policy) {
        return add(Kind.TOOL_POLICIES, all -> all.toolPolicy(name, tools, policy));
    }

    @Override
    public Contributions hook(String name, Hook hook) {
        return add(Kind.HOOKS, all -> all.hook(name, hook));
    }

    @Override
    public Contributions view(ConversationObserver observer) {
        return add(Kind.VIEWS, all -> all.view(observer));
    }

    @Override
    public Contributions telemetry(AiObserver observer) {
        return add(Kind.TELEMETRY, all -> all.telemetry(observer));
    }

    /** Tools behind a switch: the layers that make the switch are the house's. */
    @Override
    public Contributions skill(Skill skill) {
        return add(Kind.TOOLS, all -> all.skill(skill));
    }
}
