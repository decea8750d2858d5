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
import dev.plumbline.time.Subscription;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;

/** The doors of a conversation: they check whether a turn may begin, start it, and wait for it or do not. */
final class OpenSession implements ConversationSession {
    private final Wiring wiring;
    private final Conversation conversation;
    private final SessionOptions options;
    private final CallIds ids;
    private final SessionEngine engine;
    private final Cancellation closing;

    OpenSession(SessionEngine engine, Conversation conversation, CallIds ids, SessionOptions options) {
        this.engine = engine;
        this.wiring = engine.wiring();
        this.conversation = conversation;
        this.options = options;
        this.ids = ids;
        this.closing = Cancellation.create(engine.wiring().time());
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

    private void requireMayBlock(String door, String instead) {
        if (wiring.onUiThread()) {
            throw new IllegalStateException(door + "() blocks, and this is the UI thread: use " + instead + "()");
        }
    }

    private Ask ask(Interaction.User input, SessionOptions turn) {
        if (turn.namespace().isPresent()) {
            throw new IllegalArgumentException("a namespace is set when a session opens, not for a turn");
        }
        SessionOptions merged = turn.over(options);
        return new Ask(input, true, Optional.empty(), merged, merged.output().map(this::schema));
    }

    private Ask standing() {
        return new Ask(
                conversation.branch().question(),
                false,
                Optional.empty(),
                options,
                options.output().map(this::schema));
    }

    private Json schema(Type type) {
        JsonSchemaService schemas = wiring.schemas()
                .orElseThrow(() -> new IllegalStateException(
                        "an answer in a shape needs schemas: give the engine builder a JsonSchemaService"));
        return schemas.schemaOf(type);
    }

    private Turn start(Ask ask) {
        CallIds fresh = new CallIds(ids.session(), wiring.ids().get(), 0, "");
        Turn turn = new Turn(wiring, conversation, ask, fresh);
        boolean begun = conversation.begin(turn, () -> ask.fresh() || conversation.awaitsAnswer());
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
        return conversation.feed::subscribe;
    }

    @Override
    public Flow.Publisher<SessionEvent> streamTurn(Leaving leaving) {
        requireOpen();
        return conversation.feed.oneTurn(leaving == Leaving.CANCELS_TURN ? this::leave : turn -> {});
    }

    private void leave(String turn) {
        conversation
                .running()
                .filter(now -> now.ids().turn().equals(turn))
                .ifPresent(now -> now.cancel("its subscriber left"));
    }

    @Override
    public Subscription observe(ConversationObserver observer) {
        requireOpen();
        return conversation.feed.observe(observer);
    }

    /** Shows its views where its turn stands. */
    void show(Progress progress) {
        conversation.tell(number -> new SessionEvent.Progressed(number, ids, progress));
    }

    private void requireOpen() {
        if (conversation.isClosed()) {
            throw new IllegalStateException("this session is closed");
        }
    }

    @Override
    public boolean cancel(String reason) {
        return conversation.running().map(turn -> turn.cancel(reason)).orElse(false);
    }

    @Override
    public boolean answer(String callId, ToolEnvelope outcome) {
        return conversation.running().map(turn -> turn.answer(callId, outcome)).orElse(false);
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

    private Ask edited(Entry question, String text) {
        Entry stored = known(question);
        if (stored.interactions().isEmpty() || stored.kind() != Interaction.Kind.USER) {
            throw new IllegalArgumentException("only what a user said can be asked in other words");
        }
        Entry before = tree().find(stored.parent().orElseThrow()).orElseThrow();
        return new Ask(
                Interaction.user(text),
                true,
                Optional.of(before),
                options,
                options.output().map(this::schema));
    }

    @Override
    public void continueFrom(Entry entry) {
        Entry stored = known(entry);
        if (Branch.awaitsResults(stored)) {
            throw new IllegalArgumentException(
                    "the tool calls of this entry have their results behind it: continue from there");
        }
        conversation.continueFrom(stored, ids);
    }

    private Entry known(Entry entry) {
        return tree().find(entry.id())
                .orElseThrow(() -> new IllegalArgumentException("this entry is none of this conversation"));
    }

    @Override
    public ConversationSession fork(String branch) {
        return fork(branch, SessionOptions.none());
    }

    @Override
    public ConversationSession fork(String branch, SessionOptions other) {
        requireOpen();
        Hook.Branch asked = new Hook.Branch(branch, conversation.branch().sayable());
        Hook.Branch agreed = threshold().branching(asked);
        Conversation forked = conversation.fork(agreed.from(), agreed.name());
        OpenSession session = new OpenSession(engine, forked, ids, other.over(options));
        engine.admit(session);
        forked.tell(number -> new SessionEvent.Branched(number, ids, agreed.name()));
        return session;
    }

    @Override
    public ConversationSession onBranch(String branch) {
        requireOpen();
        OpenSession session = new OpenSession(engine, conversation.on(branch), ids, options);
        engine.admit(session);
        return session;
    }

    @Override
    public void summarize(Entry from, Entry to, String summary) {
        conversation.summarize(known(from), known(to), summary, ids);
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
            throw new IllegalStateException("an aside completes with a return", e);
        }
    }

    @Override
    public CompletableFuture<AiReturn> asideAsync(Aside aside) {
        requireOpen();
        return new Asides(wiring, ids, options, closing).begin(aside, conversation);
    }

    private Threshold threshold() {
        return new Threshold(wiring, ids, conversation);
    }

    @Override
    public boolean interject(String text) {
        return conversation
                .running()
                .map(turn -> turn.additions.interject(Interaction.user(text)))
                .orElse(false);
    }

    @Override
    public boolean isRunning() {
        return conversation.running().isPresent();
    }

    @Override
    public AiBody body() {
        return conversation.branch().body();
    }

    @Override
    public String branch() {
        return conversation.branch().name();
    }

    @Override
    public ConversationTree tree() {
        return conversation.trunk.tree();
    }

    @Override
    public List<Entry> path() {
        return conversation.branch().path();
    }

    @Override
    public Entry head() {
        Entry tip = conversation.branch().tip();
        if (tip.interactions().isEmpty()) {
            throw new IllegalStateException("nothing was said yet");
        }
        return tip;
    }

    @Override
    public Optional<Entry> last(Interaction.Kind kind) {
        return conversation.branch().last(kind);
    }

    @Override
    public List<Interaction.ToolCall> unknownOutcomes() {
        return conversation.interrupted().map(Interrupted::unknown).orElse(List.of());
    }

    @Override
    public Optional<Recovery> recovery() {
        return conversation.trunk.recovery();
    }

    @Override
    public Usage usage() {
        return conversation.trunk.usage();
    }

    @Override
    public Optional<Cost> cost() {
        return conversation.trunk.cost();
    }

    /**
     * Tells hooks and telemetry that it is there.
     *
     * @throws dev.plumbline.event.AiException when a hook refuses it
     */
    void opened() {
        threshold().opened();
        conversation.telemetry.sessionOpened(
                ids, wiring.time(), options.parent().map(SessionOptions.Parent::ids));
    }

    @Override
    public void close() {
        if (conversation.close()) {
            String reason = "the session was closed";
            closing.cancel(reason);
            conversation.line().forEach(turn -> turn.cancel(reason));
            cancel(reason);
            conversation.feed.complete();
            boolean last = conversation.leave();
            if (last) {
                conversation.telemetry.sessionClosed(ids, wiring.time());
                wiring.ended().accept(id());
            }
            engine.forget(this);
            conversation.rest(last);
        }
    }

    @Override
    public String toString() {
        return "ConversationSession[" + id() + ", " + path().size() + " entries]";
    }
}
