package dev.plumbline.postgresql;

import dev.plumbline.conversation.DamagedSessionException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;

/**
 * Converts the records of one conversation to stored bytes and back.
 *
 * @param cipher encrypts them, or leaves them as they are
 * @param conversation the id of the conversation
 */
record RecordCodec(PayloadCipher cipher, String conversation) {

    /** Returns the stored bytes of a record. */
    byte[] encode(Json record, long position) {
        if (record.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException("a record is a JSON object, not " + record.kind());
        }
        return cipher.close(record.text().getBytes(StandardCharsets.UTF_8), context(position));
    }

    /**
     * Returns the record of stored bytes.
     *
     * @throws DamagedSessionException if they are not the record of that conversation and position
     */
    Json decode(byte[] stored, long position) {
        byte[] text = cipher.open(stored, context(position)).orElseThrow(() -> damaged(position));
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            throw damaged(position);
        }
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
