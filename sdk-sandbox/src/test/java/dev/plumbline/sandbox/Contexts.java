package dev.plumbline.sandbox;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.tool.ToolContext;
import java.util.List;

/** A context that knows its session, and nothing else. */
record Contexts(String session) implements ToolContext {

    static ToolContext ofSession(String session) {
        return new Contexts(session);
    }

    @Override
    public CallIds ids() {
        return new CallIds(session, "t1", 1, "r1");
    }

    @Override
    public Interaction.ToolCall call() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ToolDefinition tool() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Cancellation cancellation() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Interaction> conversation() {
        throw new UnsupportedOperationException();
    }

    @Override
    public State state() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void progress(double fraction, String note) {}
}
