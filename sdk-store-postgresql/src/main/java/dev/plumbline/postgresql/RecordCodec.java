package dev.plumbline.postgresql;

import dev.plumbline.conversation.DamagedSessionException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;

/** Converts records to stored bytes and back. */
record RecordCodec(PayloadCipher cipher) {

    /** Returns the stored bytes of a record. */
    byte[] encode(Json record, String conversation, long position) {
        if (record.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException("a record is a JSON object, not " + record.kind());
        }
        return cipher.close(record.text().getBytes(StandardCharsets.UTF_8), context(conversation, position));
    }

    /**
     * Returns the record of stored bytes.
     *
     * @throws DamagedSessionException if they are not the record of that conversation and position
     */
    Json decode(byte[] stored, String conversation, long position) {
        byte[] text = cipher.open(stored, context(conversation, position))
                .orElseThrow(() -> damaged(conversation, position));
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            throw damaged(conversation, position);
        }
    }

    private static DamagedSessionException damaged(String conversation, long position) {
        return new DamagedSessionException(
                "record " + (position + 1) + " of conversation " + conversation
                        + " cannot be read: it was encrypted with another key, belongs elsewhere, or was changed",
                position);
    }

    private static byte[] context(String conversation, long position) {
        return ("plumbline.postgresql.record.1\0" + position + "\0" + conversation).getBytes(StandardCharsets.UTF_8);
    }
}
