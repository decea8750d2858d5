package dev.plumbline.schemas;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.UntrustedJson;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The validators that look at shapes: of what is sent, of what comes back. Each is pure and thread-safe. */
public final class SchemaValidators {

    private SchemaValidators() {}

    /** Whether there is something to send ({@code interactions}) and a person said some of it ({@code user}, a warning). */
    public static Validator<AiCall> bodyShape() {
        return (sent, call) -> {
            List<Interaction> interactions = sent.effective();
            if (interactions.isEmpty()) {
                return found(Severity.ERROR, "/interactions", "interactions");
            }
            boolean asked = interactions.stream().anyMatch(Interaction.User.class::isInstance);
            return asked ? ValidationResult.OK : found(Severity.WARNING, "/interactions", "user");
        };
    }

    /** Whether the output schema and every tool's input schema are sound; the codes are those of the service. */
    public static Validator<AiCall> schemaDefined(JsonSchemaService schemas) {
        return (sent, call) -> {
            Stream<Finding> output =
                    sent.outputSchema().stream().flatMap(schema -> under("/outputSchema", schemas.check(schema)));
            List<ToolDefinition> tools = sent.tools();
            Stream<Finding> inputs = IntStream.range(0, tools.size())
                    .boxed()
                    .flatMap(i -> under(
                            "/tools/" + i + "/inputSchema",
                            schemas.check(tools.get(i).inputSchema())));
            return new ValidationResult(Stream.concat(output, inputs).toList());
        };
    }

    /** Whether the text of an answer is JSON ({@code json}) of the call's output schema; nothing without one or with tool calls. */
    public static Validator<AiReturn> jsonSchemaReturn(JsonSchemaService schemas) {
        return (ret, call) -> ret.ok() && ret.toolCalls().isEmpty()
                ? call.outputSchema()
                        .map(schema -> fits(schemas, schema, ret.text()))
                        .orElse(ValidationResult.OK)
                : ValidationResult.OK;
    }

    private static ValidationResult fits(JsonSchemaService schemas, Json schema, String text) {
        try {
            return schemas.validate(schema, UntrustedJson.parse(text));
        } catch (JsonException e) {
            return found(Severity.ERROR, "", "json");
        }
    }

    /** Whether each tool call names a tool that was offered ({@code tool}) and its arguments fit that tool's schema. */
    public static Validator<AiReturn> toolCallShape(JsonSchemaService schemas) {
        return (ret, call) -> {
            List<Interaction.ToolCall> calls = ret.toolCalls();
            return new ValidationResult(IntStream.range(0, calls.size())
                    .boxed()
                    .flatMap(i -> under("/toolCalls/" + i, arguments(schemas, calls.get(i), call)))
                    .toList());
        };
    }

    private static ValidationResult arguments(JsonSchemaService schemas, Interaction.ToolCall asked, AiCall call) {
        Optional<ToolDefinition> tool = call.tools().stream()
                .filter(offered -> offered.name().equals(asked.name()))
                .findFirst();
        return tool.map(known -> schemas.validate(known.inputSchema(), asked.arguments()))
                .orElse(found(Severity.ERROR, "", "tool"));
    }

    /** Whether an answer says something or asks for a tool ({@code empty}); a failed one is not looked at. */
    public static Validator<AiReturn> assistantContent() {
        return (ret, call) ->
                ret.ok() && ret.toolCalls().isEmpty() && ret.text().isBlank()
                        ? found(Severity.ERROR, "", "empty")
                        : ValidationResult.OK;
    }

    private static ValidationResult found(Severity severity, String path, String code) {
        return new ValidationResult(List.of(new Finding(severity, path, code)));
    }

    private static Stream<Finding> under(String path, ValidationResult inner) {
        return inner.findings().stream()
                .map(finding -> new Finding(finding.severity(), path + finding.path(), finding.code()));
    }
}
