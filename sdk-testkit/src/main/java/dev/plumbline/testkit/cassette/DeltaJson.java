package dev.plumbline.testkit.cassette;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiDelta;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.List;

/** Encodes deltas as JSON objects with one member that names the kind. */
final class DeltaJson {
    private DeltaJson() {}

    static Json write(AiDelta delta) {
        Json json = Json.object();
        if (delta instanceof AiDelta.Text text) {
            return json.with("text", text.text());
        } else if (delta instanceof AiDelta.Reasoning reasoning) {
            return json.with("reasoning", reasoning.text());
        } else if (delta instanceof AiDelta.Refusal refusal) {
            return json.with("refusal", refusal.text());
        } else if (delta instanceof AiDelta.ToolCallPart part) {
            return json.with("call", part.index())
                    .with("id", part.id())
                    .with("name", part.name())
                    .with("arguments", part.arguments());
        } else if (delta instanceof AiDelta.Whole whole) {
            return json.with("part", new Interaction.Assistant(List.of(whole.part())).toJson());
        } else if (delta instanceof AiDelta.UsageReport report) {
            return json.with("usage", report.usage().toJson());
        } else if (delta instanceof AiDelta.Finish finish) {
            return json.with("finish", finish.reason().name());
        } else if (delta instanceof AiDelta.Reset reset) {
            return json.with("reset", reset.attempt());
        }
        return json.with("boundary", true);
    }

    static AiDelta read(Json json) {
        String kind = json.fields().keySet().stream().findFirst().orElse("");
        Json value = json.get(kind);
        return switch (kind) {
            case "text" -> new AiDelta.Text(value.asText());
            case "reasoning" -> new AiDelta.Reasoning(value.asText());
            case "refusal" -> new AiDelta.Refusal(value.asText());
            case "call" ->
                new AiDelta.ToolCallPart(
                        value.asInt(),
                        json.get("id").asText(),
                        json.get("name").asText(),
                        json.get("arguments").asText());
            case "part" ->
                new AiDelta.Whole(((Interaction.Assistant) Interaction.from(value))
                        .parts()
                        .get(0));
            case "usage" -> new AiDelta.UsageReport(Usage.from(value));
            case "finish" -> new AiDelta.Finish(FinishReason.valueOf(value.asText()));
            case "reset" -> new AiDelta.Reset(value.asInt());
            case "boundary" -> new AiDelta.Boundary();
            default -> throw new IllegalArgumentException("unknown delta in a cassette; record it again");
        };
    }
}
