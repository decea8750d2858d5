package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.DamagedSessionException;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.UnwritableStoreException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TurnProgress;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.journal.JournalErrors;
import dev.plumbline.session.journal.JournalReplay;
import dev.plumbline.session.journal.JournalSettings;
import dev.plumbline.session.state.BranchState;
import dev.plumbline.session.state.Conversation;
import dev.plumbline.tool.IToolExecutor;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Opens and runs conversations over a policy chain and a tool executor. Programs use sessions through the runtime. The
 * engine owns the sessions that it opened, but no thread and no timer. Thread-safe.
 */
public final class SessionEngine implements AutoCloseable {
    private final EngineSettings settings;
    private final TurnPipeline stages;

    /** The open sessions by conversation id, which all branches share. */
    private final Map<String, List<BranchSession>> open = new ConcurrentHashMap<>();

    private final FilterCheck filters;
    private volatile boolean closed;

    SessionEngine(EngineSettings settings, TurnPipeline stages, FilterCheck filters) {
        this.settings = settings;
        this.stages = stages;
        this.filters = filters;
    }

    /** Returns a builder of an engine that sends calls through that chain and runs tools with that executor. */
    public static SessionEngineBuilder builder(PolicyChain chain, IToolExecutor tools) {
        return new SessionEngineBuilder(chain, tools);
    }

    /**
     * Returns the default stages: accept input, gather context, call model, append answer, execute tools, append
     * results, decide.
     */
    public static List<TurnStage> recommendedStages() {
        return TurnPipeline.recommended().list();
    }

    /** Returns the stages in order; unmodifiable. */
    public List<TurnStage> stages() {
        return stages.list();
    }

    /** Returns the names of the hooks in the order of their calls; unmodifiable. */
    public List<String> hooks() {
        return settings.hooks().stream().map(NamedHook::name).toList();
    }

    /**
     * Opens a conversation that begins with the content of a body.
     *
     * @throws IllegalArgumentException if the body's tool calls and results are not paired
     * @throws dev.plumbline.event.AiException if a hook refuses it
     * @throws IllegalStateException after close
     */
    public ConversationSession open(AiBody body, SessionOptions options) {
        return open(body, options, true);
    }

    /** Opens a conversation without a journal, unless the options set one; as {@link #open}. */
    public ConversationSession openUnwritten(AiBody body, SessionOptions options) {
        return open(body, options, false);
    }

    private ConversationSession open(AiBody body, SessionOptions options, boolean written) {
        Optional<String> fault = AiBody.unpaired(body.interactions());
        if (fault.isPresent()) {
            throw new IllegalArgumentException(fault.get());
        }
        SessionOptions merged = options.mergedOver(settings.defaults());
        CallIds ids = new CallIds(settings.ids().get(), "", 0, "");
        checkFilters(
                body.toolFilter().and(merged.toolFilter()), body.contextFilter().and(merged.contextFilter()));
        BranchState branch = settings.begin(
                ids, body, merged.namespace().orElse(""), merged.journal().orElse(written));
        return opened(new BranchSession(this, branch, ids, merged));
    }

    /** Returns the stored conversations, newest first; empty without a journal. */
    public List<SessionStore.StoredSession> stored() {
        SessionStore store = settings.journal().store();
        return store == null ? List.of() : store.list(JournalSettings.STORE_LIMIT, Cancellation.create());
    }

    /**
     * Returns the current tree of a stored conversation without opening it; another session may write it at the same
     * time.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND if there is no conversation with that id; CONFIGURATION if it
     *     cannot be read
     * @throws IllegalStateException without a journal
     */
    public ConversationTree tree(String sessionId) {
        SessionStore store = store();
        return stored(() -> {
            try (Stream<Json> records = limited(store, sessionId)) {
                return replay(records).tree();
            }
        });
    }

    private static Stream<Json> limited(SessionStore store, String sessionId) {
        return store.read(sessionId, JournalSettings.STORE_LIMIT, Cancellation.create());
    }

    /**
     * Opens the main branch of a stored conversation at its end, for writing. It cannot be opened again until its
     * sessions are closed. If it ended during a turn, {@link ConversationSession#runToStableResult} continues that
     * turn; finished tools do not run again. Records that do not fit the preceding ones are moved aside and reported by
     * {@link ConversationSession#recovery}.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND if there is no conversation with that id; CONFIGURATION if it
     *     cannot be read or opened for writing; the error of a hook that refuses it
     * @throws IllegalStateException if it is open, with the place in the message; without a journal; after close
     */
    public ConversationSession resume(String sessionId, SessionOptions options) {
        SessionStore store = store();
        SessionStore.Writer writer =
                stored(() -> store.open(sessionId, JournalSettings.STORE_LIMIT, Cancellation.create()));
        BranchSession session;
        try {
            session = resumed(new CallIds(sessionId, "", 0, ""), stored(() -> replay(writer)), writer, options);
        } catch (RuntimeException | Error refused) {
            closed(writer, refused);
            throw refused;
        }
        return opened(session);
    }

    /**
     * Repairs a stored conversation with damaged records: moves the damaged version aside and continues with the
     * readable records. Records that no longer fit are removed when it is resumed.
     *
     * @return the lost data; empty for a conversation without damage, or if the store cannot detect damage
     * @throws dev.plumbline.event.AiException CONFIGURATION if no record can be read, for example with another key
     * @throws IllegalStateException if it is open, with the place in the message; without a journal
     */
    public Optional<SessionStore.Damage> repair(String sessionId) {
        SessionStore store = store();
        return stored(() -> store.repair(sessionId));
    }

    private static void closed(SessionStore.Writer writer, Throwable refused) {
        try {
            writer.close();
        } catch (RuntimeException e) {
            refused.addSuppressed(e);
        }
    }

    private BranchSession resumed(
            CallIds ids, JournalReplay replay, SessionStore.Writer writer, SessionOptions options) {
        SessionOptions own =
                SessionOptions.builder().namespace(replay.namespace()).build();
        SessionOptions merged = options.mergedOver(replay.namespace().isEmpty() ? SessionOptions.none() : own)
                .mergedOver(settings.defaults());
        Conversation conversation = Conversation.of(replay, Journal.resumed(settings.journal(), ids, writer));
        BranchState main = new BranchState(settings.branch(), conversation, ConversationTree.MAIN, replay.body());
        return new BranchSession(this, main, ids, merged);
    }

    private SessionStore store() {
        SessionStore store = settings.journal().store();
        if (store == null) {
            throw new IllegalStateException("nothing is written down: give the builder a journal");
        }
        return store;
    }

    /**
     * Reads from the store and reports I/O errors and invalid records as configuration errors, not as errors of the
     * program.
     */
    private static <T> T stored(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DamagedSessionException e) {
            throw new AiException(AiError.of(
                            AiError.Category.CONFIGURATION,
                            "journal-damaged",
                            e.getMessage()
                                    + "; nothing was changed, and repair(id) keeps it as it is and continues with"
                                    + " what can be read")
                    .withCause(e));
        } catch (UnwritableStoreException e) {
            throw new AiException(JournalErrors.unwritable(AiError.Category.CONFIGURATION, e));
        } catch (UncheckedIOException | JsonException e) {
            throw new AiException(AiError.of(
                            AiError.Category.CONFIGURATION,
                            "journal",
                            "the stored conversation cannot be opened: its files are damaged, of a newer version, "
                                    + "encrypted with another key, or cannot be written")
                    .withCause(e));
        }
    }

    private static JournalReplay replay(SessionStore.Writer writer) {
        JournalReplay replay;
        try (Stream<Json> records = writer.read()) {
            replay = replay(records);
        }
        writer.damage().ifPresent(replay::cut);
        if (!replay.invalidRecords().isEmpty()) {
            replay.location(writer.setAside(replay.validRecordCount()));
        }
        return replay;
    }

    private static JournalReplay replay(Stream<Json> records) {
        Iterator<Json> all = records.iterator();
        if (!all.hasNext()) {
            throw new AiException(
                    AiError.of(AiError.Category.NOT_FOUND, "session", "no conversation of that id is written down"));
        }
        return JournalReplay.of(all);
    }

    private BranchSession opened(BranchSession session) {
        admit(session);
        try {
            session.opened();
        } catch (RuntimeException | Error refused) {
            session.close();
            throw refused;
        }
        return session;
    }

    EngineSettings settings() {
        return settings;
    }

    /**
     * Registers a session and its views.
     *
     * @throws IllegalStateException after close
     */
    void admit(BranchSession session) {
        if (open.putIfAbsent(session.id(), List.of(session)) != null) {
            open.merge(session.id(), List.of(session), SessionEngine::both);
        }
        if (closed) {
            session.close();
            throw new IllegalStateException("this runtime is closed");
        }
        for (ConversationObserver view : settings.views()) {
            session.observe(view);
        }
    }

    private static List<BranchSession> both(List<BranchSession> some, List<BranchSession> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    void forget(BranchSession session) {
        if (open.remove(session.id(), List.of(session))) {
            return;
        }
        open.computeIfPresent(session.id(), (id, branches) -> {
            List<BranchSession> left = new ArrayList<>(branches);
            left.remove(session);
            return left.isEmpty() ? null : left;
        });
    }

    /**
     * Publishes the progress of a session's turn to its views; does nothing if there is no such session. Never waits.
     */
    public void show(String sessionId, TurnProgress progress) {
        for (BranchSession session : open.getOrDefault(sessionId, List.of())) {
            session.show(progress);
        }
    }

    /** Logs filters that select nothing; each filter is checked once. */
    private void checkFilters(Selector tools, Selector contexts) {
        filters.tools(tools, () -> settings.tools().definitions(Selector.ALL));
        filters.contexts(contexts, settings.contexts());
    }

    /** Returns the open sessions of all branches, in no order. */
    public List<ConversationSession> sessions() {
        return open.values().stream().<ConversationSession>flatMap(List::stream).toList();
    }

    /** Returns whether it has no open session. */
    public boolean isIdle() {
        return open.isEmpty();
    }

    /** Closes every session and opens no more; idempotent. Does not wait. */
    @Override
    public void close() {
        closed = true;
        open.values().forEach(branches -> branches.forEach(BranchSession::close));
    }
}
