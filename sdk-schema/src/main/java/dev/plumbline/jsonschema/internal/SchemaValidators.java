package dev.plumbline.jsonschema.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.ToolDefinitionList;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import java.util.ArrayList;
import java.util.List;

/** Factory for validators of calls and answers that check their structure. Each is stateless and thread-safe. */
public final class SchemaValidators {

    private SchemaValidators() {}

    /**
     * Returns a validator that checks that a call has interactions ({@code interactions}) and a user message ({@code
     * user}, a warning).
     */
    public static Validator<AiCall> bodyShape() {
        return (aiCall, call) -> {
            List<Interaction> interactions = aiCall.effective();
            if (interactions.isEmpty()) {
                return found(Severity.ERROR, "/interactions", "interactions");
            }
            return isAsked(interactions) ? ValidationResult.OK : found(Severity.WARNING, "/interactions", "user");
        };
    }

    /** Returns whether there is a user message; searches backwards, because it is nearly always the last one. */
    private static boolean isAsked(List<Interaction> interactions) {
        for (int i = interactions.size() - 1; i >= 0; i--) {
            if (interactions.get(i) instanceof Interaction.User) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns a validator that checks the output schema and every tool's input schema; the codes are those of the
     * service.
     */
    public static Validator<AiCall> schemaDefined(JsonSchemaService schemas) {
        return (aiCall, call) -> {
            List<Finding> findings = new ArrayList<>();
            if (aiCall.outputSchema().isPresent()) {
                add(
                        findings,
                        "/outputSchema",
                        schemas.check(aiCall.outputSchema().get()));
            }
            findings.addAll(ofTools(ToolDefinitionList.of(aiCall.tools()), schemas));
            return result(findings);
        };
    }

    /** Checks the tools once for each list, because every call of a session offers the same one. */
    private static List<Finding> ofTools(ToolDefinitionList tools, JsonSchemaService schemas) {
        List<Finding> findings = new ArrayList<>();
        if (tools.isSoundFor(schemas)) {
            return findings;
        }
        for (int i = 0; i < tools.size(); i++) {
            add(
                    findings,
                    "/tools/" + i + "/inputSchema",
                    schemas.check(tools.get(i).inputSchema()));
        }
        if (findings.isEmpty()) {
            tools.markSound(schemas);
        }
        return findings;
    }

    /**
     * Returns a validator that checks that the text of an answer is JSON ({@code json}) and fits the call's output
     * schema; it skips calls without one and answers with tool calls.
     */
    public static Validator<AiReturn> jsonSchemaReturn(JsonSchemaService schemas) {
        return (ret, call) -> {
            Json schema = call.outputSchema().orElse(null);
            return schema != null && ret.isOk() && ret.toolCalls().isEmpty()
                    ? fits(schemas, schema, ret.text())
                    : ValidationResult.OK;
        };
    }

    /** Validates a value as it was meant. */
    private static ValidationResult fits(JsonSchemaService schemas, Json schema, Json value) {
        ValidationResult found = schemas.validate(schema, value);
        return found.isOk() ? found : schemas.validate(schema, schemas.asMeant(value, schema));
    }

    private static ValidationResult fits(JsonSchemaService schemas, Json schema, String text) {
        try {
            return fits(schemas, schema, UntrustedJson.parse(text));
        } catch (JsonException e) {
            return found(Severity.ERROR, "", "json");
        }
    }

    /**
     * Returns a validator that checks that each tool call names an offered tool ({@code tool}) and that its arguments
     * fit its schema.
     */
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

    private static ValidationResult arguments(JsonSchemaService schemas, Interaction.ToolCall toolCall, AiCall call) {
        for (ToolDefinition offered : call.tools()) {
            if (offered.name().equals(toolCall.name())) {
                return fits(schemas, offered.inputSchema(), toolCall.arguments());
            }
        }
        return found(Severity.ERROR, "", "tool");
    }

    /**
     * Returns a validator that checks that an answer has content or tool calls ({@code empty}); it skips failed
     * answers.
     */
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
