package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.Trace;
import dev.plumbline.event.Progress;
import dev.plumbline.extend.Extension;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.Policy;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.SessionEngine;
import dev.plumbline.tool.IToolExecutor;
import java.util.Optional;
import java.util.function.Function;

/** The engines of a runtime: its own, and one for each session that brings an extension. */
final class Engines {
    private final Given given;
    private final Ground ground;
    private final Watching watching;
    private final PolicyOrder order;
    private final Furnished house;
    private final SessionEngine own;
    private final Guests guests = new Guests();

    Engines(Given given, Ground ground, Watching watching) {
        this.given = given;
        this.ground = ground;
        this.watching = watching;
        Contributed contributed = given.own.and(given.extensions);
        IToolExecutor tools = given.tooling.executor(ground.setting(), contributed, ground.host);
        order = given.order.apply(recommended(contributed));
        house = new Furnished(contributed, order.chain(ground.providers), tools);
        own = engine(house);
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
                        given.validation.lists(ground.schemas, ground.time),
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

    private SessionEngine engine(Furnished with) {
        Contributed all = with.contributed();
        SessionEngine.Builder builder = SessionEngine.builder(with.chain(), with.tools())
                .time(ground.time)
                .executor(ground.threads)
                .ids(Ground::id)
                .model(ground.providers.defaultModelId())
                .contexts(Owned.sorted(all.contexts))
                .decorate(ground::addressed)
                .schemas(ground.schemas)
                .stages(given.stages.list())
                .observer(watching.with(all.observers))
                .defaults(given.defaults);
        ground.host.ifPresent(builder::host);
        Optional.ofNullable(given.tooling.questions).ifPresent(builder::questions);
        Optional.ofNullable(given.journal).ifPresent(store -> builder.journal(store, given.journalFailure));
        given.summarising.ifPresent(share -> builder.summarising(share, ground::contextTokens));
        all.views.forEach(builder::view);
        all.hooks.forEach(named -> builder.hook(named.it().name(), named.it().hook(), named.owner()));
        return builder.build();
    }

    /** The engine of one session: the same house, and what it brings. */
    private SessionEngine engine(Extension brought) {
        Contributed session = Contributed.ofSession(brought);
        return engine(new Furnished(
                house.contributed().plus(session),
                order.with(session).chain(ground.providers),
                Tooling.onTop(house.tools(), session, ground.setting())));
    }

    SessionEngine own() {
        return own;
    }

    /** Goes through that door of an engine of the session's own. */
    ConversationSession guest(Extension brought, Function<SessionEngine, ConversationSession> door) {
        return guests.open(engine(brought), door);
    }

    /** Tells the views of a session how far it is. */
    void show(String session, Progress now) {
        own.show(session, now);
        guests.show(session, now);
    }

    Trace explain(AiCall call) {
        return house.chain().explain(ground.addressed(call));
    }

    String describe() {
        return house.describe(own.hooks());
    }

    int abandoned() {
        return house.tools().abandoned();
    }

    /** Adds its own end, and then that of those who watch. */
    void ending(Closing closing) {
        closing.then(own::close).then(guests::close).then(house.tools()::close);
        watching.ending(closing, house.contributed().observers);
    }
}
