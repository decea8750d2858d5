package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Tools that are functions of the call and its scope. */
final class FakeToolExecutor implements IToolExecutor {
    private final Map<String, BiFunction<Interaction.ToolCall, CallScope, ToolEnvelope>> tools = new TreeMap<>();
    final Set<String> readOnly = new HashSet<>();
    private boolean outOfOrder;
    private boolean silent;
    private Function<Interaction.ToolCall, Optional<RunArguments>> edited = call -> Optional.empty();
    final List<Interaction.ToolCall> ran = new CopyOnWriteArrayList<>();
    final List<CallScope> scopes = new CopyOnWriteArrayList<>();

    FakeToolExecutor tool(String name, BiFunction<Interaction.ToolCall, CallScope, ToolEnvelope> body) {
        tools.put(name, body);
        return this;
    }

    /** A tool that answers with its own arguments. */
    FakeToolExecutor echo(String name) {
        return tool(name, (call, scope) -> ToolEnvelope.ok(call.arguments()));
    }

    @Override
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
        scopes.add(scope);
        if (silent) {
            return calls.stream().map(call -> run(call, scope)).toList();
        }
        List<Interaction.ToolCall> order = new ArrayList<>(calls);
        if (outOfOrder) {
            Collections.reverse(order);
        }
        Map<String, ToolEnvelope> outcomes = new HashMap<>();
        order.forEach(call -> outcomes.put(call.id(), watched(call, scope)));
        return calls.stream().map(call -> outcomes.get(call.id())).toList();
    }

    /** The last call runs first. */
    FakeToolExecutor outOfOrder() {
        outOfOrder = true;
        return this;
    }

    /** A person changes the arguments of every call. */
    FakeToolExecutor edited(Json arguments) {
        return edited(call -> Optional.of(new RunArguments(arguments, true)));
    }

    /** A person changes the arguments of some calls. */
    FakeToolExecutor edited(Function<Interaction.ToolCall, Optional<RunArguments>> changes) {
        edited = changes;
        return this;
    }

    /** No watch is notified of calls as they run. */
    FakeToolExecutor silent() {
        silent = true;
        return this;
    }

    private ToolEnvelope watched(Interaction.ToolCall call, CallScope scope) {
        if (scope.cancellation().isCancelled()) {
            return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn was cancelled.");
        }
        RunArguments with = edited.apply(call).orElseGet(() -> RunArguments.of(call));
        scope.tell(watch -> watch.starting(call, with));
        if (scope.cancellation().isCancelled()) {
            return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn was cancelled.");
        }
        ToolEnvelope envelope = with.mark(run(call, scope));
        scope.tell(watch -> watch.finished(call, envelope));
        return envelope;
    }

    private ToolEnvelope run(Interaction.ToolCall call, CallScope scope) {
        if (!tools.containsKey(call.name()) || !scope.toolFilter().matches(call.name())) {
            return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "There is no such tool.");
        }
        ran.add(call);
        return tools.get(call.name()).apply(call, scope);
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        return tools.keySet().stream()
                .filter(filter::matches)
                .map(name -> new ToolDefinition(name, name, Json.object(), Optional.empty(), tags(name), ""))
                .toList();
    }

    private Set<String> tags(String name) {
        return readOnly.contains(name) ? Set.of("read-only") : Set.of();
    }

    @Override
    public void close() {}
}
