package dev.plumbline.postgresql;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A record whose large blobs are stored elsewhere. Its text is that of the record, if it has no such blobs, and else an
 * array of the record, with empty texts in their places, and an object of JSON Pointers (RFC 6901) and digests. A record
 * is an object, so the two forms differ.
 *
 * @param record the record, without these blobs
 * @param blobs the digest of the blob at each JSON Pointer, in hexadecimal
 */
record StoredRecord(Json record, Map<String, String> blobs) {
    /** Below that number of characters, the rows for an attachment would cost more than they save. */
    static final int LARGE = 4096;

    /** The member of a blob that has its bytes, as documented for parts of messages. */
    private static final String BYTES = "base64";

    private static final String NAMED = "\"" + BYTES + "\"";

    /** Returns the record with its large blobs added to those attachments. */
    static StoredRecord of(Json record, String text, AttachmentBatch attachments) {
        if (text.length() < LARGE || !text.contains(NAMED)) {
            return new StoredRecord(record, Map.of());
        }
        Map<String, String> blobs = new LinkedHashMap<>();
        Json without = replaced(
                        record,
                        "",
                        (pointer, value) -> bytes(value).map(bytes -> {
                            blobs.put(pointer, attachments.add(bytes));
                            return "";
                        }))
                .orElse(record);
        return new StoredRecord(without, blobs);
    }

    /** Returns the bytes of a text that is large and is what they are encoded to, so that it comes back the same. */
    private static Optional<byte[]> bytes(Json value) {
        if (value.kind() != Json.Kind.STRING || value.asText().length() < LARGE) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(value.asText());
            return Base64.getEncoder().encodeToString(bytes).equals(value.asText())
                    ? Optional.of(bytes)
                    : Optional.empty();
        } catch (IllegalArgumentException notEncoded) {
            return Optional.empty();
        }
    }

    /** Returns the record of a stored text. */
    static StoredRecord parse(byte[] text) {
        Json stored = Json.parse(text);
        if (stored.kind() != Json.Kind.ARRAY) {
            return new StoredRecord(stored, Map.of());
        }
        Map<String, String> blobs = new LinkedHashMap<>();
        stored.elements().get(1).fields().forEach((pointer, digest) -> blobs.put(pointer, digest.asText()));
        return new StoredRecord(stored.elements().get(0), blobs);
    }

    /** Returns the text to store. */
    String text() {
        return blobs.isEmpty()
                ? record.text()
                : Json.of(List.of(record, Json.of(blobs))).text();
    }

    /** Returns the whole record, with the bytes of each digest. */
    Json with(Map<String, byte[]> contents) {
        return replaced(
                        record,
                        "",
                        (pointer, value) -> Optional.ofNullable(blobs.get(pointer))
                                .map(digest -> Base64.getEncoder().encodeToString(contents.get(digest))))
                .orElse(record);
    }

    /** Returns the value with other texts for the members named base64 where there is one; empty if there is none. */
    private static Optional<Json> replaced(
            Json value, String pointer, BiFunction<String, Json, Optional<String>> replacement) {
        return switch (value.kind()) {
            case OBJECT -> members(value, pointer, replacement);
            case ARRAY -> elements(value, pointer, replacement);
            default -> Optional.empty();
        };
    }

    private static Optional<Json> members(
            Json object, String pointer, BiFunction<String, Json, Optional<String>> replacement) {
        Optional<Json> changed = Optional.empty();
        for (Map.Entry<String, Json> member : object.fields().entrySet()) {
            String name = member.getKey();
            String at = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
            Optional<Json> value = name.equals(BYTES)
                    ? replacement.apply(at, member.getValue()).map(Json::of)
                    : Optional.empty();
            Optional<Json> other = value.or(() -> replaced(member.getValue(), at, replacement));
            if (other.isPresent()) {
                changed = Optional.of(changed.orElse(object).with(name, other.get()));
            }
        }
        return changed;
    }

    private static Optional<Json> elements(
            Json array, String pointer, BiFunction<String, Json, Optional<String>> replacement) {
        List<Json> elements = new ArrayList<>(array.elements());
        boolean isChanged = false;
        for (int i = 0; i < elements.size(); i++) {
            Optional<Json> changed = replaced(elements.get(i), pointer + "/" + i, replacement);
            elements.set(i, changed.orElse(elements.get(i)));
            isChanged |= changed.isPresent();
        }
        return isChanged ? Optional.of(Json.of(elements)) : Optional.empty();
    }
}
