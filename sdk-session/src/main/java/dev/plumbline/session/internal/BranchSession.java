package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.ConversationTree.BranchComparison;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.plugin.Hook;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.time.Subscription;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A session on one branch of a conversation: checks whether a turn may begin, and runs it with or without waiting. */
final class BranchSession implements ConversationSession {
    private final EngineSettings settings;
    private final Branch branch;
    private final SessionOptions options;
    private final CallIds ids;
    private final SessionEngine engine;
    private final Cancellation closing;

    BranchSession(SessionEngine engine, Branch branch, CallIds ids, SessionOptions options) {
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
    public AiReturn runToStableResult(SessionOptions turn) {
        requireMayBlock("send() of a runtime and runToStableResult() block", "sendAsync() or runAsync() of a session");
        return await(start(standing(turn)));
    }

    @Override
    public CompletableFuture<AiReturn> runAsync(SessionOptions turn) {
        return start(standing(turn)).future();
    }

    private void requireMayBlock(String what, String instead) {
        if (settings.onUiThread()) {
            throw new IllegalStateException(what + ", and this is the UI thread: use " + instead);
        }
    }

    private TurnRequest ask(Interaction.User input, SessionOptions turn) {
        SessionOptions merged = merged(turn);
        return new TurnRequest(input, true, null, merged, schema(merged));
    }

    private TurnRequest standing(SessionOptions turn) {
        SessionOptions merged = merged(turn);
        return new TurnRequest(branch.question(), false, null, merged, schema(merged));
    }

    private SessionOptions merged(SessionOptions turn) {
        if (turn.namespace().isPresent()) {
            throw new IllegalArgumentException("a namespace is set when a session opens, not for a turn");
        }
        return turn.mergedOver(options);
    }

    private @Nullable Json schema(SessionOptions merged) {
        if (merged.output().isEmpty()) {
            return null;
        }
        JsonSchemaService schemas = settings.schemas();
        if (schemas == null) {
            throw new IllegalStateException(
                    "a typed answer needs schemas: give the engine builder a JsonSchemaService");
        }
        return schemas.schemaOf(merged.output().get());
    }

    private Turn start(TurnRequest ask) {
        return start(ask, null);
    }

    private Turn start(TurnRequest ask, @Nullable String sent) {
        CallIds fresh = new CallIds(ids.session(), settings.ids().get(), 0, "");
        Turn turn = new Turn(settings, branch, ask, fresh);
        boolean begun = branch.begin(turn, sent, ids);
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
        Turn now = branch.running();
        if (now != null && now.ids().turn().equals(turn)) {
            now.cancel("its subscriber left");
        }
    }

    @Override
    public Subscription observe(ConversationObserver observer) {
        requireOpen();
        return branch.events().observe(Objects.requireNonNull(observer, "observer"));
    }

    /** Publishes the progress of its turn to its views. */
    void show(TurnProgress progress) {
        branch.publishReplaceable(number -> new SessionEvent.Progressed(number, ids, progress));
    }

    private void requireOpen() {
        if (branch.isClosed()) {
            throw new IllegalStateException("this session is closed");
        }
    }

    @Override
    public boolean cancel(String reason) {
        Turn turn = branch.running();
        return turn != null && turn.cancel(reason);
    }

    @Override
    public boolean submitToolResult(String callId, ToolEnvelope outcome) {
        Turn turn = branch.running();
        return turn != null && turn.answer(callId, outcome);
    }

    @Override
    public AiReturn edit(ConversationEntry question, String text) {
        requireMayBlock("edit", "editAsync");
        return await(start(edited(question, Interaction.user(text))));
    }

    @Override
    public CompletableFuture<AiReturn> editAsync(ConversationEntry question, Interaction.User said) {
        return start(edited(question, said)).future();
    }

    private TurnRequest edited(ConversationEntry question, Interaction.User said) {
        return new TurnRequest(said, true, editor().beforeQuestion(question), options, schema(options));
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
    public void withdrawFact(String key) {
        requireOpen();
        branch.conversation().withdrawFact(key, ids);
    }

    @Override
    public BranchComparison compare(String one, String other) {
        return branch.state().compare(one, other);
    }

    @Override
    public ConversationSession fork(String name, SessionOptions other) {
        requireOpen();
        Hook.Branch asked = new Hook.Branch(name, branch.forkable());
        Hook.Branch agreed = hooks().branching(asked);
        BranchSession session = on(branch.fork(settings, agreed.from(), agreed.name(), ids), other.mergedOver(options));
        session.branch.publish(number -> new SessionEvent.BranchCreated(number, ids, agreed.name()));
        return session;
    }

    @Override
    public ConversationSession onBranch(String name, SessionOptions other) {
        requireOpen();
        return on(new Branch(settings, branch.conversation(), name), other.mergedOver(options));
    }

    private BranchSession on(Branch other, SessionOptions merged) {
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
        requireMayBlock("runSideTurn", "runSideTurnAsync");
        return SideTurnRunner.await(runSideTurnAsync(aside));
    }

    @Override
    public CompletableFuture<AiReturn> runSideTurnAsync(SideTurn aside) {
        requireOpen();
        return new SideTurnRunner(settings, ids, options, closing).begin(aside, branch);
    }

    private SessionHookInvoker hooks() {
        return new SessionHookInvoker(settings, ids, branch, options);
    }

    @Override
    public boolean interject(String text) {
        Turn turn = branch.running();
        return turn != null && turn.recorder.interject(Interaction.user(text));
    }

    @Override
    public List<Interaction.User> interjected() {
        return branch.state().interjected(branch.name());
    }

    @Override
    public boolean isRunning() {
        return branch.running() != null;
    }

    @Override
    public AiBody body() {
        return branch.body();
    }

    @Override
    public String branch() {
        return branch.name();
    }

    @Override
    public ConversationTree tree() {
        return branch.state().tree();
    }

    @Override
    public List<ConversationEntry> path() {
        return branch.path();
    }

    @Override
    public ConversationEntry head() {
        ConversationEntry tip = branch.head();
        if (tip.interactions().isEmpty()) {
            throw new IllegalStateException("nothing was said yet");
        }
        return tip;
    }

    @Override
    public Optional<ConversationEntry> last(Interaction.Kind kind) {
        return branch.state().last(branch.name(), kind);
    }

    @Override
    public List<Interaction.ToolCall> unknownOutcomes() {
        return branch.openCalls().unknown();
    }

    @Override
    public List<String> interruptedBranches() {
        return branch.conversation().interrupted();
    }

    @Override
    public State state() {
        return branch.values();
    }

    @Override
    public Map<String, Interaction.User> waitingMessages() {
        return branch.leftover();
    }

    @Override
    public CompletableFuture<AiReturn> sendWaiting(String turn, SessionOptions options) {
        Interaction.User message = branch.leftover().get(turn);
        if (message == null) {
            throw Branch.doesNotWait();
        }
        return start(ask(message, options), turn).future();
    }

    @Override
    public boolean withdraw(String turn) {
        requireOpen();
        return branch.withdraw(turn, ids);
    }

    @Override
    public Optional<Recovery> recovery() {
        return Optional.ofNullable(branch.conversation().recovery());
    }

    @Override
    public CompletableFuture<Boolean> written() {
        Turn.TurnFuture<Boolean> result = new Turn.TurnFuture<>(settings, null);
        branch.conversation().writeThen(result::complete);
        return result;
    }

    @Override
    public Usage usage() {
        return branch.conversation().usage().usage();
    }

    @Override
    public Optional<Cost> cost() {
        return Optional.ofNullable(branch.conversation().usage().cost());
    }

    /**
     * Notifies hooks and telemetry of the new session.
     *
     * @throws dev.plumbline.event.AiException if a hook refuses it
     */
    void opened() {
        if (!settings.hooks().isEmpty()) {
            hooks().opened();
        }
        SessionOptions.ParentTurn parent = options.parent().orElse(null);
        Optional<CallIds> asked = parent == null ? Optional.empty() : Optional.of(parent.ids());
        branch.telemetry().sessionOpened(ids, settings.time(), asked);
    }

    @Override
    public void close() {
        List<Turn> waiting = branch.close();
        if (waiting != null) {
            String reason = "the session was closed";
            waiting.forEach(turn -> turn.close(reason));
            Turn running = branch.running();
            if (running != null) {
                running.close(reason);
            }
            closing.cancel(reason);
            branch.events().complete();
            boolean last = branch.releaseSession();
            if (last) {
                branch.telemetry().sessionClosed(ids, settings.time());
                settings.ended().accept(id());
            }
            engine.forget(this);
            if (last) {
                engine.release(id(), branch.conversation());
            } else {
                branch.conversation().writeGently();
            }
        }
    }

    @Override
    public String toString() {
        return "ConversationSession[" + id() + ", " + path().size() + " entries]";
    }
}
