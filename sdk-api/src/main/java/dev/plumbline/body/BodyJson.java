package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads and writes the documented JSON form of a body. */
final class BodyJson {

    private BodyJson() {}

    static Json write(AiBody body) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                "interactions",
                body.interactions().stream().map(Interaction::toJson).toList());
        json.put("toolFilter", body.toolFilter().text());
        json.put("contextFilter", body.contextFilter().text());
        body.outputSchema().ifPresent(schema -> json.put("outputSchema", schema));
        return Json.of(json);
    }

    static AiBody read(Json json) {
        StrictMembers.only(json, Set.of("interactions", "toolFilter", "contextFilter", "outputSchema"));
        AiBody.Builder builder = new AiBody.Builder();
        List<Json> items = StrictMembers.required(json, "interactions").elements();
        for (int i = 0; i < items.size(); i++) {
            builder.add(item(items.get(i), i));
        }
        filter(json, "toolFilter").ifPresent(builder::toolFilter);
        filter(json, "contextFilter").ifPresent(builder::contextFilter);
        if (json.get("outputSchema").exists()) {
            builder.outputSchema(json.get("outputSchema"));
        }
        return builder.build();
    }

    private static Interaction item(Json json, int index) {
        try {
            return Interaction.from(json);
        } catch (JsonException e) {
            throw new JsonException("/interactions/" + index + e.place(), e.rule());
        }
    }

    private static Optional<String> filter(Json json, String member) {
        Json value = json.get(member);
        try {
            return value.exists() ? Optional.of(Selector.of(value.asText()).text()) : Optional.empty();
        } catch (IllegalArgumentException noSelector) {
            throw new JsonException("/" + member, String.valueOf(noSelector.getMessage()));
        }
    }
}
