package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.plugin.Extension;
import dev.plumbline.session.internal.EngineSettings;
import dev.plumbline.session.internal.SessionEngine;
import dev.plumbline.tool.IToolExecutor;
import java.util.Map;

/**
 * Creates the engines of a runtime: one for each set of enabled plugins, and one for each session with its own
 * extension.
 */
final class EngineFactory {
    private final RuntimeSettings given;
    private final RuntimeServices services;
    private final RuntimeToolExecutor tools;
    private final RuntimeObservers observers;
    private final RecommendedPolicyOrder policies;
    private final Map<String, Selector> toolPatterns;

    EngineFactory(
            RuntimeSettings given, RuntimeServices services, RuntimeToolExecutor tools, RuntimeObservers observers) {
        this.toolPatterns = ToolPatterns.of(given, given.own);
        this.given = given;
        this.services = services;
        this.tools = tools;
        this.observers = observers;
        this.policies = new RecommendedPolicyOrder(given, services);
    }

    /** Returns the components without plugins. */
    EngineComponents parts(ContributionSet all) {
        return parts(all, policies.with(all), tools.known());
    }

    /** Returns the components with the contributions of one more extension; throws if names clash. */
    EngineComponents with(EngineComponents before, Extension extension) {
        ContributionSet more = ContributionCollector.ask(extension);
        ContributionSet all = before.contributed().plus(more);
        return parts(all, policies.with(all, before.order()), tools.with(before.tools(), more));
    }

    private EngineComponents parts(ContributionSet all, PolicyOrder order, IToolExecutor executor) {
        return new EngineComponents(all, order, policies.chain(order), executor);
    }

    SessionEngine engine(EngineComponents parts) {
        ContributionSet all = parts.contributed();
        EngineSettings settings = given.session
                .copy(parts.chain(), parts.tools())
                .time(services.time)
                .executor(services.threads)
                .ids(services::id)
                .model(services.providers.defaultModelId())
                .windows(services::window)
                .contexts(ContributionSet.items(all.contexts))
                .decorator(services::addressed)
                .schemas(services.schemas)
                .toolPatterns(toolPatterns)
                .observer(observers.with(all.observers))
                .failureLog(observers.failureLog())
                .progressObserver(observers.progress())
                .endListener(this::ended);
        for (ConversationObserver view : all.views) {
            settings.addView(view);
        }
        for (ContributionSet.Owned<ContributionSet.HookRegistration> hook : all.hooks) {
            settings.addHook(hook.item().name(), hook.item().hook(), hook.owner());
        }
        return settings.build();
    }

    /** Releases the resources of a closed session. */
    private void ended(String session) {
        observers.ended(session);
        tools.forget(session);
    }
}
