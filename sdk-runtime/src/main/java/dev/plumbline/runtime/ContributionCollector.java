package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.TelemetryObserver;
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
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Collects the contributions of one owner.
 *
 * @param <B> the type that its methods return
 */
abstract class ContributionCollector<B extends Contributions> implements Contributions {
    /** The owner of the tools and policies that the runtime itself adds. */
    static final String RUNTIME = "plumbline";

    private final ContributionSet all;
    private final String owner;

    /** Creates a collector; {@code owner} is the id of an extension, empty for the host. */
    ContributionCollector(ContributionSet all, String owner) {
        this.all = all;
        this.owner = owner;
    }

    /** Returns the contributions of these extensions, sorted by id. */
    static ContributionSet ask(Map<String, Extension> extensions) {
        ContributionSet all = new ContributionSet();
        for (Map.Entry<String, Extension> extension : new TreeMap<>(extensions).entrySet()) {
            all = all.plus(ask(extension.getValue(), extension.getKey()));
        }
        return all;
    }

    /** Returns the contributions of the extension of one session, under its id, or as {@code session} for a lambda. */
    static ContributionSet ask(Extension own) {
        return ask(own, isId(own.id()) ? own.id() : "session");
    }

    private static ContributionSet ask(Extension extension, String id) {
        ContributionSet all = new ContributionSet();
        try {
            extension.contribute(new OfExtension(all, id));
            return all;
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "extension " + id + " threw in contribute(); fix the cause, or remove the extension", e);
        }
    }

    static boolean isId(String id) {
        return id.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}") && !id.equals(RUNTIME);
    }

    abstract B self();

    private <T> ContributionSet.Owned<T> mine(T item) {
        return new ContributionSet.Owned<>(owner, item);
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
        return addRequestPolicy(name, policy.priority(), policy);
    }

    @Override
    public B addRequestPolicy(String name, int priority, RequestPolicy policy) {
        all.requests.add(mine(new PolicyEntry(name, policy, priority, true)));
        return self();
    }

    @Override
    public B addPolicy(String name, Policy policy) {
        return addPolicy(name, policy.priority(), policy);
    }

    @Override
    public B addPolicy(String name, int priority, Policy policy) {
        all.arounds.add(mine(new PolicyEntry(name, policy, priority, false)));
        return self();
    }

    @Override
    public B addResponsePolicy(String name, ResponsePolicy policy) {
        return addResponsePolicy(name, policy.priority(), policy);
    }

    /**
     * Adds a response policy. Responses pass the chain from the last policy to the first, so the earliest added is
     * placed last.
     */
    @Override
    public B addResponsePolicy(String name, int priority, ResponsePolicy policy) {
        all.responses.add(0, mine(new PolicyEntry(name, policy, priority, false)));
        return self();
    }

    @Override
    public B addToolPolicy(String name, ToolPolicy policy) {
        return addToolPolicy(name, "*", policy);
    }

    @Override
    public B addToolPolicy(String name, String tools, ToolPolicy policy) {
        all.toolPolicies.add(mine(new ContributionSet.ToolPolicyRegistration(name, Selector.of(tools), policy)));
        return self();
    }

    @Override
    public B addHook(String name, Hook hook) {
        all.hooks.add(mine(new ContributionSet.HookRegistration(name, hook)));
        return self();
    }

    @Override
    public B addView(ConversationObserver observer) {
        all.views.add(observer);
        return self();
    }

    @Override
    public B addObserver(TelemetryObserver observer) {
        all.observers.add(observer);
        return self();
    }

    @Override
    public B addSkill(Skill skill) {
        skill.contribute(this);
        return self();
    }

    /** Collects the contributions of an extension. */
    private static final class OfExtension extends ContributionCollector<Contributions> {
        OfExtension(ContributionSet all, String id) {
            super(all, id);
        }

        @Override
        Contributions self() {
            return this;
        }
    }
}
