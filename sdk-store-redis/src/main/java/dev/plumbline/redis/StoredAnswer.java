package dev.plumbline.redis;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponseStore;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** An answer with its key, as one JSON object. */
record StoredAnswer(ResponseStore.Key key, ResponseStore.Entry entry) {

    byte[] bytes() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("namespace", key.namespace());
        json.put("call", key.call().text());
        json.put("resources", key.resources());
        json.put("format", key.format());
        json.put("stored", entry.stored().toString());
        json.put("expires", entry.expires().toString());
        json.put("model", entry.model());
        json.put("tags", entry.tags().stream().sorted().toList());
        json.put("answer", entry.answer());
        return Json.of(json).text().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #bytes} wrote.
     *
     * @throws IllegalArgumentException for other bytes
     */
    static StoredAnswer from(byte[] bytes) {
        try {
            Json json = Json.parse(bytes);
            return new StoredAnswer(key(json), entry(json));
        } catch (JsonException | DateTimeException other) {
            throw new IllegalArgumentException("not a stored answer", other);
        }
    }

    private static ResponseStore.Key key(Json json) {
        Map<String, String> resources = new LinkedHashMap<>();
        json.get("resources").fields().forEach((name, hash) -> resources.put(name, hash.asText()));
        return new ResponseStore.Key(
                json.get("namespace").asText(),
                Fingerprint.parse(json.get("call").asText()),
                resources,
                json.get("format").asInt());
    }

    private static ResponseStore.Entry entry(Json json) {
        Set<String> tags = new HashSet<>();
        json.get("tags").elements().forEach(tag -> tags.add(tag.asText()));
        return new ResponseStore.Entry(
                json.get("answer"),
                Instant.parse(json.get("stored").asText()),
                Instant.parse(json.get("expires").asText()),
                json.get("model").asText(),
                tags);
    }
}
