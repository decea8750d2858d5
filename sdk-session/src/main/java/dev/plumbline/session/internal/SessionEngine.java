package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.TurnPipeline.TurnStage;
import dev.plumbline.session.journal.JournalErrors;
import dev.plumbline.session.journal.JournalSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Opens and runs conversations over a policy chain and a tool executor. Programs use sessions through the runtime. The
 * engine owns the sessions that it opened, but no thread and no timer. Thread-safe.
 */
public final class SessionEngine implements AutoCloseable {
    /** The defaults of sessions whose next call sends all of a call again. */
    private static final SessionOptions CONVERSATION = SessionOptions.builder()
            .promptCache(PromptCacheHint.Retention.SHORT)
            .build();

    private final EngineSettings settings;

    /** The open sessions by conversation id, which all branches share. */
    private final Map<String, Set<BranchSession>> open = new ConcurrentHashMap<>();

    /** The conversations without a session that are not completely written yet, by id. */
    private final Map<String, Conversation> unwritten = new ConcurrentHashMap<>();
    /** The number of records that will never be written, by the id of their conversation. */
    private final Map<String, Integer> lost = new ConcurrentHashMap<>();

    private final FilterCheck filters;
    private volatile boolean closed;

    SessionEngine(EngineSettings settings, FilterCheck filters) {
        this.settings = settings;
        this.filters = filters;
    }

    /** Returns the stages in order; unmodifiable. */
    public List<TurnStage> stages() {
        return settings.stages().list();
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
        return open(settings.ids().get(), body, options, true);
    }

    /**
     * Opens the conversation of that id: the stored one as {@link #resume}, or one that begins with the content of a body
     * as {@link #open(AiBody, SessionOptions)}.
     *
     * @throws IllegalStateException also if it is open
     */
    public ConversationSession open(String id, AiBody body, SessionOptions options) {
        if (open.containsKey(id)) {
            throw new IllegalStateException("the conversation " + id + " is open in this runtime");
        }
        if (settings.store() == null) {
            return open(id, body, options, true);
        }
        try {
            return resume(id, options);
        } catch (AiException missing) {
            if (missing.error().category() != AiError.Category.NOT_FOUND) {
                throw missing;
            }
            return open(id, body, options, true);
        }
    }

    /** Opens a conversation without a journal, unless the options set one; as {@link #open}. */
    public ConversationSession openUnwritten(AiBody body, SessionOptions options) {
        return open(settings.ids().get(), body, options, false);
    }

    private ConversationSession open(String id, AiBody body, SessionOptions options, boolean written) {
        Optional<String> fault = AiBody.unpaired(body.interactions());
        if (fault.isPresent()) {
            throw new IllegalArgumentException(fault.get());
        }
        SessionOptions merged = options.mergedOver(settings.defaults());
        merged = written ? merged.mergedOver(CONVERSATION) : merged;
        CallIds ids = new CallIds(id, "", 0, "");
        checkFilters(
                body.toolFilter().and(merged.toolFilter()), body.contextFilter().and(merged.contextFilter()));
        Branch branch = settings.begin(
                ids, body, merged.namespace().orElse(""), merged.journal().orElse(written));
        return opened(new BranchSession(this, branch, ids, merged));
    }

    /** Returns the stored conversations, newest first; empty without a journal. */
    public List<SessionStore.StoredSession> stored() {
        SessionStore store = settings.store();
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
        return JournalErrors.reading(() -> {
            try (Stream<Json> records = limited(store, sessionId)) {
                return ConversationReplay.of(records).tree();
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
                JournalErrors.reading(() -> store.open(sessionId, JournalSettings.STORE_LIMIT, Cancellation.create()));
        BranchSession session;
        try {
            session = resumed(
                    new CallIds(sessionId, "", 0, ""),
                    JournalErrors.reading(() -> ConversationReplay.of(writer)),
                    writer,
                    options);
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
        return JournalErrors.reading(() -> store.repair(sessionId));
    }

    private static void closed(SessionStore.Writer writer, Throwable refused) {
        try {
            writer.close();
        } catch (RuntimeException e) {
            refused.addSuppressed(e);
        }
    }

    private BranchSession resumed(
            CallIds ids, ConversationReplay replay, SessionStore.Writer writer, SessionOptions options) {
        String namespace = replay.state().namespace();
        SessionOptions own = namespace.isEmpty()
                ? SessionOptions.none()
                : SessionOptions.builder().namespace(namespace).build();
        SessionOptions merged =
                options.mergedOver(own).mergedOver(settings.defaults()).mergedOver(CONVERSATION);
        Conversation conversation =
                Conversation.resumed(replay, Objects.requireNonNull(settings.journal()), ids, writer);
        Branch main = new Branch(settings, conversation, ConversationTree.MAIN);
        return new BranchSession(this, main, ids, merged);
    }

    private SessionStore store() {
        SessionStore store = settings.store();
        if (store == null) {
            throw new IllegalStateException("this conversation is not stored: give the builder a journal");
        }
        return store;
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
        open.compute(session.id(), (id, branches) -> {
            Set<BranchSession> known = branches == null ? ConcurrentHashMap.newKeySet(1) : branches;
            known.add(session);
            return known;
        });
        if (closed) {
            session.close();
            throw new IllegalStateException("this runtime is closed");
        }
        for (ConversationObserver view : settings.views()) {
            session.observe(view);
        }
    }

    void forget(BranchSession session) {
        open.computeIfPresent(session.id(), (id, branches) -> {
            branches.remove(session);
            return branches.isEmpty() ? null : branches;
        });
    }

    /** Lets others open a conversation once everything is written, and remembers it until then. */
    void release(String id, Conversation closed) {
        new Conversation.Owner() {
            @Override
            public void unwritten(Conversation conversation) {
                unwritten.put(id, conversation);
                conversation.release(this);
            }

            @Override
            public void written(Conversation conversation, int records) {
                forget(id, conversation, records);
            }
        }.unwritten(closed);
    }

    private void forget(String id, Conversation conversation, int records) {
        if (unwritten.remove(id, conversation) && records > 0) {
            lost.merge(id, records, Math::max); // a conversation that is released again counts all of them again
        }
    }

    /**
     * Writes what is left of closed conversations a last time, for the end of the program, and lets others open them.
     *
     * @return the number of lost records of each conversation of which some could not be written, by its id
     */
    public Map<String, Integer> abandonUnwritten() {
        unwritten.forEach((id, conversation) -> forget(id, conversation, conversation.abandon()));
        return new TreeMap<>(lost);
    }

    /**
     * Publishes the progress of a session's turn to its views; does nothing if there is no such session. Never waits.
     */
    public void show(String sessionId, TurnProgress progress) {
        for (BranchSession session : open.getOrDefault(sessionId, Set.of())) {
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
        return open.values().stream().<ConversationSession>flatMap(Set::stream).toList();
    }

    /** Returns whether it has no open session, and no closed one that is not completely written. */
    public boolean isIdle() {
        return open.isEmpty() && unwritten.isEmpty();
    }

    /** Closes every session and opens no more; idempotent. Does not wait. */
    @Override
    public void close() {
        closed = true;
        open.values().forEach(branches -> branches.forEach(BranchSession::close));
    }
}
