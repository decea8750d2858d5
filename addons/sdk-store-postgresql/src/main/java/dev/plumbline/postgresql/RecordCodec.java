package dev.plumbline.postgresql;

import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Converts the records of one conversation to stored bytes and back.
 *
 * @param payloads encrypts them, or leaves them as they are
 * @param conversation the id of the conversation
 */
record RecordCodec(PayloadCodec payloads, String conversation) {

    /** Returns the stored bytes of a record, without its large blobs, which it adds to those attachments. */
    byte[] encode(Json record, long position, AttachmentBatch attachments) {
        if (record.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException("a record is a JSON object, not " + record.kind());
        }
        String text = record.text();
        StoredRecord stored = StoredRecord.of(record, text, attachments);
        return payloads.encode(
                (stored.blobs().isEmpty() ? text : stored.text()).getBytes(StandardCharsets.UTF_8), context(position));
    }

    /**
     * Returns the record of stored bytes, without its large blobs.
     *
     * @throws DamagedSessionException if they are not the record of that conversation and position
     */
    StoredRecord decode(byte[] stored, long position) {
        byte[] text = payloads.decode(stored, context(position)).orElseThrow(() -> damaged(position));
        try {
            return StoredRecord.parse(text);
        } catch (JsonException | IndexOutOfBoundsException e) {
            throw damaged(position);
        }
    }

    /**
     * Returns the whole record, with its blobs.
     *
     * @param bodies what is stored by each digest
     * @throws DamagedSessionException if an attachment is missing or is not that of its digest
     */
    Json whole(StoredRecord record, long position, Map<String, byte[]> bodies) {
        Map<String, byte[]> contents = new HashMap<>();
        for (String digest : record.blobs().values()) {
            byte[] body = bodies.getOrDefault(digest, new byte[0]);
            contents.put(
                    digest,
                    payloads.decode(body, AttachmentBatch.context(digest))
                            .filter(content -> HexFormat.of()
                                    .formatHex(payloads.digest(content))
                                    .equals(digest))
                            .orElseThrow(() -> attachmentDamaged(position)));
        }
        return record.with(contents);
    }

    private DamagedSessionException attachmentDamaged(long position) {
        return new DamagedSessionException(
                "an attachment of record " + (position + 1) + " of conversation " + conversation
                        + " is missing, or was changed",
                position);
    }

    private DamagedSessionException damaged(long position) {
        return new DamagedSessionException(
                "record " + (position + 1) + " of conversation " + conversation
                        + " cannot be read: it was encrypted with another key, belongs elsewhere, or was changed",
                position);
    }

    private byte[] context(long position) {
        return ("plumbline.postgresql.record.1\0" + position + "\0" + conversation).getBytes(StandardCharsets.UTF_8);
    }
}
