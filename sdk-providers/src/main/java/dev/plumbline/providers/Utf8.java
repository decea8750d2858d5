package dev.plumbline.providers;

import dev.plumbline.json.JsonCursor;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that should be UTF-8: what is not becomes U+FFFD, so that one bad byte does not end an answer. */
final class Utf8 {

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

    private static byte[] mended(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    }
}
