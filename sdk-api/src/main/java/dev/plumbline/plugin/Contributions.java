package dev.plumbline.plugin;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import java.util.function.Supplier;

/**
 * The methods that add tools, policies, hooks and views: the same on the builder of a runtime and in an {@link
 * Extension}. Everything that steers gets a name here; names are unique across all extensions and the host. Used by one
 * thread.
 *
 * <p>The order in which extensions are added never matters: policies, hooks and facts of the host come first, then
 * those of the extensions by id, each in the order added, then those of plugins in the order of their activation, then
 * those of the session. Policies, hooks and tool policies are ordered by their priority before that.
 */
public interface Contributions {

    /**
     * Adds tools: objects with {@code @Tool} methods, {@code AiTool}s, lists of {@code AiTool}s.
     *
     * @throws IllegalArgumentException names class, method and fault
     */
    Contributions addTools(Object... sources);

    /** Adds a fact for the model, read once per turn. */
    Contributions addContext(String key, Supplier<?> value);

    /** Adds a fact with all its settings. */
    Contributions addContext(ContextSource source);

    /** Adds a request policy: after the context, before cache and provider. */
    Contributions addRequestPolicy(String name, RequestPolicy policy);

    /**
     * Adds a policy around every call, also those that the cache answers; the first is outermost. It gets what is sent,
     * which is redacted if redaction is on. One of the role {@link Policy.Role#ATTEMPT} is around each attempt, next to
     * the provider.
     */
    Contributions addPolicy(String name, Policy policy);

    /** Adds a response policy, which works on the answer that the user will see; the first one added decides first. */
    Contributions addResponsePolicy(String name, ResponsePolicy policy);

    /**
     * Adds a request policy with that priority instead of its own; see {@link Policy#priority()}.
     *
     * @param priority lower is earlier; 100 for most
     */
    Contributions addRequestPolicy(String name, int priority, RequestPolicy policy);

    /**
     * Adds a policy as {@link #addPolicy(String, Policy)}, with that priority instead of its own; see {@link
     * Policy#priority()}.
     *
     * @param priority lower is further out; 100 for most
     */
    Contributions addPolicy(String name, int priority, Policy policy);

    /**
     * Adds a response policy with that priority instead of its own; see {@link Policy#priority()}.
     *
     * @param priority lower decides earlier; 100 for most
     */
    Contributions addResponsePolicy(String name, int priority, ResponsePolicy policy);

    /** Adds a policy around every tool call, under a name for errors. */
    Contributions addToolPolicy(String name, ToolPolicy policy);

    /**
     * Adds a policy around the calls of the tools that a selector selects: all ({@code *}), those of one extension
     * ({@code @id}), of a skill or with a hint ({@code #tag}), one ({@code name}).
     *
     * @throws IllegalArgumentException names the bad term
     */
    Contributions addToolPolicy(String name, String tools, ToolPolicy policy);

    /** Adds a hook of the conversation loop, under a name for {@code describe()} and errors. */
    Contributions addHook(String name, Hook hook);

    /** Adds a view of every conversation. */
    Contributions addView(ConversationObserver observer);

    /** Adds an observer of events without text; the runtime closes one that is {@code AutoCloseable}. */
    Contributions addObserver(TelemetryObserver observer);

    /** Adds a skill: instructions and tools behind one switch. */
    default Contributions addSkill(Skill skill) {
        skill.contribute(this);
        return this;
    }
}
