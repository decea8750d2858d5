package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.JsonCursor;
import dev.plumbline.json.internal.JsonNameCache;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON documents of one answer in order. Invalid UTF-8 becomes U+FFFD, so that one bad byte does not end an
 * answer, and values are read leniently: a value of another kind counts as absent. One thread.
 */
public final class JsonDocumentStream {
    /** The number of a document that is not an event of a stream. */
    public static final int BODY = 0;

    private static final long LONGEST_SECONDS = Duration.ofDays(366).toSeconds();

    private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};
    private static final int LONGEST_KEEP_ALIVE = 64;
    private static final LazyPattern KEEP_ALIVE = new LazyPattern("\"type\"\\s*:\\s*\"(ping|keepalive)\"");

    private final JsonNameCache names;
    private @Nullable JsonCursor last;

    /** Creates a stream; {@code names} holds member names shared with other answers. */
    public JsonDocumentStream(JsonNameCache names) {
        this.names = names;
    }

    /**
     * Returns a cursor over the JSON in these bytes.
     *
     * @throws JsonException if they do not begin a value
     */
    public JsonCursor cursor(byte[] bytes, int length) {
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

    /**
     * Reads one document completely, so that a malformed one has no effect.
     *
     * @param number the number of the event of a stream; {@link #BODY} for a whole body
     * @param reading returns what it reads from a cursor before the value
     * @throws dev.plumbline.event.AiException PROTOCOL {@code json} if it is not JSON
     */
    public <T> T read(byte[] bytes, int length, int number, Function<JsonCursor, T> reading) {
        try (JsonCursor json = cursor(bytes, length)) {
            T value = reading.apply(json);
            json.end();
            return value;
        } catch (JsonException e) {
            String what = number == BODY ? "the body" : "event " + number + " of the stream";
            throw DecodingErrors.protocol("json", what + " is not JSON at " + e.getMessage());
        }
    }

    private JsonCursor next(byte[] bytes, int length) {
        JsonCursor next = last == null ? JsonCursor.of(bytes, 0, length, names) : last.nextDocument(bytes, 0, length);
        last = next;
        return next;
    }

    public static long detail(JsonCursor json, String wanted) {
        long found = 0;
        if (json.enterObject()) {
            while (json.next()) {
                found = json.name().equals(wanted) ? tokens(json) : found;
            }
        }
        return found;
    }

    public static long tokens(JsonCursor json) {
        return Math.max(0, number(json, 0));
    }

    public static long number(JsonCursor json, long fallback) {
        if (json.kind() != Json.Kind.NUMBER) {
            return fallback;
        }
        try {
            return json.asLong();
        } catch (JsonException notWhole) {
            return rounded(json, fallback);
        }
    }

    /** Returns a number without its fraction; the fallback if it is out of range. */
    private static long rounded(JsonCursor json, long fallback) {
        try {
            double value = json.asDouble();
            return Math.abs(value) < Long.MAX_VALUE ? (long) value : fallback;
        } catch (JsonException beyond) {
            return fallback;
        }
    }

    /**
     * Returns the arguments of a tool call as text: JSON in a string, or, from some servers, without the string. Every
     * kind of value is kept, so that a value that is not an object is refused before the tool runs; null counts as
     * absent.
     */
    public static String arguments(JsonCursor json) {
        return switch (json.kind()) {
            case STRING -> json.text();
            case NULL -> "";
            default -> json.value().text();
        };
    }

    /** Returns the arguments of a value that was read already, as text. */
    public static String arguments(Json value) {
        return switch (value.kind()) {
            case STRING -> value.asText();
            case NULL, MISSING -> "";
            default -> value.text();
        };
    }

    /** Returns a count of tokens that was read already; 0 if it is none, or no number of 64 bits. */
    public static long tokens(Json value) {
        if (value.kind() != Json.Kind.NUMBER) {
            return 0;
        }
        try {
            return Math.max(0, value.asLong());
        } catch (JsonException notWhole) {
            return fraction(value);
        }
    }

    private static long fraction(Json value) {
        try {
            double number = value.asDouble();
            return number > 0 && number < Long.MAX_VALUE ? (long) number : 0;
        } catch (JsonException beyond) {
            return 0;
        }
    }

    /** Returns a number of seconds that a service names, at most a year, which no clock has trouble with. */
    public static long seconds(Json value) {
        return Math.min(LONGEST_SECONDS, tokens(value));
    }

    public static String text(JsonCursor json) {
        return json.kind() == Json.Kind.STRING ? json.text() : "";
    }

    /** Returns whether an event is a keep-alive of Anthropic or OpenAI. */
    public static boolean isKeepAlive(String name, byte[] data, int length) {
        if (!name.isEmpty() || length > LONGEST_KEEP_ALIVE) {
            return name.equals("ping") || name.equals("keepalive");
        }
        String text = new String(data, 0, length, StandardCharsets.UTF_8);
        return KEEP_ALIVE.matcher(text).find();
    }

    /** Returns the kind of these bytes. */
    public static Kind kind(byte[] bytes, int length) {
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

    /** The kinds of an event or a body. */
    public enum Kind {
        /** Only white space. */
        BLANK,
        /** {@code [DONE]}, the end of a stream of chat completions. */
        DONE,
        /** Anything else, which should be a document. */
        DOCUMENT
    }
}
