package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import java.util.List;
import java.util.concurrent.Future;

/** A tool's context, for as long as its outcome is open. */
record FencedContext(
        Interaction.ToolCall toolCall,
        ToolDefinition definition,
        IToolExecutor.Scope scope,
        Cancellation signal,
        Timekeeper time,
        Future<?> outcome)
        implements ToolContext {

    private FencedContext open() {
        if (outcome.isDone()) {
            throw new IllegalStateException("this call of " + definition.name()
                    + " is over: its time was up or its turn ended, and its context refuses further use");
        }
        return this;
    }

    @Override
    public Interaction.ToolCall call() {
        return open().toolCall;
    }

    @Override
    public ToolDefinition tool() {
        return open().definition;
    }

    @Override
    public CallIds ids() {
        return open().scope.ids();
    }

    /** The one thing that is there to the end: a late tool must be able to see that it is late. */
    @Override
    public Cancellation cancellation() {
        return signal;
    }

    @Override
    public List<Interaction> conversation() {
        return open().scope.conversation();
    }

    @Override
    public State state() {
        return open().scope.state();
    }

    @Override
    public void progress(double fraction, String note) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("progress is 0 to 1");
        }
        open().scope
                .events()
                .onEvent(
                        new AiEvent.ToolProgressed(scope.ids(), time.instant(), Label.of(definition.name()), fraction));
    }
}
