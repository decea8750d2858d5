package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.Progress;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugins.FoundPlugin;
import dev.plumbline.plugins.PluginStatus;
import dev.plumbline.plugins.Plugins;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.Policy;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.SessionEngine;
import dev.plumbline.session.SessionEngineBuilder;
import dev.plumbline.tools.ToolRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The engines of a runtime: its own, and one for each session that brings an extension. */
final class Engines implements Editions.Building {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Given given;
    private final Ground ground;
    private final Watching watching;
    private final Furnished house;
    private final Editions editions;

    Engines(Given given, Ground ground, Watching watching, List<FoundPlugin> found) {
        this.given = given;
        this.ground = ground;
        this.watching = watching;
        Contributed contributed = given.own.and(given.extensions);
        ToolRuntime tools = given.tooling.executor(ground.setting(), contributed, ground.host);
        PolicyOrder order = given.order.apply(recommended(contributed));
        house = new Furnished(contributed, order, order.chain(ground.providers, ground.time), tools);
        editions = new Editions(
                this,
                Plugins.of(found, Optional.ofNullable(given.pluginConfig), given.extensions.keySet(), given.clock));
    }

    private PolicyOrder recommended(Contributed contributed) {
        return new RecommendedOrder(
                        Optional.ofNullable(given.templates).map(Policies::promptTemplates),
                        Owned.sorted(contributed.requests),
                        Owned.sorted(contributed.responses),
                        Owned.sorted(contributed.arounds),
                        fallback(),
                        ground.redaction.map(redaction -> redaction.policy()),
                        Optional.ofNullable(given.store),
                        given.cache,
                        given.retry,
                        given.rate.map(rate -> rate.apply(ground.time)),
                        given.validation.lists(ground.schemas),
                        ground.schemas,
                        ground.models::now,
                        ground.time,
                        Ground::chance)
                .layers();
    }

    private Optional<Policy> fallback() {
        return given.fallback.isEmpty()
                ? Optional.empty()
                : Optional.of(Policies.fallback(given.fallback, ground.providers::addressed));
    }

    @Override
    public SessionEngine engine(Furnished with) {
        Contributed all = with.contributed();
        SessionEngineBuilder builder = SessionEngine.builder(with.chain(), with.tools())
                .time(ground.time)
                .executor(ground.threads)
                .ids(ground::id)
                .model(ground.providers.defaultModelId())
                .contexts(Owned.sorted(all.contexts))
                .decorate(ground::addressed)
                .schemas(ground.schemas)
                .stages(given.stages.list())
                .observer(watching.with(all.observers))
                .progress(watching.progress())
                .ended(watching::ended)
                .defaults(given.defaults);
        ground.host.ifPresent(builder::host);
        Optional.ofNullable(given.tooling.questions).ifPresent(builder::questions);
        Optional.ofNullable(given.journal).ifPresent(store -> builder.journal(store, given.journalFailure));
        given.summarising.ifPresent(share -> builder.summarising(share, ground::contextTokens));
        all.views.forEach(builder::view);
        all.hooks.forEach(named -> builder.hook(named.it().name(), named.it().hook(), named.owner()));
        return builder.build();
    }

    @Override
    public Furnished house() {
        return house;
    }

    @Override
    public Furnished with(Furnished before, Extension more) {
        return before.with(Contributed.ofSession(more), ground);
    }

    /** Goes through that door. */
    ConversationSession open(Function<SessionEngine, ConversationSession> door) {
        return editions.open(edition -> door.apply(edition.own()));
    }

    /** Goes through that door of an engine of the session's own: the same house, and what it brings. */
    ConversationSession guest(Extension brought, Function<SessionEngine, ConversationSession> door) {
        return editions.open(edition -> edition.guest(engine(with(edition.furnished(), brought)), door));
    }

    List<SessionStore.Summary> stored() {
        return editions.now().own().stored();
    }

    ConversationTree tree(String sessionId) {
        return editions.now().own().tree(sessionId);
    }

    List<PluginStatus> plugins() {
        return editions.plugins();
    }

    /** Tells the views of a session how far it is. */
    void show(String session, Progress now) {
        editions.show(session, now);
    }

    Trace explain(AiCall call) {
        return editions.now().furnished().chain().explain(ground.addressed(call));
    }

    String describe() {
        Stream<String> plugins = plugins().stream().map(status -> status.describe() + System.lineSeparator());
        return editions.now().describe() + plugins.collect(Collectors.joining());
    }

    int abandoned() {
        return house.tools().abandoned();
    }

    /** Adds its own end, and then that of those who watch. */
    void ending(Closing closing) {
        closing.then(editions::close).then(this::endPlugins).then(house.tools()::close);
        watching.ending(closing, house.contributed().observers);
    }

    /** Behind the last turn, if that ends in time. A plugin that does not end is not waited for; its thread is counted as left. */
    private void endPlugins() throws InterruptedException {
        if (!plugins().isEmpty()) {
            ground.threads.awaitIdle(PATIENCE); // a turn that was cancelled still tells its hooks how it ended
            ground.threads.execute(editions::endPlugins);
            ground.threads.awaitIdle(PATIENCE);
        }
    }
}
