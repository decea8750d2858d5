package dev.plumbline.store;

import dev.plumbline.body.Digest;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponseStore;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One entry of the disk cache as it is in its file: key, time and answer as one JSON object, sealed and framed. It is
 * read as this record and nothing else.
 */
record DiskCacheEntry(ResponseStore.Key key, ResponseStore.Entry entry) {
    /** How the files of this version end: another version has other names, so versions never meet. */
    static final String SUFFIX = ".plb1";

    /** The name of the file for a key: a hash, so that it is short and says nothing. */
    static String name(ResponseStore.Key key, String mark) {
        Digest digest = Digest.of("plb1/store")
                .text(mark)
                .text(key.namespace())
                .text(key.call().text())
                .number(key.format())
                .number(key.resources().size());
        key.resources().forEach((name, hash) -> digest.text(name).text(hash));
        return digest.fingerprint().text().substring("plb1:".length()) + SUFFIX;
    }

    byte[] bytes(PayloadCipher seal) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("namespace", key.namespace());
        json.put("call", key.call().text());
        json.put("resources", key.resources());
        json.put("format", key.format());
        json.put("stored", entry.stored().toString());
        json.put("answer", entry.answer());
        return CacheFileFrame.of(seal.close(Json.of(json).text().getBytes(StandardCharsets.UTF_8), 0));
    }

    /** The entry in a file; empty for anything that {@link #bytes} did not write. */
    static Optional<DiskCacheEntry> read(byte[] file, PayloadCipher seal) {
        try {
            return CacheFileFrame.only(file)
                    .flatMap(payload -> seal.open(payload, 0))
                    .map(DiskCacheEntry::parse);
        } catch (JsonException | IllegalArgumentException | DateTimeException notOurs) {
            return Optional.empty();
        }
    }

    private static DiskCacheEntry parse(byte[] payload) {
        Json json = Json.parse(payload);
        Map<String, String> resources = new LinkedHashMap<>();
        json.get("resources").fields().forEach((name, hash) -> resources.put(name, hash.asText()));
        ResponseStore.Key key = new ResponseStore.Key(
                json.get("namespace").asText(),
                Fingerprint.parse(json.get("call").asText()),
                resources,
                json.get("format").asInt());
        Instant stored = Instant.parse(json.get("stored").asText());
        return new DiskCacheEntry(key, new ResponseStore.Entry(json.get("answer"), stored));
    }
}
