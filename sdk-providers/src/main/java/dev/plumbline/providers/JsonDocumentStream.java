package dev.plumbline.providers;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonCursor;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.JsonNameCache;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The JSON documents of one answer, one after the other. Their bytes should be UTF-8: what is not becomes U+FFFD, so that one
 * bad byte does not end an answer, and their values are read leniently: one of another kind is as good as none. One thread.
 */
final class JsonDocumentStream {
    private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

    private final JsonNameCache names;
    private Optional<JsonCursor> last = Optional.empty();

    /** The documents of an answer whose members have such names as those of other answers. */
    JsonDocumentStream(JsonNameCache names) {
        this.names = names;
    }

    /**
     * A cursor over JSON in these bytes.
     *
     * @throws JsonException when they begin no value
     */
    JsonCursor cursor(byte[] bytes, int length) {
        try {
            return next(bytes, length);
        } catch (JsonException e) {
            byte[] mended = new String(bytes, 0, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
            if (Arrays.equals(mended, 0, mended.length, bytes, 0, length)) {
                throw e;
            }
            return next(mended, mended.length);
        }
    }

    private JsonCursor next(byte[] bytes, int length) {
        JsonCursor next =
                last.isPresent() ? last.get().another(bytes, 0, length) : JsonCursor.of(bytes, 0, length, names);
        last = Optional.of(next);
        return next;
    }

    static long detail(JsonCursor json, String wanted) {
        long found = 0;
        if (json.enterObject()) {
            while (json.next()) {
                found = json.name().equals(wanted) ? tokens(json) : found;
            }
        }
        return found;
    }

    static long tokens(JsonCursor json) {
        return Math.max(0, number(json, 0));
    }

    static long number(JsonCursor json, long fallback) {
        return json.kind() == Json.Kind.NUMBER ? json.asLong() : fallback;
    }

    /**
     * The arguments of a tool call as text: they are JSON in a string, and some servers leave out the string. Every kind of
     * value is kept, so that what is no object is refused where the tool would run; null is none.
     */
    static String arguments(JsonCursor json) {
        return switch (json.kind()) {
            case STRING -> json.text();
            case NULL -> "";
            default -> json.value().text();
        };
    }

    /** The same of a value that was read already. */
    static String arguments(Json value) {
        return switch (value.kind()) {
            case STRING -> value.asText();
            case NULL, MISSING -> "";
            default -> value.text();
        };
    }

    static String text(JsonCursor json) {
        return json.kind() == Json.Kind.STRING ? json.text() : "";
    }

    /** What these bytes are. */
    static Kind kind(byte[] bytes, int length) {
        int from = 0;
        while (from < length && bytes[from] <= ' ' && bytes[from] >= 0) {
            from++;
        }
        int to = length;
        while (to > from && bytes[to - 1] == ' ') {
            to--;
        }
        if (from == length) {
            return Kind.BLANK;
        }
        return Arrays.equals(bytes, from, to, DONE, 0, DONE.length) ? Kind.DONE : Kind.DOCUMENT;
    }

    /** What an event or a body can be. */
    enum Kind {
        /** Nothing but white space. */
        BLANK,
        /** {@code [DONE]}, the word by which chat completions end a stream. */
        DONE,
        /** Anything else, which should be a document. */
        DOCUMENT
    }
}
