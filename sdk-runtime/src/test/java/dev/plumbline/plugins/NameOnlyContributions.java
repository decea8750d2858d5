package dev.plumbline.plugins;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ToolPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Where contributions lead to nothing but their names. */
final class NameOnlyContributions implements Contributions {
    final List<String> names = new ArrayList<>();

    private Contributions noted(String name) {
        names.add(name);
        return this;
    }

    @Override
    public Contributions addTools(Object... sources) {
        return noted("tools");
    }

    @Override
    public Contributions addContext(String key, Supplier<?> value) {
        return noted("context " + key);
    }

    @Override
    public Contributions addContext(ContextSource source) {
        return noted("context " + source.key());
    }

    @Override
    public Contributions addRequestPolicy(String name, RequestPolicy policy) {
        return noted("request " + name);
    }

    @Override
    public Contributions addRequestPolicy(String name, int priority, RequestPolicy policy) {
        return addRequestPolicy(name, policy);
    }

    @Override
    public Contributions addPolicy(String name, Policy policy) {
        return noted("around " + name);
    }

    @Override
    public Contributions addPolicy(String name, int priority, Policy policy) {
        return addPolicy(name, policy);
    }

    @Override
    public Contributions addResponsePolicy(String name, ResponsePolicy policy) {
        return noted("response " + name);
    }

    @Override
    public Contributions addResponsePolicy(String name, int priority, ResponsePolicy policy) {
        return addResponsePolicy(name, policy);
    }

    @Override
    public Contributions addToolPolicy(String name, ToolPolicy policy) {
        return noted("tool-policy " + name);
    }

    @Override
    public Contributions addToolPolicy(String name, String tools, ToolPolicy policy) {
        return noted("tool-policy " + name + " " + tools);
    }

    @Override
    public Contributions addHook(String name, Hook hook) {
        return noted("hook " + name);
    }

    @Override
    public Contributions addView(ConversationObserver observer) {
        return noted("view");
    }

    @Override
    public Contributions addObserver(TelemetryObserver observer) {
        return noted("telemetry");
    }
}
