package dev.plumbline.mcpclient;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** A call whose cancellation is given by the test. */
record FakeContext(Cancellation cancellation, Map<String, String> attributes) implements ToolContext {
    static FakeContext create() {
        return new FakeContext(Cancellation.create(), new ConcurrentHashMap<>());
    }

    /** The trace of every call of these tests. */
    @Override
    public Map<String, String> traceHeaders() {
        return Map.of("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    }

    @Override
    public void addTraceAttributes(Map<String, String> more) {
        attributes.putAll(more);
    }

    @Override
    public Interaction.ToolCall call() {
        return new Interaction.ToolCall("c1", "test_read", Json.object());
    }

    @Override
    public ToolDefinition tool() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CallIds ids() {
        return CallIds.NONE;
    }

    @Override
    public List<Interaction> conversation() {
        return List.of();
    }

    @Override
    public State state() {
        return State.inMemory();
    }

    @Override
    public void progress(double fraction, String note) {
        attributes.put("note", note);
    }

    @Override
    public <T> T onUiThread(Callable<T> edit) throws Exception {
        return edit.call();
    }

    @Override
    public Optional<String> ask(String question, List<String> options, Duration timeout) {
        return Optional.empty();
    }

    @Override
    public SessionOptions child() {
        return SessionOptions.none();
    }

    @Override
    public ToolContext withArguments(Json arguments) {
        return this;
    }
}
