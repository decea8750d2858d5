package dev.plumbline.redis;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** Keys and answers for tests. */
final class Answers {
    static final Instant STORED = Instant.parse("2026-11-24T12:00:00Z");

    private Answers() {}

    static ResponseStore.Key key(int number) {
        return key("office", number);
    }

    static ResponseStore.Key key(String namespace, int number) {
        Fingerprint call = Fingerprint.parse("plb1:" + String.format("%064x", number));
        return new ResponseStore.Key(namespace, call, Map.of("plan.dwg", "v1"), 1);
    }

    static ResponseStore.Entry entry(String text, String... tags) {
        return new ResponseStore.Entry(
                Json.of(text), STORED, STORED.plus(Duration.ofHours(1)), "scripted:model", Set.of(tags));
    }
}
