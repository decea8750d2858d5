package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.event.internal.FailureLog;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.session.events.EventDispatcher;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.journal.JournalSettings;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all sessions of an engine share. Methods that begin with {@code add} add; all others replace the
 * value. Filled by one thread; an engine has a copy, which does not change.
 */
public final class EngineSettings implements Cloneable {
    /** The share of a program that sets none: that of local servers, whose windows are small. */
    private static final double BY_SERVER = -1;

    private static final double SHARE_OF_LOCAL = 0.8;

    private @Nullable PolicyChain chain;
    private @Nullable IToolExecutor tools;
    private @Nullable Scheduler time;
    private @Nullable Executor executor;
    private @Nullable Supplier<String> ids;
    private @Nullable ModelId model;
    private List<ContextSource> contexts = List.of();
    private UnaryOperator<AiCall> decorate = UnaryOperator.identity();
    private @Nullable JsonSchemaService schemas;
    private @Nullable HostApplication host;
    private Optional<Consumer<Question>> questions = Optional.empty();
    private TelemetryObserver observer = TelemetryObserver.NONE;
    private TelemetryObserver progress = TelemetryObserver.NONE;
    private FailureLog failures = FailureLog.of(Level.WARNING);
    private Consumer<String> ended = id -> {};
    private SessionOptions defaults = SessionOptions.none();
    private double summaryShare = BY_SERVER;
    private BiFunction<ModelId, ModelOptions, ContextWindow> windows = (model, options) -> ContextWindow.UNKNOWN;
    private @Nullable SessionStore store;
    private FailureMode journalFailure = FailureMode.SKIP;
    private List<ConversationObserver> views = List.of();
    private List<NamedHook> hooks = List.of();
    private TurnPipeline stages = TurnPipeline.recommended();
    private Map<String, Selector> toolPatterns = Map.of();

    /** What an engine makes of them; null before. */
    private @Nullable Services services;

    private EngineSettings() {}

    /** Returns the defaults, which lack what is required. */
    public static EngineSettings ofDefaults() {
        return new EngineSettings();
    }

    /** Returns the settings of an engine that sends calls through that chain and runs tools with that executor. */
    public static EngineSettings of(PolicyChain chain, IToolExecutor tools) {
        return ofDefaults().copy(chain, tools);
    }

    /** Returns a copy of these settings for another chain and another executor of tools. */
    public EngineSettings copy(PolicyChain calls, IToolExecutor executes) {
        EngineSettings copy = copy();
        copy.chain = calls;
        copy.tools = executes;
        return copy;
    }

    /** Returns a copy of these settings. */
    public EngineSettings copy() {
        try {
            return (EngineSettings) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sets the clock of budgets and entries; required. */
    public EngineSettings time(Scheduler timekeeper) {
        time = timekeeper;
        return this;
    }

    /** Sets the executor that runs turns and calls views and subscribers, each by one thread at a time; required. */
    public EngineSettings executor(Executor threads) {
        executor = threads;
        return this;
    }

    /** Sets the source of unique ids of sessions, turns and requests; required. */
    public EngineSettings ids(Supplier<String> source) {
        ids = source;
        return this;
    }

    /** Sets the model that is used if no options name one; required. */
    public EngineSettings model(ModelId answering) {
        model = answering;
        return this;
    }

    /**
     * Sets the context sources, whose facts may be sent to the model; default: none.
     *
     * @throws IllegalArgumentException if two sources have one key, with the key; {@link #build} throws
     *     IllegalStateException if a source is read on the UI thread and there is no host
     */
    public EngineSettings contexts(List<ContextSource> sources) {
        if (!sources.isEmpty()) {
            requireUnique("context sources", sources, ContextSource::key);
        }
        contexts = List.copyOf(sources);
        return this;
    }

    /** Sets a function that completes every call before it enters the chain; default: none. */
    public EngineSettings decorator(UnaryOperator<AiCall> completion) {
        decorate = completion;
        return this;
    }

    /** Sets the service that generates schemas of Java types; without it, {@code SessionOptions.output} is refused. */
    public EngineSettings schemas(JsonSchemaService service) {
        schemas = service;
        return this;
    }

    /** Sets the host application: views are called on its UI thread, and methods that block are refused there. */
    public EngineSettings host(HostApplication program) {
        host = program;
        return this;
    }

    /** Sets the handler that shows questions to the user, on the host's UI thread if there is one; default: none. */
    public EngineSettings questionHandler(Consumer<Question> handler) {
        questions = Optional.of(handler);
        return this;
    }

    /**
     * Sets the selectors of tools in settings, by the words that name the setting in the log; default: none. A name that
     * matches no tool is logged when a conversation is opened.
     *
     * @param settings a map that can be changed by several threads: a selector is removed when it is checked
     */
    public EngineSettings toolPatterns(Map<String, Selector> settings) {
        toolPatterns = settings;
        return this;
    }

    /** Sets the log of exceptions of contributed code; default: one at level WARNING. */
    public EngineSettings failureLog(FailureLog log) {
        failures = log;
        return this;
    }

    /** Sets the observer of telemetry; default: none. */
    public EngineSettings observer(TelemetryObserver telemetry) {
        observer = telemetry;
        return this;
    }

    /** Sets the observer of events of conversations that have views, as long as they have views; default: none. */
    public EngineSettings progressObserver(TelemetryObserver watcher) {
        progress = watcher;
        return this;
    }

    /** Sets a listener that receives the id of a conversation when its last session is closed. */
    public EngineSettings endListener(Consumer<String> forget) {
        ended = forget;
        return this;
    }

    /** Sets the options that apply where a session's options have no value. */
    public EngineSettings defaults(SessionOptions options) {
        defaults = options;
        return this;
    }

    /** Sets the stages of the turn loop; default: the recommended ones. Incubating. */
    public EngineSettings stages(TurnPipeline loop) {
        stages = loop;
        return this;
    }

    /**
     * Sets the journal of every conversation; the caller closes the store.
     *
     * @param onFailure the reaction to a record that cannot be written: SKIP reports it once and continues without it,
     *     FAIL ends the turn before its next tool
     */
    public EngineSettings journal(SessionStore journal, FailureMode onFailure) {
        store = journal;
        journalFailure = onFailure;
        return this;
    }

    /**
     * Summarizes conversations before a turn if their newest answer took that share of the model's context window, and
     * during a turn that did not fit. The entries of the turn itself are not summarized. Default: 0.8 for a model on a local
     * server, and never for others.
     *
     * @param share at most 1; 0 for never
     * @throws IllegalArgumentException if the share is out of range
     */
    public EngineSettings summaryThreshold(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "the share of the context window is 0, for no summaries, or more, and at most 1; got " + share);
        }
        summaryShare = share;
        return this;
    }

    /** Sets the function that returns the context window of a model with these options; default: it is unknown. */
    public EngineSettings windows(BiFunction<ModelId, ModelOptions, ContextWindow> sizes) {
        windows = sizes;
        return this;
    }

    /** Adds a view of every session, including forks. */
    public EngineSettings addView(ConversationObserver view) {
        views = plus(views, view);
        return this;
    }

    /**
     * Adds a hook. Hooks are called by priority, then owner, then in the order added.
     *
     * @param name the name in diagnostics and errors
     * @param owner the extension that adds it; empty for the program itself
     * @throws IllegalArgumentException if the name is taken
     */
    public EngineSettings addHook(String name, Hook hook, String owner) {
        List<NamedHook> more = plus(hooks, NamedHook.of(name, owner, hook));
        requireUnique("hooks", more, NamedHook::name);
        hooks = more;
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

    private static <T> List<T> plus(List<T> list, T more) {
        List<T> longer = new ArrayList<>(list);
        longer.add(more);
        return List.copyOf(longer);
    }

    /**
     * Builds an engine with a copy of these settings. It starts no thread.
     *
     * @throws IllegalStateException if required values are missing, with the names of all of them
     */
    public SessionEngine build() {
        requireHost();
        requireAll();
        EngineSettings built = copy();
        SessionTelemetry telemetry = SessionTelemetry.of(observer, progress, failures);
        UserPrompter prompter =
                new UserPrompter(questions, viewers(), time()).withLanguageOf(Optional.ofNullable(host));
        JsonSchemaService checked = schemas;
        built.services = new Services(
                checked == null ? prompter : prompter.withValueCheck(checked::fault), telemetry, journal(telemetry));
        built.hooks = hooks.isEmpty() ? hooks : NamedHook.sorted(hooks, host, time());
        return new SessionEngine(built, new FilterCheck(toolPatterns));
    }

    private @Nullable JournalSettings journal(SessionTelemetry telemetry) {
        Scheduler clock = time();
        return store == null
                ? null
                : new JournalSettings(
                        store,
                        journalFailure,
                        clock,
                        executor(),
                        this::onUiThread,
                        (whose, thrown) -> telemetry.failed(
                                ExtensionFailure.of(whose, clock.instant(), "session store", thrown),
                                new TelemetryName("journal")));
    }

    /** Returns a copy for side turns: without hooks, views and journal. */
    EngineSettings alone(Executor threads) {
        EngineSettings alone = copy();
        alone.executor = threads;
        alone.ended = id -> {};
        alone.hooks = List.of();
        alone.views = List.of();
        alone.summaryShare = 0;
        alone.services = new Services(person(), telemetry(), null);
        return alone;
    }

    /** Returns the default options of all sessions. */
    public SessionOptions defaults() {
        return defaults;
    }

    /** Returns the host application, if there is one. */
    public @Nullable HostApplication host() {
        return host;
    }

    /** Returns the store of the journal, if there is one. */
    public @Nullable SessionStore store() {
        return store;
    }

    /** Returns the handler that shows questions to the user. */
    public Optional<Consumer<Question>> questionHandler() {
        return questions;
    }

    /** Returns the stages of the turn loop. */
    public TurnPipeline stages() {
        return stages;
    }

    PolicyChain chain() {
        return Objects.requireNonNull(chain, "chain");
    }

    IToolExecutor tools() {
        return Objects.requireNonNull(tools, "tools");
    }

    Scheduler time() {
        return Objects.requireNonNull(time, "time");
    }

    Executor executor() {
        return Objects.requireNonNull(executor, "executor");
    }

    /** Returns the executor of views. */
    Executor viewers() {
        HostApplication program = host;
        return program == null ? executor() : program::execute;
    }

    Supplier<String> ids() {
        return Objects.requireNonNull(ids, "ids");
    }

    ModelId model() {
        return Objects.requireNonNull(model, "model");
    }

    List<ContextSource> contexts() {
        return contexts;
    }

    UnaryOperator<AiCall> decorate() {
        return decorate;
    }

    @Nullable
    JsonSchemaService schemas() {
        return schemas;
    }

    /** Returns the listener that receives the id of a conversation whose last session was closed. */
    Consumer<String> ended() {
        return ended;
    }

    /** Returns what is known of the context window of a model with these options. */
    ContextWindow window(ModelOptions options) {
        return windows.apply(options.model().orElse(model()), options);
    }

    /** Returns the share of a context window from which on a conversation is summarized; 0 for never. */
    double summaryShare(ContextWindow window) {
        return summaryShare == BY_SERVER ? (window.local() ? SHARE_OF_LOCAL : 0) : summaryShare;
    }

    List<ConversationObserver> views() {
        return views;
    }

    List<NamedHook> hooks() {
        return hooks;
    }

    UserPrompter person() {
        return services().person;
    }

    SessionTelemetry telemetry() {
        return services().telemetry;
    }

    /** Returns the settings of journals; null if there is no store. */
    @Nullable
    JournalSettings journal() {
        return services().journal;
    }

    private Services services() {
        return Objects.requireNonNull(services, "build()");
    }

    private void requireHost() {
        for (ContextSource source : contexts) {
            if (source.affinity() == ThreadAffinity.UI_THREAD && host == null) {
                throw new IllegalStateException("context source " + source.key()
                        + " is read on the UI thread, and there is no host: give host(…), or withAffinity(AUTO)");
            }
        }
    }

    private void requireAll() {
        List<String> missing = new ArrayList<>();
        if (time == null) {
            missing.add("time(…)");
        }
        if (executor == null) {
            missing.add("executor(…)");
        }
        if (ids == null) {
            missing.add("ids(…)");
        }
        if (model == null) {
            missing.add("model(…)");
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("an engine needs " + String.join(", ", missing));
        }
    }

    boolean onUiThread() {
        return host != null && host.isUiThread();
    }

    /** Creates the main branch of a conversation that begins with that body. */
    Branch begin(CallIds whose, AiBody body, String namespace, boolean written) {
        Conversation conversation = Conversation.begun(body, namespace, time(), written ? journal() : null, whose);
        return new Branch(this, conversation, ConversationTree.MAIN);
    }

    /** Returns the dispatcher of a branch. */
    EventDispatcher dispatcher() {
        return new EventDispatcher(
                viewers(), executor(), time(), (view, thrown) -> failed(CallIds.NONE, "view", view, thrown));
    }

    /**
     * Shows a question to the user and returns the choice.
     *
     * @throws IllegalStateException on the UI thread, which must not block
     */
    Optional<String> choose(
            UserPrompter.QuestionContext occasion, String question, List<String> options, Duration timeout) {
        requireMayWait();
        return person().choose(question, options, occasion, timeout);
    }

    /** Refuses to wait for a person on the UI thread. */
    void requireMayWait() {
        if (onUiThread()) {
            throw new IllegalStateException("ask() waits, and this is the UI thread: give the hook the affinity POOL");
        }
    }

    /**
     * Creates the context of a question.
     *
     * @param options the options of the session, whose language is that of the question
     * @param news publishes the question to views
     */
    UserPrompter.QuestionContext occasion(
            String who,
            CallIds whose,
            Cancellation until,
            SessionOptions options,
            Consumer<LongFunction<SessionEvent>> news) {
        return new UserPrompter.QuestionContext(
                who,
                whose,
                Optional.empty(),
                until,
                person().words(options.locale().or(defaults::locale)),
                question -> news.accept(number -> new SessionEvent.QuestionAsked(number, whose, question)),
                thrown -> failed(whose, "handler", "question-handler", thrown));
    }

    /** Reports an exception of contributed code that ends the turn, unless it is an error that it states on purpose. */
    void threw(CallIds whose, String extension, Throwable cause) {
        if (!(cause instanceof AiException)) {
            telemetry().onFailure(ExtensionFailure.of(whose, time().instant(), extension, cause));
        }
    }

    /** Reports an exception of contributed code that was isolated. */
    void failed(CallIds whose, String kind, String name, Throwable cause) {
        telemetry()
                .failed(ExtensionFailure.of(whose, time().instant(), kind + " " + name, cause), TelemetryName.of(name));
    }

    /** What an engine makes of its settings. */
    private record Services(
            UserPrompter person,
            SessionTelemetry telemetry,
            @Nullable JournalSettings journal) {}
}
