package dev.plumbline.providers;

import dev.plumbline.json.JsonCursor;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The JSON documents of one answer, one after the other. Their bytes should be UTF-8: what is not becomes U+FFFD, so that one
 * bad byte does not end an answer. One thread.
 */
final class Documents {
    private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

    private Optional<JsonCursor> last = Optional.empty();

    /**
     * A cursor over JSON in these bytes.
     *
     * @throws JsonException when they begin no value
     */
    JsonCursor cursor(byte[] bytes, int length) {
        JsonCursor next = readable(bytes, length);
        last = Optional.of(next);
        return next;
    }

    private JsonCursor readable(byte[] bytes, int length) {
        try {
            return over(bytes, length);
        } catch (JsonException e) {
            byte[] mended = new String(bytes, 0, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
            if (Arrays.equals(mended, 0, mended.length, bytes, 0, length)) {
                throw e;
            }
            return over(mended, mended.length);
        }
    }

    private JsonCursor over(byte[] bytes, int length) {
        return last.isPresent() ? last.get().another(bytes, 0, length) : JsonCursor.over(bytes, 0, length);
    }

    /** Whether there is nothing but white space. */
    static boolean isBlank(byte[] bytes, int length) {
        return blanks(bytes, length) == length;
    }

    /** Whether they are {@code [DONE]}, the word by which chat completions end a stream. */
    static boolean isDone(byte[] bytes, int length) {
        int to = length;
        while (to > 0 && bytes[to - 1] == ' ') {
            to--;
        }
        return Arrays.equals(bytes, Math.min(to, blanks(bytes, length)), to, DONE, 0, DONE.length);
    }

    private static int blanks(byte[] bytes, int length) {
        int from = 0;
        while (from < length && bytes[from] <= ' ' && bytes[from] >= 0) {
            from++;
        }
        return from;
    }
}
