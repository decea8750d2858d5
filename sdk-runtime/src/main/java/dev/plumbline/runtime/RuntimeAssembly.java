package dev.plumbline.runtime;

import dev.plumbline.event.Progress;
import dev.plumbline.plugins.FoundPlugin;
import dev.plumbline.plugins.Plugins;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A runtime put together from its parameters, each part from those before it; and how it ends, in the reverse of that order. */
final class RuntimeAssembly {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RuntimeParameters given;
    private final Brought brought;
    private final Contributed contributed;
    final RuntimeServices services;
    final RuntimeTools tools;
    final RuntimeObservers observers;
    final Editions editions;
    final Closing closing;

    private RuntimeAssembly(RuntimeParameters given, Brought brought) {
        this.given = given;
        this.brought = brought;
        services = new RuntimeServices(given, brought.providers());
        contributed = given.extensions.isEmpty() ? given.own : given.own.plus(Contributor.ask(given.extensions));
        tools = new RuntimeTools(given, services, contributed);
        observers = new RuntimeObservers(given, services, this::show);
        EngineFactory engines = new EngineFactory(given, services, tools, observers);
        editions = new Editions(engines, engines.parts(contributed), plugins(given, brought.plugins()));
        closing = new Closing(services.threads, this::end, tools::abandoned);
    }

    /** The runtime of these parameters; nothing of it is left when it is refused. */
    static RuntimeAssembly of(RuntimeParameters given) {
        Brought brought = new Brought();
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

    private static @Nullable Plugins plugins(RuntimeParameters given, List<FoundPlugin> found) {
        return found.isEmpty() && given.pluginConfig == null
                ? null
                : Plugins.of(found, Optional.ofNullable(given.pluginConfig), given.extensions.keySet(), given.clock);
    }

    /** Sessions can only show something once there are engines. */
    private void show(String session, Progress now) {
        editions.show(session, now);
    }

    /** What goes wrong with one part keeps none of the others from its end. */
    private void end() {
        Closing.tried(editions::close);
        Closing.tried(this::endPlugins);
        Closing.tried(tools::close);
        observers.close(contributed.observers);
        Closing.tried(tools::closeSandbox);
        if (services.redaction != null) {
            Closing.tried(services.redaction::close);
        }
        Closing.tried(services.providers::close);
        if (given.store != null) {
            Closing.tried(given.store::close);
        }
        if (given.journal != null) {
            Closing.tried(given.journal::close);
        }
        Closing.tried(brought::close);
        Closing.tried(services::closeTime);
    }

    /** Behind the last turn, if that ends in time. A plugin that does not end is not waited for; its thread is counted as left. */
    private void endPlugins() throws InterruptedException {
        if (!editions.plugins().isEmpty()) {
            services.threads.awaitIdle(PATIENCE); // a turn that was cancelled still notifies its hooks
            services.threads.execute(editions::endPlugins);
            services.threads.awaitIdle(PATIENCE);
        }
    }
}
