package dev.plumbline.session;

import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.ExtensionFailure;
import dev.plumbline.event.FailureLog;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.journal.JournalSettings;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.UserPrompter;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds an engine. Methods that begin with {@code add} add; all others replace the value. Used by one thread. */
public final class SessionEngineBuilder {
    private final PolicyChain chain;
    private final IToolExecutor tools;
    private @Nullable Scheduler time;
    private @Nullable Executor executor;
    private @Nullable Supplier<String> ids;
    private @Nullable ModelId model;
    private List<ContextSource> contexts = List.of();
    private UnaryOperator<AiCall> decorate = UnaryOperator.identity();
    private @Nullable JsonSchemaService schemas;
    private @Nullable HostApplication host;
    private Optional<Consumer<Question>> questions = Optional.empty();
    private AiObserver observer = AiObserver.NONE;
    private AiObserver progress = AiObserver.NONE;
    private FailureLog failures = FailureLog.of(Level.WARNING);
    private Consumer<String> ended = id -> {};
    private SessionOptions defaults = SessionOptions.none();
    private @Nullable SummarySettings summaries;
    private @Nullable SessionStore journal;
    private FailureMode journalFailure = FailureMode.SKIP;
    private final List<ConversationObserver> views = new ArrayList<>();
    private final List<NamedHook> hooks = new ArrayList<>();
    private TurnPipeline stages = TurnPipeline.recommended();
    private Map<String, Selector> toolPatterns = Map.of();

    SessionEngineBuilder(PolicyChain chain, IToolExecutor tools) {
        this.chain = chain;
        this.tools = tools;
    }

    /** Sets the clock of budgets and entries; required. */
    public SessionEngineBuilder time(Scheduler timekeeper) {
        time = timekeeper;
        return this;
    }

    /** Sets the executor that runs turns and calls views and subscribers, each by one thread at a time; required. */
    public SessionEngineBuilder executor(Executor threads) {
        executor = threads;
        return this;
    }

    /** Sets the source of unique ids of sessions, turns and requests; required. */
    public SessionEngineBuilder ids(Supplier<String> source) {
        ids = source;
        return this;
    }

    /** Sets the model that is used if no options name one; required. */
    public SessionEngineBuilder model(ModelId answering) {
        model = answering;
        return this;
    }

    /**
     * Sets the context sources, whose facts may be sent to the model; default: none.
     *
     * @throws IllegalArgumentException if two sources have one key, with the key; {@link #build} throws
     *     IllegalStateException if a source is read on the UI thread and there is no host
     */
    public SessionEngineBuilder contexts(List<ContextSource> sources) {
        if (!sources.isEmpty()) {
            requireUnique("context sources", sources, ContextSource::key);
        }
        contexts = List.copyOf(sources);
        return this;
    }

    /** Sets a function that completes every call before it enters the chain; default: none. */
    public SessionEngineBuilder decorator(UnaryOperator<AiCall> completion) {
        decorate = completion;
        return this;
    }

    /** Sets the service that generates schemas of Java types; without it, {@code SessionOptions.output} is refused. */
    public SessionEngineBuilder schemas(JsonSchemaService service) {
        schemas = service;
        return this;
    }

    /** Sets the host application: views are called on its UI thread, and methods that block are refused there. */
    public SessionEngineBuilder host(HostApplication program) {
        host = program;
        return this;
    }

    /** Sets the handler that shows questions to the user, on the host's UI thread if there is one; default: none. */
    public SessionEngineBuilder questionHandler(Consumer<Question> handler) {
        questions = Optional.of(handler);
        return this;
    }

    /**
     * Sets the selectors of tools in settings, by the words that name the setting in the log; default: none. A name that
     * matches no tool is logged when a conversation is opened.
     *
     * @param settings a map that can be changed by several threads: a selector is removed when it is checked
     */
    public SessionEngineBuilder toolPatterns(Map<String, Selector> settings) {
        toolPatterns = settings;
        return this;
    }

    /** Sets the log of exceptions of contributed code; default: one at level WARNING. */
    public SessionEngineBuilder failureLog(FailureLog log) {
        failures = log;
        return this;
    }

    /** Sets the observer of telemetry; default: none. */
    public SessionEngineBuilder observer(AiObserver telemetry) {
        observer = telemetry;
        return this;
    }

    /** Sets the observer of events of conversations that have views, as long as they have views; default: none. */
    public SessionEngineBuilder progressObserver(AiObserver watcher) {
        progress = watcher;
        return this;
    }

    /** Sets a listener that receives the id of a conversation when its last session is closed. */
    public SessionEngineBuilder endListener(Consumer<String> forget) {
        ended = forget;
        return this;
    }

    /** Sets the options that apply where a session's options have no value. */
    public SessionEngineBuilder defaults(SessionOptions options) {
        defaults = options;
        return this;
    }

    /**
     * Sets the stages of the turn loop; default: the recommended stages. Incubating.
     *
     * @throws IllegalArgumentException if two stages have one name, with the name
     */
    public SessionEngineBuilder stages(List<TurnStage> loop) {
        stages = TurnPipeline.of(loop);
        return this;
    }

    /**
     * Sets the journal of every conversation; the caller closes the store.
     *
     * @param onFailure the reaction to a record that cannot be written: SKIP reports it once and continues without it,
     *     FAIL ends the turn before its next tool
     */
    public SessionEngineBuilder journal(SessionStore store, FailureMode onFailure) {
        journal = store;
        journalFailure = onFailure;
        return this;
    }

    /**
     * Summarizes conversations before a turn if their newest answer took that share of the model's context window, and
     * during a turn that did not fit; default: never. The entries of the turn itself are not summarized.
     *
     * @param share more than 0, at most 1
     * @param contextTokens returns the context window of a model in tokens; 0 if unknown
     * @throws IllegalArgumentException if the share is out of range
     */
    public SessionEngineBuilder summaryThreshold(double share, ToIntFunction<ModelId> contextTokens) {
        summaries = new SummarySettings(share, contextTokens);
        return this;
    }

    /** Adds a view of every session, including forks. */
    public SessionEngineBuilder addView(ConversationObserver view) {
        views.add(view);
        return this;
    }

    /**
     * Adds a hook. Hooks are called by priority, then owner, then in the order added.
     *
     * @param name the name in diagnostics and errors
     * @param owner the extension that adds it; empty for the program itself
     * @throws IllegalArgumentException if the name is taken
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

    private UserPrompter prompter(Executor viewers, Scheduler clock) {
        UserPrompter prompter = new UserPrompter(questions, viewers, clock);
        return schemas == null ? prompter : prompter.withValueCheck(schemas::fault);
    }

    /**
     * Builds the engine, which starts no thread.
     *
     * @throws IllegalStateException if a required value is missing, with its name
     */
    public SessionEngine build() {
        requireHost();
        Scheduler clock = required("time", time);
        Executor threads = required("executor", executor);
        HostApplication program = host;
        Executor viewers = program == null ? threads : program::execute;
        SessionTelemetry telemetry = SessionTelemetry.of(observer, progress, failures);
        JournalSettings written = new JournalSettings(
                journal,
                journalFailure,
                clock,
                threads,
                () -> program != null && program.isUiThread(),
                (whose, thrown) -> telemetry.failed(
                        ExtensionFailure.of(whose, clock.instant(), "session store", thrown),
                        new TelemetryLabel("journal")));
        TurnPipeline loop = TurnPipeline.areRecommended(stages.list()) ? null : stages;
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
                prompter(viewers, clock),
                telemetry,
                ended,
                defaults,
                turn -> new TurnLoop(turn, loop),
                NamedHook.sorted(hooks, program, clock),
                List.copyOf(views),
                written,
                summaries);
        return new SessionEngine(settings, stages, new FilterCheck(toolPatterns));
    }

    private void requireHost() {
        for (ContextSource source : contexts) {
            if (source.affinity() == ThreadAffinity.UI_THREAD && host == null) {
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
