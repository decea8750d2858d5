package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Host;
import dev.plumbline.call.Marks;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.Progress;
import dev.plumbline.extend.Extension;
import dev.plumbline.extend.SessionStore;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.metrics.EventRecords;
import dev.plumbline.metrics.ProgressService;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.sandbox.Hint;
import dev.plumbline.sandbox.ToolSandbox;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schemas.JsonSchemas;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.SessionEngine;
import dev.plumbline.tool.IToolExecutor;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The house wired together: who meets whom, who owns what, and how it all ends. */
final class Wired {
    private final JsonSchemaService schemas = JsonSchemas.service();
    private final Marks marks = Marks.of(unguessable());
    private final RuntimeThreads threads = new RuntimeThreads();
    private final ProviderRouter providers;
    private final LiveModels models;
    private final Timekeeper time;
    private final ToolSandbox sandbox;
    private final Optional<Redaction> redaction;
    private final IToolExecutor tools;
    private final PolicyChain chain;
    private final SessionEngine engine;
    private final AiMetricsService metrics;
    private final ProgressService progress;
    private final Optional<Host> host;
    private final Contributed contributed;
    private final Tooling.Setting setting;
    private final PolicyOrder order;
    private final Function<Furnished, SessionEngine> engines;
    private final Guests guests = new Guests();
    private final Closing closing;

    private Wired(Given given, List<BroughtCode> brought) {
        List<AiProvider> all = new ArrayList<>(given.providers);
        brought.forEach(code -> all.addAll(code.all(AiProvider.class)));
        if (all.isEmpty()) {
            throw new IllegalStateException(
                    "a runtime needs somebody who answers: provider(OpenAiChat.model(…).build())");
        }
        contributed = given.own.and(given.extensions);
        host = Optional.ofNullable(given.host);
        RealTime real = new RealTime(given.clock, threads.platform("timer"));
        time = given.clock instanceof Timekeeper own ? own : real;
        providers = new ProviderRouter(all, new Attempts(time));
        sandbox = given.tooling.sandbox(time, () -> UUID.randomUUID().toString());
        redaction = Optional.ofNullable(given.redaction).map(options -> Redaction.of(options, pseudonymKey()));
        setting = new Tooling.Setting(schemas, time, sandbox, redaction);
        tools = given.tooling.executor(setting, contributed, host);
        models = new LiveModels(ModelCatalog.of(providers.defaultModelId(), providers.models()), given.modelFiles);
        metrics = AiMetricsService.inMemory(given.metrics, time, threads);
        progress = ProgressService.of(time, Runnable::run);
        Optional.ofNullable(given.events).ifPresent(store -> EventRecords.keep(metrics, store));
        order = order(given);
        chain = order.chain(providers);
        engines = furnished -> engine(given, furnished);
        engine = engines.apply(new Furnished(contributed, chain, tools));
        closing = new Closing(threads, tools::abandoned)
                .then(engine::close)
                .then(guests::close)
                .then(tools::close)
                .then(() -> contributed.observers.forEach(Wired::ended))
                .then(metrics::close)
                .then(() -> written(given.events))
                .then(sandbox::close)
                .then(() -> redaction.ifPresent(Redaction::close))
                .then(providers::close)
                .then(() -> Optional.ofNullable(given.store).ifPresent(store -> store.close()))
                .then(() -> Optional.ofNullable(given.journal).ifPresent(store -> store.close()))
                .then(() -> brought.forEach(BroughtCode::close))
                .then(real::close);
    }

    static Wired of(Given given) {
        List<BroughtCode> brought = new ArrayList<>();
        try {
            given.jars.forEach(jars -> brought.add(BroughtCode.open(jars, given.approvedJars)));
            return new Wired(given, brought);
        } catch (RuntimeException | Error refused) {
            brought.forEach(BroughtCode::close);
            throw refused;
        }
    }

    private PolicyOrder order(Given given) {
        PolicyOrder recommended = new RecommendedOrder(
                        Optional.ofNullable(given.templates).map(Policies::promptTemplates),
                        Owned.sorted(contributed.requests),
                        Owned.sorted(contributed.responses),
                        Owned.sorted(contributed.arounds),
                        fallback(given),
                        redaction.map(Redaction::policy),
                        Optional.ofNullable(given.store),
                        given.cache,
                        given.retry,
                        given.validation.lists(schemas, time),
                        schemas,
                        models::now,
                        time,
                        () -> ThreadLocalRandom.current().nextDouble())
                .layers();
        return given.order.apply(recommended);
    }

    /** The key of pseudonyms that need not last. */
    private static Secret pseudonymKey() {
        return Secret.of(HexFormat.of().formatHex(unguessable()).toCharArray());
    }

    private static byte[] unguessable() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return key;
    }

    private Optional<Policy> fallback(Given given) {
        return given.fallback.isEmpty()
                ? Optional.empty()
                : Optional.of(Policies.fallback(given.fallback, providers::addressed));
    }

    private SessionEngine engine(Given given, Furnished with) {
        Contributed all = with.contributed();
        SessionEngine.Builder builder = SessionEngine.builder(with.chain(), with.tools())
                .time(time)
                .executor(threads)
                .ids(() -> UUID.randomUUID().toString())
                .model(providers.defaultModelId())
                .contexts(Owned.sorted(all.contexts))
                .decorate(call -> providers.addressed(call).with(Marks.KEY, marks))
                .schemas(schemas)
                .stages(given.stages.list())
                .observer(all(all.observers))
                .defaults(given.defaults);
        host.ifPresent(builder::host);
        Optional.ofNullable(given.tooling.questions).ifPresent(builder::questions);
        Optional.ofNullable(given.journal).ifPresent(store -> builder.journal(store, given.journalFailure));
        given.summarising.ifPresent(share -> builder.summarising(share, this::contextTokens));
        all.views.forEach(builder::view);
        all.hooks.forEach(named -> builder.hook(named.it().name(), named.it().hook(), named.owner()));
        return builder.build();
    }

    private int contextTokens(ModelId model) {
        return models.now().find(model).map(ModelInfo::contextTokens).orElse(0);
    }

    private AiObserver all(List<AiObserver> given) {
        List<AiObserver> observers = new ArrayList<>(given);
        observers.add(metrics);
        observers.add(progress);
        return new IsolatedObservers(observers, this::tidy);
    }

    /** Whoever is writing events down may finish; a subscriber that hangs is not waited for. */
    private void written(@Nullable SessionStore events) throws InterruptedException {
        if (events != null) {
            threads.awaitIdle(Duration.ofSeconds(1));
            events.close();
        }
    }

    private static void ended(AiObserver observer) {
        if (observer instanceof AutoCloseable closeable) {
            Closing.tried(closeable::close);
        }
    }

    /** What a session shows begins with it, and what it kept goes with it. */
    private void tidy(AiEvent event) {
        String session = event.ids().session();
        if (event instanceof AiEvent.SessionOpened) {
            progress.watch(session, now -> show(session, now));
        }
        if (event instanceof AiEvent.SessionClosed closed) {
            sandbox.forget(closed.ids().session());
        }
    }

    private void show(String session, Progress now) {
        engine.show(session, now);
        guests.show(session, now);
    }

    ConversationSession open(AiBody body, SessionOptions options) {
        return engine.open(body, options);
    }

    ConversationSession open(AiBody body, SessionOptions options, Extension own) {
        return guests.open(engine(own), with -> with.open(body, options));
    }

    ConversationSession resume(String sessionId, SessionOptions options) {
        return engine.resume(sessionId, options);
    }

    ConversationSession resume(String sessionId, SessionOptions options, Extension own) {
        return guests.open(engine(own), with -> with.resume(sessionId, options));
    }

    /** The engine of one session: the same house, and what it brings. */
    private SessionEngine engine(Extension own) {
        Contributed session = Contributed.ofSession(own);
        return engines.apply(new Furnished(
                contributed.plus(session),
                order.with(session).chain(providers),
                Tooling.onTop(tools, session, setting)));
    }

    List<SessionStore.Summary> stored() {
        return engine.stored();
    }

    List<Hint> hints() {
        return sandbox.hints();
    }

    JsonSchemaService schemas() {
        return schemas;
    }

    AiMetricsService metrics() {
        return metrics;
    }

    LiveModels models() {
        return models;
    }

    Trace explain(AiCall call) {
        return chain.explain(providers.addressed(call));
    }

    String describe() {
        Stream<String> hooks = engine.hooks().stream().map(name -> "     hook      " + name + contributed.ofHook(name));
        List<ToolDefinition> offered = tools.definitions(Selector.ALL);
        Stream<String> around =
                offered.isEmpty() ? Stream.of() : tools.layers().stream().map(layer -> "     tool-call " + layer);
        return Stream.of(layers(), hooks, around, offered.stream().map(Wired::described))
                .flatMap(lines -> lines)
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
    }

    /** The chain's own table, and whose each layer is. */
    private Stream<String> layers() {
        List<String> rows = chain.describe().lines().toList();
        List<String> names = chain.names();
        return IntStream.range(0, rows.size())
                .mapToObj(i -> rows.get(i) + (i < names.size() ? contributed.ofLayer(names.get(i)) : ""));
    }

    private static String described(ToolDefinition tool) {
        String tags = tool.tags().stream().map(tag -> " #" + tag).collect(Collectors.joining());
        return "     tool      " + tool.name() + tags + (tool.owner().isEmpty() ? "" : " @" + tool.owner());
    }

    void close() {
        closing.close();
        if (host.filter(Host::isUiThread).isEmpty()) {
            closing.await(Duration.ofSeconds(2));
        }
    }

    CompletableFuture<CloseReport> closed() {
        return closing.closed();
    }

    boolean awaitClosed(Duration limit) {
        return closing.await(limit);
    }

    /** What sessions of one engine have: all that was contributed, and what was made of it. */
    private record Furnished(Contributed contributed, PolicyChain chain, IToolExecutor tools) {}
}
