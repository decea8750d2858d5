package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.BranchComparison;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TurnProgress;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.plugin.Hook;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.journal.PendingToolCalls;
import dev.plumbline.session.state.BranchState;
import dev.plumbline.session.state.TurnRequest;
import dev.plumbline.session.state.TurnState;
import dev.plumbline.time.Subscription;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A session on one branch of a conversation: checks whether a turn may begin, and runs it with or without waiting. */
final class BranchSession implements ConversationSession {
    private final EngineSettings settings;
    private final BranchState branch;
    private final SessionOptions options;
    private final CallIds ids;
    private final SessionEngine engine;
    private final Cancellation closing;

    BranchSession(SessionEngine engine, BranchState branch, CallIds ids, SessionOptions options) {
        this.engine = engine;
        this.settings = engine.settings();
        this.branch = branch;
        this.options = options;
        this.ids = ids;
        this.closing = Cancellation.create(settings.time());
    }

    @Override
    public String id() {
        return ids.session();
    }

    @Override
    public AiReturn send(String text) {
        return send(Interaction.user(text), SessionOptions.none());
    }

    @Override
    public AiReturn send(Interaction.User input, SessionOptions turn) {
        requireMayBlock("send() blocks", "sendAsync()");
        return await(start(ask(input, turn)));
    }

    @Override
    public <T> T send(String text, Class<T> type) {
        return send(text, TypeRef.of(type));
    }

    @Override
    public <T> T send(String text, TypeRef<T> type) {
        SessionOptions shaped = SessionOptions.builder().output(type).build();
        return send(Interaction.user(text), shaped).as(type);
    }

    @Override
    public CompletableFuture<AiReturn> sendAsync(String text) {
        return sendAsync(Interaction.user(text), SessionOptions.none());
    }

    @Override
    public CompletableFuture<AiReturn> sendAsync(Interaction.User input, SessionOptions turn) {
        return start(ask(input, turn)).future();
    }

    @Override
    public AiReturn runToStableResult() {
        requireMayBlock("send() of a runtime and runToStableResult() block", "sendAsync() or runAsync() of a session");
        return await(start(standing()));
    }

    @Override
    public CompletableFuture<AiReturn> runAsync() {
        return start(standing()).future();
    }

    private void requireMayBlock(String what, String instead) {
        if (settings.onUiThread()) {
            throw new IllegalStateException(what + ", and this is the UI thread: use " + instead);
        }
    }

    private TurnRequest ask(Interaction.User input, SessionOptions turn) {
        if (turn.namespace().isPresent()) {
            throw new IllegalArgumentException("a namespace is set when a session opens, not for a turn");
        }
        SessionOptions merged = turn.mergedOver(options);
        return new TurnRequest(input, true, null, merged, schema(merged));
    }

    private TurnRequest standing() {
        return new TurnRequest(branch.branch().question(), false, null, options, schema(options));
    }

    private @Nullable Json schema(SessionOptions merged) {
        if (merged.output().isEmpty()) {
            return null;
        }
        JsonSchemaService schemas = settings.schemas();
        if (schemas == null) {
            throw new IllegalStateException(
                    "an answer in a shape needs schemas: give the engine builder a JsonSchemaService");
        }
        return schemas.schemaOf(merged.output().get());
    }

    private Turn start(TurnRequest ask) {
        CallIds fresh = new CallIds(ids.session(), settings.ids().get(), 0, "");
        Turn turn = new Turn(settings, branch, ask, fresh);
        boolean begun = branch.begin(turn.state);
        turn.listen();
        if (begun) {
            turn.go();
        }
        return turn;
    }

    private static AiReturn await(Turn turn) {
        try {
            return turn.future().get();
        } catch (InterruptedException e) {
            turn.cancel("the waiting thread was interrupted");
            Thread.currentThread().interrupt();
            return turn.future().join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a turn completes with a return", e);
        }
    }

    @Override
    public Flow.Publisher<SessionEvent> stream() {
        requireOpen();
        return branch.events()::subscribe;
    }

    @Override
    public Flow.Publisher<SessionEvent> streamTurn(UnsubscribeAction leaving) {
        requireOpen();
        return branch.events().oneTurn(leaving == UnsubscribeAction.CANCELS_TURN ? this::leave : turn -> {});
    }

    private void leave(String turn) {
        TurnState now = branch.running();
        if (now != null && now.ids().turn().equals(turn)) {
            now.handle().cancel("its subscriber left");
        }
    }

    @Override
    public Subscription observe(ConversationObserver observer) {
        requireOpen();
        return branch.events().observe(Objects.requireNonNull(observer, "observer"));
    }

    /** Publishes the progress of its turn to its views. */
    void show(TurnProgress progress) {
        branch.publish(number -> new SessionEvent.Progressed(number, ids, progress));
    }

    private void requireOpen() {
        if (branch.isClosed()) {
            throw new IllegalStateException("this session is closed");
        }
    }

    @Override
    public boolean cancel(String reason) {
        TurnState turn = branch.running();
        return turn != null && turn.handle().cancel(reason);
    }

    @Override
    public boolean submitToolResult(String callId, ToolEnvelope outcome) {
        TurnState turn = branch.running();
        return turn != null && turn.handle().answer(callId, outcome);
    }

    @Override
    public AiReturn edit(ConversationEntry question, String text) {
        requireMayBlock("edit", "editAsync");
        return await(start(edited(question, text)));
    }

    @Override
    public CompletableFuture<AiReturn> editAsync(ConversationEntry question, String text) {
        return start(edited(question, text)).future();
    }

    private TurnRequest edited(ConversationEntry question, String text) {
        return new TurnRequest(
                Interaction.user(text), true, editor().beforeQuestion(question), options, schema(options));
    }

    private BranchEditor editor() {
        return new BranchEditor(branch, ids);
    }

    @Override
    public void continueFrom(ConversationEntry entry) {
        branch.continueFrom(editor().appendable(entry), ids);
    }

    @Override
    public String nameBranch(String name, ConversationEntry entry) {
        requireOpen();
        return editor().nameBranch(hooks().branching(new Hook.Branch(name, editor().appendable(entry))));
    }

    @Override
    public void deleteSubtree(ConversationEntry entry) {
        requireOpen();
        editor().delete(entry);
    }

    @Override
    public BranchComparison compare(String one, String other) {
        return branch.conversation().compare(one, other);
    }

    @Override
    public ConversationSession fork(String name, SessionOptions other) {
        requireOpen();
        Hook.Branch asked = new Hook.Branch(name, branch.branch().lastAppendableEntry());
        Hook.Branch agreed = hooks().branching(asked);
        BranchSession session =
                on(branch.fork(settings.branch(), agreed.from(), agreed.name()), other.mergedOver(options));
        session.branch.publish(number -> new SessionEvent.BranchCreated(number, ids, agreed.name()));
        return session;
    }

    @Override
    public ConversationSession onBranch(String name) {
        requireOpen();
        return on(new BranchState(settings.branch(), branch.conversation(), name, body()), options);
    }

    private BranchSession on(BranchState other, SessionOptions merged) {
        BranchSession session = new BranchSession(engine, other, ids, merged);
        engine.admit(session);
        return session;
    }

    @Override
    public void summarize(ConversationEntry from, ConversationEntry to, String summary) {
        branch.summarize(editor().known(from), editor().known(to), summary, ids);
    }

    @Override
    public AiReturn runSideTurn(SideTurn aside) {
        requireMayBlock("aside", "asideAsync");
        return SideTurnRunner.await(runSideTurnAsync(aside));
    }

    @Override
    public CompletableFuture<AiReturn> runSideTurnAsync(SideTurn aside) {
        requireOpen();
        return new SideTurnRunner(settings, ids, options, closing).begin(aside, branch);
    }

    private SessionHookInvoker hooks() {
        return new SessionHookInvoker(settings, ids, branch);
    }

    @Override
    public boolean interject(String text) {
        TurnState turn = branch.running();
        return turn != null && turn.interject(Interaction.user(text));
    }

    @Override
    public boolean isRunning() {
        return branch.running() != null;
    }

    @Override
    public AiBody body() {
        return branch.branch().body();
    }

    @Override
    public String branch() {
        return branch.branch().name();
    }

    @Override
    public ConversationTree tree() {
        return branch.conversation().tree();
    }

    @Override
    public List<ConversationEntry> path() {
        return branch.branch().path();
    }

    @Override
    public ConversationEntry head() {
        ConversationEntry tip = branch.branch().head();
        if (tip.interactions().isEmpty()) {
            throw new IllegalStateException("nothing was said yet");
        }
        return tip;
    }

    @Override
    public Optional<ConversationEntry> last(Interaction.Kind kind) {
        return branch.branch().last(kind);
    }

    @Override
    public List<Interaction.ToolCall> unknownOutcomes() {
        PendingToolCalls pending = branch.pending();
        return pending == null ? List.of() : pending.unknown();
    }

    @Override
    public Optional<Recovery> recovery() {
        return Optional.ofNullable(branch.conversation().before())
                .filter(replay -> replay.location() != null)
                .map(replay ->
                        new Recovery(replay.invalidRecords(), replay.bytes(), String.valueOf(replay.location())));
    }

    @Override
    public CompletableFuture<Boolean> written() {
        TurnFuture<Boolean> result = new TurnFuture<>(settings, null);
        branch.conversation().writeThen(result::complete);
        return result;
    }

    @Override
    public Usage usage() {
        return branch.conversation().usage();
    }

    @Override
    public Optional<Cost> cost() {
        return branch.conversation().cost();
    }

    /**
     * Notifies hooks and telemetry of the new session.
     *
     * @throws dev.plumbline.event.AiException if a hook refuses it
     */
    void opened() {
        hooks().opened();
        SessionOptions.ParentTurn parent = options.parent().orElse(null);
        Optional<CallIds> asked = parent == null ? Optional.empty() : Optional.of(parent.ids());
        branch.telemetry().sessionOpened(ids, settings.time(), asked);
    }

    @Override
    public void close() {
        List<TurnState> waiting = branch.close();
        if (waiting != null) {
            String reason = "the session was closed";
            closing.cancel(reason);
            waiting.forEach(turn -> turn.handle().cancel(reason));
            cancel(reason);
            branch.events().complete();
            boolean last = branch.releaseSession();
            if (last) {
                branch.telemetry().sessionClosed(ids, settings.time());
                settings.ended().accept(id());
            }
            engine.forget(this);
            branch.conversation().writeGently(last);
        }
    }

    @Override
    public String toString() {
        return "ConversationSession[" + id() + ", " + path().size() + " entries]";
    }
}
