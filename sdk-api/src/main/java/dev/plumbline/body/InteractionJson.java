package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The documented JSON form of interactions, both ways. */
final class InteractionJson {

    private InteractionJson() {}

    static Json write(Interaction interaction) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", interaction.kind().name().toLowerCase(Locale.ROOT));
        if (interaction instanceof Interaction.Context context) {
            json.put("values", context.values());
        } else if (interaction instanceof Interaction.System system) {
            json.put("text", system.text());
        } else if (interaction instanceof Interaction.Summary summary) {
            json.put("text", summary.text());
        } else if (interaction instanceof Interaction.User user) {
            json.put("parts", PartJson.write(user.parts()));
        } else if (interaction instanceof Interaction.Assistant assistant) {
            json.put("parts", PartJson.write(assistant.parts()));
        } else if (interaction instanceof Interaction.ToolCall call) {
            json.put("id", call.id());
            json.put("name", call.name());
            json.put("arguments", call.arguments());
        } else if (interaction instanceof Interaction.ToolResult result) {
            result(json, result);
        }
        return Json.of(json);
    }

    private static void result(Map<String, Object> json, Interaction.ToolResult result) {
        json.put("callId", result.callId());
        json.put("envelope", result.envelope().toJson());
        if (!result.envelope().parts().isEmpty()) {
            json.put("parts", PartJson.write(result.envelope().parts()));
        }
    }

    static Interaction read(Json json) {
        return switch (kind(json)) {
            case CONTEXT ->
                new Interaction.Context(member(json, "values", "kind").fields());
            case SYSTEM -> new Interaction.System(member(json, "text", "kind").asText());
            case SUMMARY -> new Interaction.Summary(member(json, "text", "kind").asText());
            case USER -> new Interaction.User(parts(json));
            case ASSISTANT -> new Interaction.Assistant(parts(json));
            case TOOL_CALL -> call(json);
            case TOOL_RESULT -> result(json);
        };
    }

    private static Interaction call(Json json) {
        only(json, Set.of("kind", "id", "name", "arguments"));
        return new Interaction.ToolCall(
                json.get("id").asText(), json.get("name").asText(), required(json, "arguments"));
    }

    private static Interaction result(Json json) {
        only(json, Set.of("kind", "callId", "envelope", "parts"));
        ToolEnvelope envelope = ToolEnvelope.from(required(json, "envelope"));
        Json parts = json.get("parts");
        Part[] media = parts.exists() ? PartJson.read(parts).toArray(Part[]::new) : new Part[0];
        return new Interaction.ToolResult(json.get("callId").asText(), envelope.withParts(media));
    }

    private static List<Part> parts(Json json) {
        only(json, Set.of("kind", "parts", "text"));
        Json text = json.get("text");
        return text.exists() ? List.of(new Part.Text(text.asText())) : PartJson.read(required(json, "parts"));
    }

    private static Interaction.Kind kind(Json json) {
        String text = json.get("kind").asText();
        for (Interaction.Kind kind : Interaction.Kind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(text)) {
                return kind;
            }
        }
        throw new JsonException("/kind", "must be context, system, user, assistant, tool_call, tool_result or summary");
    }

    private static Json member(Json json, String member, String other) {
        only(json, Set.of(member, other));
        return required(json, member);
    }

    static Json required(Json json, String member) {
        Json value = json.get(member);
        if (!value.exists()) {
            throw new JsonException("/" + member, "this member is required");
        }
        return value;
    }

    /** Refuses members nobody reads: a typo must not pass for an absent field. */
    static void only(Json json, Set<String> known) {
        if (json.kind() != Json.Kind.OBJECT) {
            throw new JsonException("", "an object is required here");
        }
        if (!known.containsAll(json.fields().keySet())) {
            throw new JsonException(
                    "",
                    "there is an unknown member; known are "
                            + known.stream().sorted().toList());
        }
    }
}
