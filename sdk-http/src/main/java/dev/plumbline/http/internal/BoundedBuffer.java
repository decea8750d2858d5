package dev.plumbline.http.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte buffer with a limit. Not thread-safe. */
final class BoundedBuffer {
    private final int limit;
    private final String what;

    /** The content, from index 0; valid until the next change. */
    byte[] array;

    /** The number of bytes of the content. */
    int size;

    /** Creates an empty buffer; {@code what} names the content in the error when the limit is exceeded. */
    BoundedBuffer(int limit, String what) {
        this.limit = limit;
        this.array = new byte[Math.min(512, limit)];
        this.what = what;
    }

    /** Returns whether the content is one JSON document, or {@code [DONE]}: then nothing of it was cut. */
    boolean isDocument() {
        String text = new String(array, 0, size, StandardCharsets.UTF_8).strip();
        try {
            return text.equals("[DONE]") || UntrustedJson.parse(text).kind() == Json.Kind.OBJECT;
        } catch (JsonException cut) {
            return false;
        }
    }

    void clear() {
        size = 0;
    }

    /**
     * Appends a range.
     *
     * @throws dev.plumbline.event.AiException PROTOCOL {@code limit} if the content would exceed the limit
     */
    void add(byte[] bytes, int from, int to) {
        int more = to - from;
        if (more > array.length - size) {
            ensureCapacity(more);
        }
        System.arraycopy(bytes, from, array, size, more);
        size += more;
    }

    /**
     * Appends a range and a line feed.
     *
     * @throws dev.plumbline.event.AiException PROTOCOL {@code limit} if the content would exceed the limit
     */
    void addLine(byte[] bytes, int from, int to) {
        int more = to - from + 1;
        if (more > array.length - size) {
            ensureCapacity(more);
        }
        System.arraycopy(bytes, from, array, size, more - 1);
        size += more;
        array[size - 1] = '\n';
    }

    private void ensureCapacity(int more) {
        if (more > limit - size) {
            throw ResponseErrors.limit(what, limit);
        }
        array = Arrays.copyOf(array, (int) Math.min(limit, Math.max(2L * array.length, size + more)));
    }
}
