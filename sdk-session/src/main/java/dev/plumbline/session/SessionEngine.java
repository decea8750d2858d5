package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Selector;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Progress;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.session.journal.Journal;
import dev.plumbline.session.journal.JournalReplay;
import dev.plumbline.session.state.BranchState;
import dev.plumbline.session.state.Conversation;
import dev.plumbline.tool.IToolExecutor;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Where conversations run: opens sessions over a chain and a tool executor. For the settings; programs meet sessions through
 * the runtime. It owns the sessions it opened and nothing else: no thread, no timer. Safe for any number of threads.
 */
public final class SessionEngine implements AutoCloseable {
    private final EngineSettings settings;
    private final Stages stages;

    /** By id, which all branches of a conversation share. */
    private final Map<String, List<BranchSession>> open = new ConcurrentHashMap<>();

    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile boolean closed;

    SessionEngine(EngineSettings settings, Stages stages) {
        this.settings = settings;
        this.stages = stages;
    }

    /** A builder of an engine that sends calls through that chain and runs tools there. */
    public static SessionEngineBuilder builder(PolicyChain chain, IToolExecutor tools) {
        return new SessionEngineBuilder(chain, tools);
    }

    /** The loop as a list: accept input, gather context, call model, append answer, execute tools, append results, decide. */
    public static List<Stage> recommendedStages() {
        return Stages.recommended().list();
    }

    /** The stages that run, in order; unmodifiable. */
    public List<Stage> stages() {
        return stages.list();
    }

    /** The names of the hooks in the order in which they are asked; unmodifiable. */
    public List<String> hooks() {
        return settings.hooks().stream().map(NamedHook::name).toList();
    }

    /**
     * Opens a conversation that begins with what the body holds.
     *
     * @throws IllegalArgumentException when the body's tool calls and results are not paired
     * @throws dev.plumbline.event.AiException when a hook refuses it
     * @throws IllegalStateException after close
     */
    public ConversationSession open(AiBody body, SessionOptions options) {
        AiBody.unpaired(body.interactions()).ifPresent(fault -> {
            throw new IllegalArgumentException(fault);
        });
        SessionOptions merged = options.over(settings.defaults());
        CallIds ids = new CallIds(settings.ids().get(), "", 0, "");
        warnOfNoTools(body.toolFilter().and(merged.toolFilter()));
        BranchState branch = settings.begin(ids, body, merged.namespace().orElse(""));
        return opened(new BranchSession(this, branch, ids, merged));
    }

    /** The conversations that are written down, newest first; none without a journal. */
    public List<SessionStore.Summary> stored() {
        SessionStore store = settings.journal().store();
        return store == null ? List.of() : store.list();
    }

    /**
     * The current tree of a stored conversation. It is not opened: another session may write it
     * meanwhile.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND when there is none of that id; CONFIGURATION when it cannot be read
     * @throws IllegalStateException without a journal
     */
    public ConversationTree tree(String sessionId) {
        SessionStore store = store();
        return stored(() -> {
            try (Stream<Json> records = store.read(sessionId)) {
                return replay(records).tree();
            }
        });
    }

    /**
     * Opens the main branch of a conversation that was written down, as it stood, for writing: nobody else opens it until its
     * sessions are closed. When it ended in the middle of a turn, {@link ConversationSession#runToStableResult} goes on
     * from there: finished tools do not run again. Records that do not fit those before them are taken out of it, kept
     * apart, and handed over as {@link ConversationSession#recovery}.
     *
     * @throws dev.plumbline.event.AiException NOT_FOUND when there is none of that id; CONFIGURATION when it cannot be
     *     read or not be opened for writing; what a hook refuses it with
     * @throws IllegalStateException when it is open; the message says where. Also without a journal, and after close
     */
    public ConversationSession resume(String sessionId, SessionOptions options) {
        SessionStore store = store();
        SessionStore.Writer writer = stored(() -> store.open(sessionId));
        BranchSession session;
        try {
            session = resumed(new CallIds(sessionId, "", 0, ""), stored(() -> replay(writer)), writer, options);
        } catch (RuntimeException | Error refused) {
            closed(writer, refused);
            throw refused;
        }
        return opened(session);
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
        SessionOptions merged = options.over(replay.namespace().isEmpty() ? SessionOptions.none() : own)
                .over(settings.defaults());
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

    /** What the disk refuses, and what is no record, are no faults of the program. */
    private static <T> T stored(Supplier<T> reading) {
        try {
            return reading.get();
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
        if (!replay.rest().isEmpty()) {
            replay.keptAt(writer.setAside(replay.fitting()));
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
     * Takes it as one of its sessions, seen by its views.
     *
     * @throws IllegalStateException after close
     */
    void admit(BranchSession session) {
        open.merge(session.id(), List.of(session), SessionEngine::both);
        if (closed) {
            session.close();
            throw new IllegalStateException("this engine is closed");
        }
        settings.views().forEach(session::observe);
    }

    private static List<BranchSession> both(List<BranchSession> some, List<BranchSession> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    void forget(BranchSession session) {
        open.computeIfPresent(session.id(), (id, branches) -> {
            List<BranchSession> left =
                    branches.stream().filter(other -> other != session).toList();
            return left.isEmpty() ? null : left;
        });
    }

    /** Shows the views of a session the progress of its turn; nothing when there is no such session. Never waits. */
    public void show(String sessionId, Progress progress) {
        open.getOrDefault(sessionId, List.of()).forEach(session -> session.show(progress));
    }

    /** The most frequent surprise of an empty filter is a model that knows no tools: it is said once. */
    private void warnOfNoTools(Selector filter) {
        int tools =
                filter.isEmpty() ? settings.tools().definitions(Selector.ALL).size() : 0;
        if (tools > 0 && warned.compareAndSet(false, true)) {
            SessionTelemetry.log().log(Level.INFO, tools + " tools, but this body's toolFilter is empty");
        }
    }

    /** Whether it has no session that is open. */
    public boolean isIdle() {
        return open.isEmpty();
    }

    /** Closes every session it opened, and opens no more; idempotent. It does not wait. */
    @Override
    public void close() {
        closed = true;
        open.values().forEach(branches -> branches.forEach(BranchSession::close));
    }
}
