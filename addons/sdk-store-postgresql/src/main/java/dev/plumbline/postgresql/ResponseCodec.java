package dev.plumbline.postgresql;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.internal.StoredAnswerErrors;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.stream.Collectors;

/** Converts keys and answers to stored bytes and back. With a key for encryption, its entries have hashes of their own. */
record ResponseCodec(PayloadCodec payloads) {
    /** The year 9999, after which times are stored as never. */
    private static final long LAST_SECOND = 253_402_300_799L;

    /** Returns the canonical bytes of a whole key. */
    static byte[] bytes(ResponseStore.Key key) {
        return Json.object()
                .with("namespace", key.namespace())
                .with("call", key.call().text())
                .with("resources", key.resources())
                .with("format", key.format())
                .canonicalBytes();
    }

    byte[] hash(ResponseStore.Key key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(payloads.mark());
            return digest.digest(bytes(key));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Sets hash and key as the first two parameters. */
    void bind(PreparedStatement statement, ResponseStore.Key key) throws SQLException {
        statement.setBytes(1, hash(key));
        statement.setBytes(2, bytes(key));
    }

    static double seconds(Instant time) {
        return time.getEpochSecond() > LAST_SECOND ? Double.POSITIVE_INFINITY : time.getEpochSecond();
    }

    byte[] encode(ResponseStore.Key key, ResponseStore.Entry entry) {
        Json json = Json.object()
                .with("stored", entry.stored().toString())
                .with("expires", entry.expires().toString())
                .with("model", entry.model())
                .with("tags", entry.tags().stream().sorted().toList())
                .with("answer", entry.answer());
        return payloads.encode(json.text().getBytes(StandardCharsets.UTF_8), hash(key));
    }

    /**
     * Returns the entry of stored bytes.
     *
     * @throws dev.plumbline.event.AiException INVALID_RESPONSE if they are not those of {@link #encode}
     */
    ResponseStore.Entry decode(ResponseStore.Key key, byte[] stored) {
        try {
            return payloads.decode(stored, hash(key))
                    .map(Json::parse)
                    .map(ResponseCodec::entry)
                    .orElseThrow(StoredAnswerErrors::damaged);
        } catch (JsonException | DateTimeException notOurs) {
            throw StoredAnswerErrors.damaged();
        }
    }

    private static ResponseStore.Entry entry(Json json) {
        return new ResponseStore.Entry(
                json.get("answer"),
                Instant.parse(json.get("stored").asText()),
                Instant.parse(json.get("expires").asText()),
                json.get("model").asText(),
                json.get("tags").elements().stream().map(Json::asText).collect(Collectors.toSet()));
    }
}
