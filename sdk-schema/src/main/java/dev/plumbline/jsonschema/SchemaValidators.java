package dev.plumbline.jsonschema;

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
import java.util.ArrayList;
import java.util.List;

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
            return isAsked(interactions) ? ValidationResult.OK : found(Severity.WARNING, "/interactions", "user");
        };
    }

    /** The last ones are looked at first: nearly always the last one is a question. */
    private static boolean isAsked(List<Interaction> interactions) {
        for (int i = interactions.size() - 1; i >= 0; i--) {
            if (interactions.get(i) instanceof Interaction.User) {
                return true;
            }
        }
        return false;
    }

    /** Whether the output schema and every tool's input schema are sound; the codes are those of the service. */
    public static Validator<AiCall> schemaDefined(JsonSchemaService schemas) {
        return (sent, call) -> {
            List<Finding> findings = new ArrayList<>();
            if (sent.outputSchema().isPresent()) {
                add(findings, "/outputSchema", schemas.check(sent.outputSchema().get()));
            }
            List<ToolDefinition> tools = sent.tools();
            for (int i = 0; i < tools.size(); i++) {
                add(
                        findings,
                        "/tools/" + i + "/inputSchema",
                        schemas.check(tools.get(i).inputSchema()));
            }
            return result(findings);
        };
    }

    /** Whether the text of an answer is JSON ({@code json}) of the call's output schema; nothing without one or with tool calls. */
    public static Validator<AiReturn> jsonSchemaReturn(JsonSchemaService schemas) {
        return (ret, call) -> {
            Json schema = call.outputSchema().orElse(null);
            return schema != null && ret.isOk() && ret.toolCalls().isEmpty()
                    ? fits(schemas, schema, ret.text())
                    : ValidationResult.OK;
        };
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
            List<Finding> findings = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                add(findings, "/toolCalls/" + i, arguments(schemas, calls.get(i), call));
            }
            return result(findings);
        };
    }

    private static ValidationResult arguments(JsonSchemaService schemas, Interaction.ToolCall asked, AiCall call) {
        for (ToolDefinition offered : call.tools()) {
            if (offered.name().equals(asked.name())) {
                return schemas.validate(offered.inputSchema(), asked.arguments());
            }
        }
        return found(Severity.ERROR, "", "tool");
    }

    /** Whether an answer says something or asks for a tool ({@code empty}); a failed one is not looked at. */
    public static Validator<AiReturn> assistantContent() {
        return (ret, call) ->
                ret.isOk() && ret.toolCalls().isEmpty() && ret.text().isBlank()
                        ? found(Severity.ERROR, "", "empty")
                        : ValidationResult.OK;
    }

    private static ValidationResult found(Severity severity, String path, String code) {
        return new ValidationResult(List.of(new Finding(severity, path, code)));
    }

    private static void add(List<Finding> findings, String path, ValidationResult inner) {
        for (Finding finding : inner.findings()) {
            findings.add(new Finding(finding.severity(), path + finding.path(), finding.code()));
        }
    }

    private static ValidationResult result(List<Finding> findings) {
        return findings.isEmpty() ? ValidationResult.OK : new ValidationResult(findings);
    }
}
