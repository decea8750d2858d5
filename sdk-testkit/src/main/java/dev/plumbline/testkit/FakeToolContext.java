package dev.plumbline.testkit;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.InputRequest.Reply.Outcome;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A tool context for tests of tools and tool policies: scripted answers of the user, a cancellation on a virtual clock,
 * its own state, no files and no HTTP. Tasks for the UI thread run at once. {@link #end} also ends all copies.
 */
public final class FakeToolContext implements ToolContext {
    private final Interaction.ToolCall call;
    private final ToolDefinition tool;
    private final Cancellation cancellation;
    private final Optional<String> answer;
    private final State state;
    private final AtomicBoolean over;
    private final AtomicBoolean usedLate;

    private FakeToolContext(
            FakeToolContext life, Interaction.ToolCall call, Cancellation cancellation, Optional<String> answer) {
        this.call = call;
        this.tool = life.tool;
        this.cancellation = cancellation;
        this.answer = answer;
        this.state = life.state;
        this.over = life.over;
        this.usedLate = life.usedLate;
    }

    private FakeToolContext(ToolDefinition tool, Json arguments) {
        this.call = new Interaction.ToolCall("call_1", tool.name(), arguments);
        this.tool = tool;
        this.cancellation = Cancellation.create(VirtualClock.create());
        this.answer = Optional.empty();
        this.state = State.inMemory();
        this.over = new AtomicBoolean();
        this.usedLate = new AtomicBoolean();
    }

    /** Returns the context of a call of that tool with these arguments, without a user to ask. */
    public static FakeToolContext of(ToolDefinition tool, Json arguments) {
        return new FakeToolContext(tool, arguments);
    }

    /** Returns the context of a call of a tool with that name and these tags. */
    public static FakeToolContext of(String name, Json arguments, String... tags) {
        Json anything = Json.object().with("type", "object");
        return of(new ToolDefinition(name, "a tool", anything, Optional.empty(), Set.of(tags), ""), arguments);
    }

    /** Returns a copy in which the user chooses this option, if it is offered, or writes this text. */
    public FakeToolContext withAnswer(String option) {
        return new FakeToolContext(this, call, cancellation, Optional.of(option));
    }

    /** Returns a copy with that cancellation. */
    public FakeToolContext withCancellation(Cancellation other) {
        return new FakeToolContext(this, call, other, answer);
    }

    /** Ends the call: this context and its copies refuse further use. */
    public void end() {
        over.set(true);
    }

    /** Returns whether it was used after its end. */
    boolean wasUsedLate() {
        return usedLate.get();
    }

    @Override
    public Interaction.ToolCall call() {
        return open(call);
    }

    @Override
    public ToolDefinition tool() {
        return open(tool);
    }

    @Override
    public CallIds ids() {
        return open(new CallIds("trial", "turn-1", 1, "request-1"));
    }

    @Override
    public Cancellation cancellation() {
        return open(cancellation);
    }

    @Override
    public List<Interaction> conversation() {
        return open(List.of());
    }

    @Override
    public State state() {
        return open(state);
    }

    @Override
    public void progress(double fraction, String note) {
        open(note);
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("a progress fraction must be from 0 to 1; got " + fraction);
        }
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
    public ToolContext withArguments(Json arguments) {
        Interaction.ToolCall changed = new Interaction.ToolCall(call().id(), call.name(), arguments);
        return new FakeToolContext(this, changed, cancellation, answer);
    }

    private <T> T open(T value) {
        if (over.get()) {
            usedLate.set(true);
            throw new IllegalStateException("the call is over; its context refuses further use");
        }
        return value;
    }
}
