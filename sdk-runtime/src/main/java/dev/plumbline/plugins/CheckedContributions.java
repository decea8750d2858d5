package dev.plumbline.plugins;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Plugin.ContributionKind;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Passes on the contributions of a plugin and checks the kind of each one before it is added.
 *
 * @param to receives the checked contributions
 * @param check receives the kind before the contribution is added; it throws to refuse it
 */
record CheckedContributions(Contributions to, Consumer<ContributionKind> check) implements Contributions {

    /** Adds a contribution; the exception of a refusal keeps the message of the runtime. */
    private Contributions add(ContributionKind kind, Consumer<Contributions> contribution) {
        check.accept(kind);
        try {
            contribution.accept(to);
            return this;
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new PluginRejectedException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Contributions addTools(Object... sources) {
        return add(ContributionKind.TOOLS, all -> all.addTools(sources));
    }

    @Override
    public Contributions addContext(String key, Supplier<?> value) {
        return add(ContributionKind.CONTEXT, all -> all.addContext(key, value));
    }

    @Override
    public Contributions addContext(ContextSource source) {
        return add(ContributionKind.CONTEXT, all -> all.addContext(source));
    }

    @Override
    public Contributions addRequestPolicy(String name, RequestPolicy policy) {
        return add(ContributionKind.POLICIES, all -> all.addRequestPolicy(name, policy));
    }

    @Override
    public Contributions addRequestPolicy(String name, int priority, RequestPolicy policy) {
        return add(ContributionKind.POLICIES, all -> all.addRequestPolicy(name, priority, policy));
    }

    @Override
    public Contributions addPolicy(String name, Policy policy) {
        return add(ContributionKind.POLICIES, all -> all.addPolicy(name, policy));
    }

    @Override
    public Contributions addPolicy(String name, int priority, Policy policy) {
        return add(ContributionKind.POLICIES, all -> all.addPolicy(name, priority, policy));
    }

    @Override
    public Contributions addResponsePolicy(String name, ResponsePolicy policy) {
        return add(ContributionKind.POLICIES, all -> all.addResponsePolicy(name, policy));
    }

    @Override
    public Contributions addResponsePolicy(String name, int priority, ResponsePolicy policy) {
        return add(ContributionKind.POLICIES, all -> all.addResponsePolicy(name, priority, policy));
    }

    @Override
    public Contributions addToolPolicy(String name, ToolPolicy policy) {
        return add(ContributionKind.TOOL_POLICIES, all -> all.addToolPolicy(name, policy));
    }

    @Override
    public Contributions addToolPolicy(String name, String tools, ToolPolicy policy) {
        return add(ContributionKind.TOOL_POLICIES, all -> all.addToolPolicy(name, tools, policy));
    }

    @Override
    public Contributions addHook(String name, Hook hook) {
        return add(ContributionKind.HOOKS, all -> all.addHook(name, hook));
    }

    @Override
    public Contributions addView(ConversationObserver observer) {
        return add(ContributionKind.VIEWS, all -> all.addView(observer));
    }

    @Override
    public Contributions addObserver(TelemetryObserver observer) {
        return add(ContributionKind.TELEMETRY, all -> all.addObserver(observer));
    }

    /** Adds a skill, which counts as tools; the runtime adds the policies that activate it. */
    @Override
    public Contributions addSkill(Skill skill) {
        return add(ContributionKind.TOOLS, all -> all.addSkill(skill));
    }
}
