package dev.plumbline.testkit.cassette;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Names the differences of two answers by their place, without their content. */
final class AnswerDifferences {
    private final List<String> lines = new ArrayList<>();

    private AnswerDifferences() {}

    static List<String> of(RecordedExchange recorded, RecordedExchange now) {
        AnswerDifferences differences = new AnswerDifferences();
        differences.compare("the answer", json(recorded), json(now));
        return differences.lines;
    }

    /** Returns everything of an answer but the ids of its tool calls, which are random. */
    private static Json json(RecordedExchange exchange) {
        AiReturn ret = AiReturn.builder().deltas(exchange.deltas()).build();
        Json whole = Json.object()
                .with("finish", ret.finish().name())
                .with("usage", Json.of(ret.usage()))
                .with(
                        "error",
                        exchange.error().map(e -> e.category() + " " + e.code()).orElse("none"));
        for (int i = 0; i < ret.interactions().size(); i++) {
            Interaction item = ret.interactions().get(i);
            whole = whole.with(
                    "item " + i,
                    item instanceof Interaction.ToolCall call
                            ? Json.object().with("tool", call.name()).with("arguments", call.arguments())
                            : item.toJson());
        }
        return whole;
    }

    private void compare(String place, Json recorded, Json now) {
        if (recorded.equals(now)) {
            return;
        }
        if (recorded.kind() == Json.Kind.OBJECT && now.kind() == Json.Kind.OBJECT) {
            Set<String> names = new LinkedHashSet<>(recorded.fields().keySet());
            names.addAll(now.fields().keySet());
            names.forEach(name -> compare(place + "/" + name, recorded.get(name), now.get(name)));
        } else if (recorded.kind() == Json.Kind.ARRAY && now.kind() == Json.Kind.ARRAY) {
            int longer = Math.max(recorded.elements().size(), now.elements().size());
            for (int i = 0; i < longer; i++) {
                compare(place + "/" + i, recorded.at("/" + i), now.at("/" + i));
            }
        } else {
            lines.add(place + (!now.exists() ? " is gone" : !recorded.exists() ? " is new" : " changed"));
        }
    }
}
