package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Label;
import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.tool.IToolExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The executor: finds the tool, checks the arguments, runs it, and has an envelope for everything that can happen. */
final class Dispatcher implements IToolExecutor {
    private static final int MOST_NAMES = 50;

    private final Catalogue catalogue;
    private final JsonSchemaService schemas;
    private final Timekeeper time;
    private final ToolThreads threads;

    Dispatcher(Catalogue catalogue, JsonSchemaService schemas, Timekeeper time, ToolThreads threads) {
        this.catalogue = catalogue;
        this.schemas = schemas;
        this.time = time;
        this.threads = threads;
    }

    @Override
    public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, Scope scope) {
        return calls.stream().map(call -> execute(call, scope)).toList();
    }

    @Override
    public List<ToolDefinition> definitions(Selector filter) {
        return catalogue.definitions(filter);
    }

    @Override
    public void close() {
        threads.close();
    }

    private ToolEnvelope execute(Interaction.ToolCall call, Scope scope) {
        Optional<Catalogue.Item> item = catalogue.find(call.name(), scope.toolFilter());
        Label label = item.map(known -> Label.of(known.definition().name())).orElse(Label.OTHER);
        long began = time.nanos();
        scope.events().onEvent(new AiEvent.ToolStarted(scope.ids(), time.instant(), label));
        ToolEnvelope envelope = item.map(known -> attempt(call, known, scope)).orElseGet(() -> unknown(scope));
        scope.events()
                .onEvent(new AiEvent.ToolFinished(
                        scope.ids(),
                        time.instant(),
                        label,
                        Duration.ofNanos(time.nanos() - began),
                        Label.of(envelope.failure().map(f -> f.code().name()).orElse("ok")),
                        envelope.toJson().text().length()));
        return envelope;
    }

    private ToolEnvelope attempt(Interaction.ToolCall call, Catalogue.Item item, Scope scope) {
        return refusal(call.arguments(), item.definition())
                .orElseGet(() -> new ToolRun(call, item, scope, time).runOn(threads));
    }

    private Optional<ToolEnvelope> refusal(Json arguments, ToolDefinition definition) {
        if (arguments.kind() == Json.Kind.STRING) {
            return Optional.of(invalid("The arguments are not JSON. Write one JSON object."));
        }
        if (arguments.kind() != Json.Kind.OBJECT) {
            return Optional.of(invalid("The arguments are no JSON object. Write one."));
        }
        try {
            ValidationResult result = schemas.validate(definition.inputSchema(), arguments);
            return result.ok()
                    ? Optional.empty()
                    : Optional.of(invalid("The arguments do not fit: " + Faults.list(result)));
        } catch (RuntimeException e) {
            return Optional.of(invalid(
                    "The arguments could not be checked (" + e.getClass().getName() + "). Write them simpler."));
        }
    }

    private static ToolEnvelope invalid(String message) {
        return ToolEnvelope.failed(ToolEnvelope.Code.INVALID_ARGUMENTS, message);
    }

    private ToolEnvelope unknown(Scope scope) {
        List<ToolDefinition> offered = catalogue.definitions(scope.toolFilter());
        String names =
                offered.stream().limit(MOST_NAMES).map(ToolDefinition::name).collect(Collectors.joining(", "));
        String message = offered.isEmpty()
                ? "There is no such tool; there are none."
                : "There is no such tool. There are: " + names;
        return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, message);
    }
}
