package dev.plumbline.mcp;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;

/** An executor of tools that are functions; it records the scopes of all calls. */
final class FakeTools implements IToolExecutor {
    private final Map<String, ToolDefinition> definitions = new ConcurrentSkipListMap<>();
    private final Map<String, BiFunction<Interaction.ToolCall, CallScope, ToolEnvelope>> bodies =
            new ConcurrentHashMap<>();
    final List<CallScope> scopes = new CopyOnWriteArrayList<>();

    FakeTools add(String name, BiFunction<Interaction.ToolCall, CallScope, ToolEnvelope> body, String... tags) {
        Json schema = Json.object().with("type", "object");
        definitions.put(name, new ToolDefinition(name, "A tool.", schema, Optional.empty(), Set.of(tags), ""));
        bodies.put(name, body);
        return this;
    }

    FakeTools addTyped(String name, Json outputSchema, Object result) {
        Json schema = Json.object().with("type", "object");
        definitions.put(
                name, new ToolDefinition(name, "A tool.", schema, Optional.of(outputSchema), Set.of("read-only"), ""));
        bodies.put(name, (call, scope) -> ToolEnvelope.ok(result));
        return this;
    }

    /** Adds a tool that returns its arguments. */
    FakeTools addEcho() {
        return add("echo", (call, scope) -> ToolEnvelope.ok(call.arguments()), "read-only");
    }

    /** Adds a tool that runs until it is cancelled, and counts down at both ends. */
    FakeTools addEndless(CountDownLatch began, CountDownLatch cancelled) {
        return add("endless", (call, scope) -> {
            CountDownLatch end = new CountDownLatch(1);
            scope.cancellation().onCancel(end::countDown);
            began.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            cancelled.countDown();
            return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "cancelled");
        });
    }

    @Override
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
        scopes.add(scope);
        return calls.stream()
                .map(call -> bodies.get(call.name()).apply(call, scope))
                .toList();
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        return definitions.values().stream()
                .filter(tool -> filter.matches(tool.name(), tool.tags(), tool.owner()))
                .toList();
    }

    @Override
    public void close() {}
}
