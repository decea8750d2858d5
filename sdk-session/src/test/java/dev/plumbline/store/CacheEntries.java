package dev.plumbline.store;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import java.time.Instant;
import java.util.Map;

/** Keys and entries by number. */
final class CacheEntries {

    private CacheEntries() {}

    static ResponseStore.Key key(String namespace, int number) {
        return new ResponseStore.Key(namespace, AiBody.of("question " + number).fingerprint(), Map.of("plan", "a1"), 1);
    }

    static ResponseStore.Key key(int number) {
        return key("drawing", number);
    }

    static ResponseStore.Entry entry(int number) {
        return entry("answer " + number + " ".repeat(200));
    }

    static ResponseStore.Entry entry(String text) {
        return new ResponseStore.Entry(Json.of(Map.of("text", text)), Instant.EPOCH.plusSeconds(1));
    }
}
