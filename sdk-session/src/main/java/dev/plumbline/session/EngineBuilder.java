package dev.plumbline.session;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.Label;
import dev.plumbline.host.Host;
import dev.plumbline.host.Person;
import dev.plumbline.host.Question;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.journal.JournalSettings;
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
import org.jspecify.annotations.Nullable;

/** The builder of engines. */
final class EngineBuilder implements SessionEngine.Builder {
    private final PolicyChain chain;
    private final IToolExecutor tools;
    private @Nullable Timekeeper time;
    private @Nullable Executor executor;
    private @Nullable Supplier<String> ids;
    private @Nullable ModelId model;
    private List<ContextSource> contexts = List.of();
    private UnaryOperator<AiCall> decorate = UnaryOperator.identity();
    private @Nullable JsonSchemaService schemas;
    private @Nullable Host host;
    private Optional<Consumer<Question>> questions = Optional.empty();
    private AiObserver observer = AiObserver.NONE;
    private AiObserver progress = AiObserver.NONE;
    private Consumer<String> ended = id -> {};
    private SessionOptions defaults = SessionOptions.none();
    private @Nullable SummarySettings summaries;
    private @Nullable SessionStore journal;
    private FailureMode journalFailure = FailureMode.SKIP;
    private final List<ConversationObserver> views = new ArrayList<>();
    private final List<NamedHook> hooks = new ArrayList<>();
    private Stages stages = Stages.recommended();

    EngineBuilder(PolicyChain chain, IToolExecutor tools) {
        this.chain = chain;
        this.tools = tools;
    }

    @Override
    public SessionEngine.Builder time(Timekeeper timekeeper) {
        time = timekeeper;
        return this;
    }

    @Override
    public SessionEngine.Builder executor(Executor threads) {
        executor = threads;
        return this;
    }

    @Override
    public SessionEngine.Builder ids(Supplier<String> source) {
        ids = source;
        return this;
    }

    @Override
    public SessionEngine.Builder model(ModelId answering) {
        model = answering;
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
        schemas = service;
        return this;
    }

    @Override
    public SessionEngine.Builder host(Host program) {
        host = program;
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
        stages = Stages.of(loop);
        return this;
    }

    @Override
    public SessionEngine.Builder journal(SessionStore store, FailureMode onFailure) {
        journal = store;
        journalFailure = onFailure;
        return this;
    }

    @Override
    public SessionEngine.Builder summarising(double share, ToIntFunction<ModelId> contextTokens) {
        summaries = new SummarySettings(share, contextTokens);
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
        Host program = host;
        Executor viewers = program == null ? threads : program::execute;
        SessionTelemetry telemetry = SessionTelemetry.of(observer, progress);
        JournalSettings written = new JournalSettings(
                journal,
                journalFailure,
                clock,
                threads,
                () -> program != null && program.isUiThread(),
                (whose, thrown) -> telemetry.failed(whose, clock.instant(), new Label("journal"), thrown));
        Stages loop = Stages.areRecommended(stages.list()) ? null : stages;
        EngineSettings settings = new EngineSettings(
                chain,
                tools,
                clock,
                threads,
                viewers,
                required("ids", ids),
                required("model", model),
                contexts,
                decorate,
                schemas,
                program,
                new Person(questions, viewers, clock),
                telemetry,
                ended,
                defaults,
                turn -> new TurnLoop(turn, loop),
                NamedHook.sorted(hooks, program, clock),
                List.copyOf(views),
                written,
                summaries);
        return new SessionEngine(settings, stages);
    }

    private void requireHost() {
        for (ContextSource source : contexts) {
            if (source.affinity() == Affinity.HOST_UI && host == null) {
                throw new IllegalStateException("context source " + source.key()
                        + " is read on the UI thread, and there is no host: give host(…), or withAffinity(AUTO)");
            }
        }
    }

    private static <T> T required(String setter, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("an engine needs " + setter + "(…)");
        }
        return value;
    }
}
