package dev.plumbline.redis;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponseStore;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The bytes of an answer: the key, the other members of the entry, and the answer as JSON. Texts have their length in
 * front. The key is compared and not read, and JSON is only what has to be, because a hit waits for it.
 */
final class AnswerBytes {
    private AnswerBytes() {}

    static byte[] bytes(ResponseStore.Key key, ResponseStore.Entry entry) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(bytes(key));
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            instant(out, entry.stored());
            instant(out, entry.expires());
            text(out, entry.model());
            out.writeInt(entry.tags().size());
            for (String tag : entry.tags().stream().sorted().toList()) {
                text(out, tag);
            }
            out.write(entry.answer().text().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never: it is memory
        }
        return bytes.toByteArray();
    }

    private static byte[] bytes(ResponseStore.Key key) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            text(out, key.namespace());
            text(out, key.call().text());
            out.writeInt(key.format());
            out.writeInt(key.resources().size());
            for (var resource : key.resources().entrySet()) {
                text(out, resource.getKey());
                text(out, resource.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never: it is memory
        }
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static void instant(DataOutputStream out, Instant instant) throws IOException {
        out.writeLong(instant.getEpochSecond());
        out.writeInt(instant.getNano());
    }

    /** Returns the entry in the bytes; empty if they are of another key, or damaged. */
    static Optional<ResponseStore.Entry> entry(ByteBuffer stored, ResponseStore.Key key) {
        ByteBuffer wanted = ByteBuffer.wrap(bytes(key));
        int length = wanted.remaining();
        if (stored.remaining() < length
                || !stored.slice(stored.position(), length).equals(wanted)) {
            return Optional.empty();
        }
        try {
            return Optional.of(entry(stored.slice(stored.position() + length, stored.remaining() - length)));
        } catch (BufferUnderflowException | JsonException | DateTimeException | IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    /** Reads from a buffer, because a stream copies its rest in pieces of 8 KB, which took longer than reading the JSON. */
    private static ResponseStore.Entry entry(ByteBuffer in) {
        Instant stored = instant(in);
        Instant expires = instant(in);
        String model = text(in);
        Set<String> tags = new HashSet<>();
        for (int left = in.getInt(); left > 0; left--) {
            tags.add(text(in));
        }
        byte[] answer = new byte[in.remaining()];
        in.get(answer);
        return new ResponseStore.Entry(Json.parse(answer), stored, expires, model, tags);
    }

    private static String text(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] text = new byte[length];
        in.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static Instant instant(ByteBuffer in) {
        return Instant.ofEpochSecond(in.getLong(), in.getInt());
    }
}
