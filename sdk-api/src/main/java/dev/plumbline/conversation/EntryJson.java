package dev.plumbline.conversation;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The documented JSON form of an entry, both ways. */
final class EntryJson {

    private EntryJson() {}

    static Json write(Entry entry) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", entry.id().text());
        json.put("parent", entry.parent().orElseThrow().text());
        json.put("status", entry.status().name());
        json.put("usage", write(entry.usage()));
        json.put("at", entry.at().toString());
        json.put("took", entry.took().toString());
        json.put(
                "interactions",
                entry.interactions().stream().map(Interaction::toJson).toList());
        return Json.of(json);
    }

    private static List<Long> write(Usage usage) {
        return List.of(usage.input(), usage.output(), usage.cachedInput(), usage.reasoning(), (long) usage.calls());
    }

    /** The same, its faults placed. */
    static <T> T at(String place, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (JsonException e) {
            throw new JsonException(place + e.place(), e.rule());
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new JsonException(place, "status, at or took is not as the format has it");
        }
    }

    static Entry read(Json json) {
        List<Interaction> interactions = new ArrayList<>();
        List<Json> items = json.get("interactions").elements();
        for (int i = 0; i < items.size(); i++) {
            Json item = items.get(i);
            interactions.add(at("/interactions/" + i, () -> Interaction.from(item)));
        }
        return new Entry(
                new Entry.Id(json.get("id").asText()),
                Optional.of(new Entry.Id(json.get("parent").asText())),
                interactions,
                Entry.Status.valueOf(json.get("status").asText()),
                usage(json.get("usage").elements()),
                Instant.parse(json.get("at").asText()),
                Duration.parse(json.get("took").asText()));
    }

    private static Usage usage(List<Json> numbers) {
        if (numbers.size() != 5) {
            throw new JsonException("/usage", "usage is five numbers");
        }
        return new Usage(
                numbers.get(0).asLong(),
                numbers.get(1).asLong(),
                numbers.get(2).asLong(),
                numbers.get(3).asLong(),
                numbers.get(4).asInt());
    }
}
