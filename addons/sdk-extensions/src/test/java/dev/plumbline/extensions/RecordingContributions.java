package dev.plumbline.extensions;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What an extension contributes, gathered to be looked at. */
final class RecordingContributions implements Contributions {
    final List<AiTool> tools = new ArrayList<>();
    final List<ContextSource> contexts = new ArrayList<>();
    final List<RequestPolicy> requests = new ArrayList<>();
    final List<Hook> hooks = new ArrayList<>();
    final List<ConversationObserver> views = new ArrayList<>();
    final List<TelemetryObserver> observers = new ArrayList<>();

    static RecordingContributions from(Extension extension) {
        RecordingContributions all = new RecordingContributions();
        extension.contribute(all);
        return all;
    }

    @Override
    public Contributions addTools(Object... sources) {
        tools.addAll(AiTool.allOf(sources));
        return this;
    }

    @Override
    public Contributions addContext(String key, Supplier<?> value) {
        return addContext(ContextSource.of(key, value));
    }

    @Override
    public Contributions addContext(ContextSource source) {
        contexts.add(source);
        return this;
    }

    @Override
    public Contributions addRequestPolicy(String name, RequestPolicy policy) {
        requests.add(policy);
        return this;
    }

    @Override
    public Contributions addRequestPolicy(String name, int priority, RequestPolicy policy) {
        return addRequestPolicy(name, policy);
    }

    @Override
    public Contributions addPolicy(String name, Policy policy) {
        throw new AssertionError(name);
    }

    @Override
    public Contributions addPolicy(String name, int priority, Policy policy) {
        return addPolicy(name, policy);
    }

    @Override
    public Contributions addResponsePolicy(String name, ResponsePolicy policy) {
        throw new AssertionError(name);
    }

    @Override
    public Contributions addResponsePolicy(String name, int priority, ResponsePolicy policy) {
        return addResponsePolicy(name, policy);
    }

    @Override
    public Contributions addToolPolicy(String name, ToolPolicy policy) {
        throw new AssertionError(name);
    }

    @Override
    public Contributions addToolPolicy(String name, String tools, ToolPolicy policy) {
        throw new AssertionError(name);
    }

    @Override
    public Contributions addHook(String name, Hook hook) {
        hooks.add(hook);
        return this;
    }

    @Override
    public Contributions addView(ConversationObserver observer) {
        views.add(observer);
        return this;
    }

    @Override
    public Contributions addObserver(TelemetryObserver observer) {
        observers.add(observer);
        return this;
    }
}
