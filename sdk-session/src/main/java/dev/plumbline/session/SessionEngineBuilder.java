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

/** Builds an engine; what begins with {@code add} adds, anything else replaces what was set before. Used by one thread. */
public final class SessionEngineBuilder {
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

    SessionEngineBuilder(PolicyChain chain, IToolExecutor tools) {
        this.chain = chain;
        this.tools = tools;
    }

    /** Sets the clock of budgets and entries; required. */
    public SessionEngineBuilder time(Timekeeper timekeeper) {
        time = timekeeper;
        return this;
    }

    /** Sets whose threads run turns and call those who look, one at a time each; required. */
    public SessionEngineBuilder executor(Executor threads) {
        executor = threads;
        return this;
    }

    /** Sets where the ids of sessions, turns and requests come from, each unique; required. */
    public SessionEngineBuilder ids(Supplier<String> source) {
        ids = source;
        return this;
    }

    /** Sets who answers when no options name a model; required. */
    public SessionEngineBuilder model(ModelId answering) {
        model = answering;
        return this;
    }

    /**
     * Sets the facts that may be sent to the model; none unless given.
     *
     * @throws IllegalArgumentException names the key that two sources share; {@link #build} throws IllegalStateException
     *     for one that is read on the UI thread where there is no host
     */
    public SessionEngineBuilder contexts(List<ContextSource> sources) {
        requireUnique("context sources", sources, ContextSource::key);
        contexts = List.copyOf(sources);
        return this;
    }

    /** Sets what every call is completed with before it enters the chain; nothing unless given. */
    public SessionEngineBuilder decorator(UnaryOperator<AiCall> completion) {
        decorate = completion;
        return this;
    }

    /** Sets who makes schemas of Java types; without, {@code SessionOptions.output} is refused. */
    public SessionEngineBuilder schemas(JsonSchemaService service) {
        schemas = service;
        return this;
    }

    /** Sets the host application: views are called on its UI thread, and methods that block are refused there. */
    public SessionEngineBuilder host(Host program) {
        host = program;
        return this;
    }

    /** Sets who shows questions to a person, on the host's UI thread if there is one; nobody unless given. */
    public SessionEngineBuilder questionHandler(Consumer<Question> handler) {
        questions = Optional.of(handler);
        return this;
    }

    /** Sets where telemetry goes; nowhere unless given. */
    public SessionEngineBuilder observer(AiObserver telemetry) {
        observer = telemetry;
        return this;
    }

    /** Sets who sees the events of those conversations that have views, while they have; nobody unless given. */
    public SessionEngineBuilder progressObserver(AiObserver watcher) {
        progress = watcher;
        return this;
    }

    /** Sets what receives the id of a conversation when the last session on it was closed. */
    public SessionEngineBuilder endListener(Consumer<String> forget) {
        ended = forget;
        return this;
    }

    /** Sets what holds where a session's options say nothing. */
    public SessionEngineBuilder defaults(SessionOptions options) {
        defaults = options;
        return this;
    }

    /**
     * Sets the loop; the recommended stages unless given. Incubating.
     *
     * @throws IllegalArgumentException names the name that two stages share
     */
    public SessionEngineBuilder stages(List<Stage> loop) {
        stages = Stages.of(loop);
        return this;
    }

    /**
     * Has every conversation written down; whoever gives the store closes it.
     *
     * @param onFailure what happens when a record cannot be written: SKIP reports it once and goes on unwritten, FAIL
     *     ends the turn before its next tool
     */
    public SessionEngineBuilder journal(SessionStore store, FailureMode onFailure) {
        journal = store;
        journalFailure = onFailure;
        return this;
    }

    /**
     * Has conversations summed up before a turn when their newest answer took that share of the model's window, and in
     * the middle of one that did not fit; never unless given. What the turn itself has done is not summed up.
     *
     * @param share more than 0, at most 1
     * @param contextTokens how many tokens a model reads; 0 when nobody knows
     * @throws IllegalArgumentException for another share
     */
    public SessionEngineBuilder summaryThreshold(double share, ToIntFunction<ModelId> contextTokens) {
        summaries = new SummarySettings(share, contextTokens);
        return this;
    }

    /** Adds a view of every session, those made by forking included. */
    public SessionEngineBuilder addView(ConversationObserver view) {
        views.add(view);
        return this;
    }

    /**
     * Adds a say in the loop. Hooks are asked by priority, then owner, then in the order added.
     *
     * @param name in diagnostics and errors
     * @param owner the extension it belongs to; empty for the program itself
     * @throws IllegalArgumentException when the name is taken
     */
    public SessionEngineBuilder addHook(String name, Hook hook, String owner) {
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

    /**
     * The engine. It starts no thread.
     *
     * @throws IllegalStateException names what is missing
     */
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
