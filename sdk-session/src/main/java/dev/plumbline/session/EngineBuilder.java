package dev.plumbline.session;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiObserver;
import dev.plumbline.host.Host;
import dev.plumbline.host.Person;
import dev.plumbline.host.Question;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Timekeeper;
import dev.plumbline.tool.Affinity;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** The builder of engines. */
final class EngineBuilder implements SessionEngine.Builder {
    private final PolicyChain chain;
    private final IToolExecutor tools;
    private Optional<Timekeeper> time = Optional.empty();
    private Optional<Executor> executor = Optional.empty();
    private Optional<Supplier<String>> ids = Optional.empty();
    private Optional<ModelId> model = Optional.empty();
    private List<ContextSource> contexts = List.of();
    private UnaryOperator<AiCall> decorate = UnaryOperator.identity();
    private Optional<JsonSchemaService> schemas = Optional.empty();
    private Optional<Host> host = Optional.empty();
    private Optional<Consumer<Question>> questions = Optional.empty();
    private AiObserver observer = AiObserver.NONE;
    private AiObserver progress = AiObserver.NONE;
    private Consumer<String> ended = id -> {};
    private SessionOptions defaults = SessionOptions.none();
    private Optional<Summarising> summarising = Optional.empty();
    private Optional<SessionStore> journal = Optional.empty();
    private FailureMode journalFailure = FailureMode.SKIP;
    private final List<ConversationObserver> views = new ArrayList<>();
    private final List<NamedHook> hooks = new ArrayList<>();
    private List<Stage> stages = SessionEngine.recommendedStages();

    EngineBuilder(PolicyChain chain, IToolExecutor tools) {
        this.chain = chain;
        this.tools = tools;
    }

    @Override
    public SessionEngine.Builder time(Timekeeper timekeeper) {
        time = Optional.of(timekeeper);
        return this;
    }

    @Override
    public SessionEngine.Builder executor(Executor threads) {
        executor = Optional.of(threads);
        return this;
    }

    @Override
    public SessionEngine.Builder ids(Supplier<String> source) {
        ids = Optional.of(source);
        return this;
    }

    @Override
    public SessionEngine.Builder model(ModelId answering) {
        model = Optional.of(answering);
        return this;
    }

    @Override
    public SessionEngine.Builder contexts(List<ContextSource> sources) {
        requireUnique("context sources", sources, ContextSource::key);
        contexts = List.copyOf(sources);
        return this;
    }

    @Override
    public SessionEngine.Builder decorate(UnaryOperator<AiCall> completion) {
        decorate = completion;
        return this;
    }

    @Override
    public SessionEngine.Builder schemas(JsonSchemaService service) {
        schemas = Optional.of(service);
        return this;
    }

    @Override
    public SessionEngine.Builder host(Host program) {
        host = Optional.of(program);
        return this;
    }

    @Override
    public SessionEngine.Builder questions(Consumer<Question> handler) {
        questions = Optional.of(handler);
        return this;
    }

    @Override
    public SessionEngine.Builder observer(AiObserver telemetry) {
        observer = telemetry;
        return this;
    }

    @Override
    public SessionEngine.Builder progress(AiObserver watcher) {
        progress = watcher;
        return this;
    }

    @Override
    public SessionEngine.Builder ended(Consumer<String> forget) {
        ended = forget;
        return this;
    }

    @Override
    public SessionEngine.Builder defaults(SessionOptions options) {
        defaults = options;
        return this;
    }

    @Override
    public SessionEngine.Builder stages(List<Stage> loop) {
        stages = Stages.of(loop).list();
        return this;
    }

    @Override
    public SessionEngine.Builder journal(SessionStore store, FailureMode onFailure) {
        journal = Optional.of(store);
        journalFailure = onFailure;
        return this;
    }

    @Override
    public SessionEngine.Builder summarising(double share, ToIntFunction<ModelId> contextTokens) {
        summarising = Optional.of(new Summarising(share, contextTokens));
        return this;
    }

    @Override
    public SessionEngine.Builder view(ConversationObserver view) {
        views.add(view);
        return this;
    }

    @Override
    public SessionEngine.Builder hook(String name, Hook hook, String owner) {
        hooks.add(NamedHook.of(name, owner, hook));
        requireUnique("hooks", hooks, NamedHook::name);
        return this;
    }

    private static <T> void requireUnique(String what, List<T> list, Function<T, String> name) {
        Set<String> seen = new HashSet<>();
        for (T item : list) {
            if (!seen.add(name.apply(item))) {
                throw new IllegalArgumentException("two " + what + " are called " + name.apply(item));
            }
        }
    }

    @Override
    public SessionEngine build() {
        requireHost();
        Timekeeper clock = required("time", time);
        Executor threads = required("executor", executor);
        return new SessionEngine(new Wiring(
                chain,
                tools,
                clock,
                threads,
                required("ids", ids),
                required("model", model),
                contexts,
                decorate,
                schemas,
                host,
                new Person(questions, host.<Executor>map(ui -> ui::execute).orElse(threads), clock),
                Telemetry.of(observer, progress),
                ended,
                defaults,
                stages,
                loop(),
                NamedHook.sorted(hooks).stream()
                        .map(hook -> hook.at(host, clock))
                        .toList(),
                List.copyOf(views),
                journal,
                journalFailure,
                summarising));
    }

    private Consumer<Turn> loop() {
        boolean recommended = Stages.areRecommended(stages);
        return turn -> new TurnLoop(turn, recommended).run();
    }

    private void requireHost() {
        for (ContextSource source : contexts) {
            if (source.affinity() == Affinity.HOST_UI && host.isEmpty()) {
                throw new IllegalStateException("context source " + source.key()
                        + " is read on the UI thread, and there is no host: give host(…), or withAffinity(AUTO)");
            }
        }
    }

    private static <T> T required(String setter, Optional<T> value) {
        return value.orElseThrow(() -> new IllegalStateException("an engine needs " + setter + "(…)"));
    }
}
