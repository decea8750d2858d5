package dev.plumbline.testkit;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.InputRequest.Reply.Outcome;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * A tool context for tests of tools and tool policies: scripted answers of the user, a cancellation on a virtual clock,
 * its own state, no files and no HTTP. Tasks for the UI thread run at once. {@link #end} also ends all copies.
 */
public final class FakeToolContext implements ToolContext {
    private final Interaction.ToolCall call;
    private final Cancellation cancellation;
    private final Optional<String> answer;
    private final Life life;

    private FakeToolContext(Life life, Interaction.ToolCall call, Cancellation cancellation, Optional<String> answer) {
        this.life = life;
        this.call = call;
        this.cancellation = cancellation;
        this.answer = answer;
    }

    /** What all copies of a context have in common. */
    private record Life(
            ToolDefinition tool,
            CallIds ids,
            List<Interaction> conversation,
            State state,
            IToolExecutor.CallListener listener,
            AtomicBoolean over,
            AtomicBoolean usedLate) {
        Life(
                ToolDefinition tool,
                CallIds ids,
                List<Interaction> conversation,
                State state,
                IToolExecutor.CallListener listener) {
            this(tool, ids, conversation, state, listener, new AtomicBoolean(), new AtomicBoolean());
        }
    }

    /** Returns the context of a call of that tool with these arguments, without a user to ask. */
    public static FakeToolContext of(ToolDefinition tool, Json arguments) {
        Life life = new Life(
                tool,
                new CallIds("trial", "turn-1", 1, "request-1"),
                List.of(),
                State.inMemory(),
                IToolExecutor.CallListener.NONE);
        return new FakeToolContext(
                life,
                new Interaction.ToolCall("call_1", tool.name(), arguments),
                Cancellation.create(VirtualClock.create()),
                Optional.empty());
    }

    /** Returns the context of a call of a tool with that name and these tags. */
    public static FakeToolContext of(String name, Json arguments, String... tags) {
        Json anything = Json.object().with("type", "object");
        return of(new ToolDefinition(name, "a tool", anything, Optional.empty(), Set.of(tags), ""), arguments);
    }

    /**
     * Returns the context of a call in the scope in which an executor runs it: with the ids, conversation, state and
     * cancellation of the scope, whose listener is notified of progress and has the tree and the branch.
     */
    public static FakeToolContext of(ToolDefinition tool, Interaction.ToolCall call, IToolExecutor.CallScope scope) {
        Life life = new Life(tool, scope.ids(), scope.conversation(), scope.state(), scope.listener());
        return new FakeToolContext(life, call, scope.cancellation(), Optional.empty());
    }

    /** Returns a copy in which the user chooses this option, if it is offered, or writes this text. */
    public FakeToolContext withAnswer(String option) {
        return new FakeToolContext(life, call, cancellation, Optional.of(option));
    }

    /** Returns a copy with that cancellation. */
    public FakeToolContext withCancellation(Cancellation other) {
        return new FakeToolContext(life, call, other, answer);
    }

    /** Ends the call: this context and its copies refuse to act from now on, and can be read. */
    public void end() {
        life.over.set(true);
    }

    /** Returns whether it was asked to act after its end. */
    boolean wasUsedLate() {
        return life.usedLate.get();
    }

    @Override
    public Interaction.ToolCall call() {
        return call;
    }

    @Override
    public ToolDefinition tool() {
        return life.tool;
    }

    @Override
    public CallIds ids() {
        return life.ids;
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public List<Interaction> conversation() {
        return life.conversation;
    }

    @Override
    public ConversationTree tree() {
        return life.listener.tree();
    }

    @Override
    public String branch() {
        return life.listener.branch();
    }

    @Override
    public State state() {
        return new OpenState(this);
    }

    @Override
    public void progress(double fraction, String note) {
        open(note);
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("a progress fraction must be from 0 to 1; got " + fraction);
        }
        life.listener.progressed(call, fraction, note);
    }

    @Override
    public <T> T onUiThread(Callable<T> edit) throws Exception {
        return open(edit).call();
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        return open(answer).filter(options::contains);
    }

    /** Returns the scripted answer as a value of the request, the default without one. */
    @Override
    public <T> InputRequest.Reply<T> ask(InputRequest<T> request) {
        return open(answer)
                .map(text ->
                        new InputRequest.Reply<>(Optional.of(request.read(value(request, text))), Outcome.ANSWERED))
                .orElseGet(() -> InputRequest.Reply.nobody(request));
    }

    private static Json value(InputRequest<?> request, String text) {
        return new Question.Input(request.schema(), Optional.empty()).parse(text);
    }

    @Override
    public SessionOptions child() {
        return open(SessionOptions.none());
    }

    @Override
    public boolean interject(String text) {
        return ToolContext.super.interject(open(text));
    }

    @Override
    public void publish(Json news) {
        ToolContext.super.publish(open(news));
    }

    @Override
    public <T> T edit(Callable<T> change) throws Exception {
        return open(change).call();
    }

    @Override
    public void addTraceAttributes(Map<String, String> attributes) {
        ToolContext.super.addTraceAttributes(open(attributes));
    }

    @Override
    public SandboxedFiles files() {
        return open(ToolContext.super.files());
    }

    @Override
    public SandboxedHttp http() {
        return open(ToolContext.super.http());
    }

    @Override
    public Path tempFolder() {
        return open(this).noTempFolder();
    }

    private Path noTempFolder() {
        return ToolContext.super.tempFolder();
    }

    @Override
    public ToolContext withArguments(Json arguments) {
        Interaction.ToolCall changed = new Interaction.ToolCall(call().id(), call.name(), arguments);
        return new FakeToolContext(life, changed, cancellation, answer);
    }

    private <T> T open(T value) {
        if (life.over.get()) {
            life.usedLate.set(true);
            throw new IllegalStateException("the call is over; its context can be read, but it can do nothing more");
        }
        return value;
    }

    /** The state of a call, which can be changed while the call runs. */
    private record OpenState(FakeToolContext context) implements State {
        @Override
        public <T> T get(StateKey<T> key) {
            return context.life.state.get(key);
        }

        @Override
        public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
            return context.open(context.life.state).update(key, change);
        }
    }
}
