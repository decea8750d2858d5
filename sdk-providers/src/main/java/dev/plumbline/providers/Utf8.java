package dev.plumbline.providers;

import dev.plumbline.json.JsonCursor;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that should be UTF-8: what is not becomes U+FFFD, so that one bad byte does not end an answer. */
final class Utf8 {
    private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

    private Utf8() {}

    /**
     * A cursor over JSON in these bytes.
     *
     * @throws JsonException when they begin no value
     */
    static JsonCursor cursor(byte[] bytes, int length) {
        try {
            return JsonCursor.over(bytes, 0, length);
        } catch (JsonException e) {
            byte[] mended = mended(bytes, length);
            if (Arrays.equals(mended, 0, mended.length, bytes, 0, length)) {
                throw e;
            }
            return JsonCursor.over(mended, 0, mended.length);
        }
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

    private static byte[] mended(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    }
}
