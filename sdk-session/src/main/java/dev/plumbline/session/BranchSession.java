package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Progress;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.plugin.Hook;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.session.journal.JournalReplay;
import dev.plumbline.session.journal.PendingToolCalls;
import dev.plumbline.session.state.BranchState;
import dev.plumbline.session.state.TurnRequest;
import dev.plumbline.session.state.TurnState;
import dev.plumbline.time.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A session on one branch of a conversation: checks whether a turn may begin, starts it, and waits for it or does not. */
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
        requireMayBlock("send", "sendAsync");
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
        requireMayBlock("runToStableResult", "runAsync");
        return await(start(standing()));
    }

    @Override
    public CompletableFuture<AiReturn> runAsync() {
        return start(standing()).future();
    }

    private void requireMayBlock(String method, String instead) {
        if (settings.onUiThread()) {
            throw new IllegalStateException(method + "() blocks, and this is the UI thread: use " + instead + "()");
        }
    }

    private TurnRequest ask(Interaction.User input, SessionOptions turn) {
        if (turn.namespace().isPresent()) {
            throw new IllegalArgumentException("a namespace is set when a session opens, not for a turn");
        }
        SessionOptions merged = turn.over(options);
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
    public Flow.Publisher<SessionEvent> streamTurn(Leaving leaving) {
        requireOpen();
        return branch.events().oneTurn(leaving == Leaving.CANCELS_TURN ? this::leave : turn -> {});
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
        return branch.events().observe(observer);
    }

    /** Shows its views the progress of its turn. */
    void show(Progress progress) {
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
    public boolean answer(String callId, ToolEnvelope outcome) {
        TurnState turn = branch.running();
        return turn != null && turn.handle().answer(callId, outcome);
    }

    @Override
    public AiReturn edit(Entry question, String text) {
        requireMayBlock("edit", "editAsync");
        return await(start(edited(question, text)));
    }

    @Override
    public CompletableFuture<AiReturn> editAsync(Entry question, String text) {
        return start(edited(question, text)).future();
    }

    private TurnRequest edited(Entry question, String text) {
        Entry stored = known(question);
        if (stored.interactions().isEmpty() || stored.kind() != Interaction.Kind.USER) {
            throw new IllegalArgumentException("only a user message can be edited");
        }
        Entry before = tree().find(stored.parent().orElseThrow()).orElseThrow();
        return new TurnRequest(Interaction.user(text), true, before, options, schema(options));
    }

    @Override
    public void continueFrom(Entry entry) {
        Entry stored = known(entry);
        if (PendingToolCalls.awaitsResults(stored)) {
            throw new IllegalArgumentException(
                    "the tool calls of this entry have their results behind it: continue from there");
        }
        branch.continueFrom(stored, ids);
    }

    private Entry known(Entry entry) {
        return branch.conversation().require(entry);
    }

    @Override
    public ConversationSession fork(String name) {
        return fork(name, SessionOptions.none());
    }

    @Override
    public ConversationSession fork(String name, SessionOptions other) {
        requireOpen();
        Hook.Branch asked = new Hook.Branch(name, branch.branch().sayable());
        Hook.Branch agreed = hooks().branching(asked);
        BranchSession session = on(branch.fork(settings.branch(), agreed.from(), agreed.name()), other.over(options));
        session.branch.publish(number -> new SessionEvent.Branched(number, ids, agreed.name()));
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
    public void summarize(Entry from, Entry to, String summary) {
        branch.summarize(known(from), known(to), summary, ids);
    }

    @Override
    public AiReturn aside(Aside aside) {
        requireMayBlock("aside", "asideAsync");
        CompletableFuture<AiReturn> result = asideAsync(aside);
        try {
            return result.get();
        } catch (InterruptedException e) {
            result.cancel(false);
            Thread.currentThread().interrupt();
            return AiReturn.failed(
                    AiError.of(AiError.Category.CANCELLED, "cancelled", "the waiting thread was interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a side turn completes with a return", e);
        }
    }

    @Override
    public CompletableFuture<AiReturn> asideAsync(Aside aside) {
        requireOpen();
        return new AsideRunner(settings, ids, options, closing).begin(aside, branch);
    }

    private SessionHooks hooks() {
        return new SessionHooks(settings, ids, branch);
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
    public List<Entry> path() {
        return branch.branch().path();
    }

    @Override
    public Entry head() {
        Entry tip = branch.branch().tip();
        if (tip.interactions().isEmpty()) {
            throw new IllegalStateException("nothing was said yet");
        }
        return tip;
    }

    @Override
    public Optional<Entry> last(Interaction.Kind kind) {
        return branch.branch().last(kind);
    }

    @Override
    public List<Interaction.ToolCall> unknownOutcomes() {
        PendingToolCalls pending = branch.pending();
        return pending == null ? List.of() : pending.unknown();
    }

    @Override
    public Optional<Recovery> recovery() {
        JournalReplay replay = branch.conversation().before();
        String keptAt = replay == null ? null : replay.keptAt();
        return replay == null || keptAt == null ? Optional.empty() : Optional.of(new Recovery(replay.rest(), keptAt));
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
     * @throws dev.plumbline.event.AiException when a hook refuses it
     */
    void opened() {
        hooks().opened();
        branch.telemetry().sessionOpened(ids, settings.time(), options.parent().map(SessionOptions.Parent::ids));
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
            boolean last = branch.leave();
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
