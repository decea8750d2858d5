package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.plugins.PluginCandidate;
import dev.plumbline.plugins.PluginRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Assembles a runtime from its parameters, and closes the parts in reverse order. */
final class RuntimeAssembly {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RuntimeSettings given;
    private final ExternalCode brought;
    private final ContributionSet contributed;
    final RuntimeServices services;
    final RuntimeToolExecutor tools;
    final RuntimeObservers observers;
    final EngineGenerationRegistry editions;
    final ShutdownSequence closing;
    private volatile Map<String, Integer> lostRecords = Map.of();

    private RuntimeAssembly(RuntimeSettings given, ExternalCode brought) {
        this.given = given;
        this.brought = brought;
        services = new RuntimeServices(given, brought.providers());
        contributed =
                given.extensions.isEmpty() ? given.own : given.own.plus(ContributionCollector.ask(given.extensions));
        tools = new RuntimeToolExecutor(given, services, contributed);
        observers = new RuntimeObservers(given, services, this::show);
        EngineFactory engines = new EngineFactory(given, services, tools, observers);
        editions = new EngineGenerationRegistry(engines, engines.parts(contributed), plugins(given, brought.plugins()));
        closing = new ShutdownSequence(services.threads, this::end, tools::abandonedCount, () -> lostRecords);
    }

    /** Assembles the runtime; releases everything if it fails. */
    static RuntimeAssembly of(RuntimeSettings given) {
        ExternalCode brought = new ExternalCode();
        try {
            brought.open(given);
            RuntimeAssembly assembly = new RuntimeAssembly(given, brought);
            assembly.services.providers.begin();
            return assembly;
        } catch (RuntimeException | Error refused) {
            brought.close();
            throw refused;
        }
    }

    private static @Nullable PluginRegistry plugins(RuntimeSettings given, List<PluginCandidate> found) {
        return found.isEmpty() && given.pluginConfig == null
                ? null
                : PluginRegistry.of(found, Optional.ofNullable(given.pluginConfig), given.extensions.keySet());
    }

    /** Returns the first call of a body as a session would make it, without facts of context sources. */
    AiCall call(AiBody body, SessionOptions options) {
        SessionOptions merged = options.mergedOver(given.session.defaults());
        ModelId model = merged.model().model().orElseGet(services.providers::defaultModelId);
        List<ToolDefinition> offered =
                editions.now().parts().tools().definitions(body.toolFilter().and(merged.toolFilter()));
        return services.addressed(AiCall.builder(body, model)
                .options(merged.model())
                .tools(offered)
                .build());
    }

    /** Returns the stored conversations that cannot be read, and why. */
    Map<String, String> unreadable() {
        SessionStore journal = given.session.store();
        return journal == null ? Map.of() : journal.unreadable(RuntimeObservers.STORE_LIMIT, Cancellation.create());
    }

    /** Sends progress to the views of a session; nothing before the engines exist. */
    private void show(String session, TurnProgress now) {
        editions.show(session, now);
    }

    /** Closes all parts, also if some of them fail. */
    private void end() {
        ShutdownSequence.tried(editions::close);
        ShutdownSequence.tried(this::endPlugins);
        ShutdownSequence.tried(tools::close);
        observers.close(contributed.observers);
        ShutdownSequence.tried(tools::closeSandbox);
        if (services.redaction != null) {
            ShutdownSequence.tried(services.redaction::close);
        }
        ShutdownSequence.tried(services.providers::close);
        if (given.store != null) {
            ShutdownSequence.tried(given.store::close);
        }
        if (given.budgets != null) {
            ShutdownSequence.tried(given.budgets::close);
        }
        SessionStore journal = given.session.store();
        if (journal != null) {
            ShutdownSequence.tried(() -> lostRecords = editions.abandonUnwritten());
            ShutdownSequence.tried(journal::close);
        }
        ShutdownSequence.tried(brought::close);
        ShutdownSequence.tried(services::closeTime);
    }

    /**
     * Stops the plugins after the last turn, if that ends in time. A plugin that does not stop counts as a thread that
     * is left.
     */
    private void endPlugins() throws InterruptedException {
        if (!editions.plugins().isEmpty()) {
            services.threads.awaitIdle(PATIENCE); // a cancelled turn still notifies its hooks
            services.threads.execute(editions::endPlugins);
            services.threads.awaitIdle(PATIENCE);
        }
    }
}
