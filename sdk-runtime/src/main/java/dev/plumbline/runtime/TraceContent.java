package dev.plumbline.runtime;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The messages of a call in the JSON of OpenTelemetry's conventions for generative AI: a list of messages with parts.
 */
final class TraceContent {
    static final String INPUT = "gen_ai.input.messages";
    static final String OUTPUT = "gen_ai.output.messages";
    static final String INSTRUCTIONS = "gen_ai.system_instructions";
    static final String TOOLS = "gen_ai.tool.definitions";

    private TraceContent() {}

    /** Returns the system texts, as parts. */
    static Json instructions(List<Interaction> interactions) {
        return Json.of(interactions.stream()
                .filter(Interaction.System.class::isInstance)
                .map(system -> text(system.text()))
                .toList());
    }

    /** Returns all messages but the system texts. */
    static Json input(List<Interaction> interactions) {
        return Json.of(interactions.stream()
                .filter(interaction -> !(interaction instanceof Interaction.System))
                .map(interaction -> message(role(interaction), List.of(part(interaction))))
                .toList());
    }

    /** Returns the answer as one message. */
    static Json output(AiReturn ret) {
        List<Json> parts = new ArrayList<>();
        ret.interactions().forEach(interaction -> parts.add(part(interaction)));
        String reason = ret.isOk() ? ret.finish().name().toLowerCase(Locale.ROOT) : "error";
        return Json.of(List.of(message("assistant", parts).with("finish_reason", reason)));
    }

    static Json tools(List<ToolDefinition> tools) {
        return Json.of(tools.stream()
                .map(tool -> Json.object()
                        .with("type", "function")
                        .with("name", tool.name())
                        .with("description", tool.description())
                        .with("parameters", tool.inputSchema()))
                .toList());
    }

    private static Json message(String role, List<Json> parts) {
        return Json.object().with("role", role).with("parts", Json.of(parts));
    }

    private static String role(Interaction interaction) {
        return switch (interaction.kind()) {
            case ASSISTANT, TOOL_CALL -> "assistant";
            case TOOL_RESULT -> "tool";
            default -> "user";
        };
    }

    private static Json part(Interaction interaction) {
        if (interaction instanceof Interaction.ToolCall call) {
            return Json.object()
                    .with("type", "tool_call")
                    .with("id", call.id())
                    .with("name", call.name())
                    .with("arguments", call.arguments());
        }
        if (interaction instanceof Interaction.ToolResult result) {
            return Json.object()
                    .with("type", "tool_call_response")
                    .with("id", result.callId())
                    .with("response", result.envelope().toJson());
        }
        return interaction instanceof Interaction.Context context
                ? text(Json.of(context.values()).text())
                : text(interaction.text());
    }

    private static Json text(String content) {
        return Json.object().with("type", "text").with("content", content);
    }
}
