package dev.plumbline.store;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponseStore;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One entry of the disk cache as stored in its file: key, time and answer as one JSON object, encrypted and framed. */
record DiskCacheEntry(ResponseStore.Key key, ResponseStore.Entry entry) {
    /**
     * The file name suffix of this version. Other versions have other suffixes, so that no version reads the files of
     * another.
     */
    static final String SUFFIX = ".plb1";

    /** Returns the file name for a key: a short hash that reveals nothing. */
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
        json.put("expires", entry.expires().toString());
        json.put("model", entry.model());
        json.put("tags", entry.tags().stream().sorted().toList());
        json.put("answer", entry.answer());
        return CacheFileFrame.of(seal.close(Json.of(json).text().getBytes(StandardCharsets.UTF_8), bound()));
    }

    /**
     * Returns the context of an entry, which is constant: the entry contains its key, so it need not be bound to its
     * file.
     */
    private static byte[] bound() {
        return new byte[Long.BYTES];
    }

    /** Returns the entry in a file; empty for a file that {@link #bytes} did not write. */
    static Optional<DiskCacheEntry> read(byte[] file, PayloadCipher seal) {
        try {
            return CacheFileFrame.only(file)
                    .flatMap(payload -> seal.open(payload, bound()))
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
        return new DiskCacheEntry(key, entry(json));
    }

    /** Reads an entry. Entries of older versions have no expiry time, model or tags. */
    private static ResponseStore.Entry entry(Json json) {
        Instant stored = Instant.parse(json.get("stored").asText());
        if (!json.get("expires").exists()) {
            return new ResponseStore.Entry(json.get("answer"), stored);
        }
        Set<String> tags =
                json.get("tags").elements().stream().map(Json::asText).collect(Collectors.toSet());
        return new ResponseStore.Entry(
                json.get("answer"),
                stored,
                Instant.parse(json.get("expires").asText()),
                json.get("model").asText(),
                tags);
    }
}
