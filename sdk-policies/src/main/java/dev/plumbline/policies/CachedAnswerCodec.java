package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Encodes and decodes cached answers, and decides which answers are cached. */
final class CachedAnswerCodec {
    /** The version of the format; part of the key and of each entry. */
    static final int FORMAT = 1;

    private CachedAnswerCodec() {}

    /** Returns why an answer is not cached; empty if it is. */
    static Optional<String> refusal(AiReturn ret, AiCall call) {
        if (!ret.isOk()) {
            return Optional.of("failed");
        }
        if (!ret.toolCalls().isEmpty()) {
            return Optional.of("tool calls");
        }
        if (ret.finish() != FinishReason.STOP) {
            return Optional.of("not finished");
        }
        if (!isContent(ret.interactions())) {
            return Optional.of("no content");
        }
        boolean another = !ret.model().equals(ModelId.NONE)
                && !ret.model().provider().equals(call.model().provider());
        return another ? Optional.of("another provider answered") : Optional.empty();
    }

    /** Returns whether the interactions are text or media without a refusal. */
    private static boolean isContent(List<? extends Interaction> interactions) {
        boolean content = false;
        for (Interaction interaction : interactions) {
            if (!(interaction instanceof Interaction.Assistant assistant)) {
                return false;
            }
            for (Part part : assistant.parts()) {
                if (part instanceof Part.Refusal) {
                    return false;
                }
                content |= isContent(part);
            }
        }
        return content;
    }

    private static boolean isContent(Part part) {
        return part instanceof Part.Text text
                ? !text.text().isBlank()
                : part instanceof Part.Image || part instanceof Part.Audio || part instanceof Part.File;
    }

    static Json write(AiReturn ret) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("model", ret.model().toString());
        json.put("finish", ret.finish().name());
        json.put("interactions", forms(ret.interactions()));
        if (ret.usage().total() > 0) {
            json.put("tokens", ret.usage().total());
        }
        return Json.of(json);
    }

    private static List<Json> forms(List<Interaction> interactions) {
        List<Json> forms = new ArrayList<>(interactions.size());
        for (Interaction interaction : interactions) {
            forms.add(interaction.toJson());
        }
        return forms;
    }

    /** Returns the answer; empty for JSON that {@link #write} did not write. */
    static Optional<AiReturn> read(Json json) {
        try {
            boolean ours = json.get("format").asInt() == FORMAT
                    && json.get("finish").asText().equals(FinishReason.STOP.name());
            return ours ? Optional.of(answer(json)).filter(ret -> isContent(ret.interactions())) : Optional.empty();
        } catch (JsonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the tokens of the answer when a provider gave it; empty if the entry does not say. */
    static OptionalLong tokens(Json json) {
        try {
            Json tokens = json.get("tokens");
            return tokens.exists() ? OptionalLong.of(tokens.asLong()) : OptionalLong.empty();
        } catch (JsonException notACount) {
            return OptionalLong.empty();
        }
    }

    private static AiReturn answer(Json json) {
        List<Interaction> interactions = json.get("interactions").elements().stream()
                .map(Interaction::from)
                .toList();
        AiReturn read = AiReturn.builder()
                .interactions(interactions)
                .finish(FinishReason.STOP)
                .build();
        return AiReturn.builder()
                .deltas(read.deltas())
                .model(ModelId.parse(json.get("model").asText()))
                .build();
    }
}
