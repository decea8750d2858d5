package dev.plumbline.http.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Parses a stream of {@code application/vnd.amazon.eventstream} from bytes, as AWS documents it: messages with a prelude
 * of two lengths and a checksum, headers, a payload and another checksum, all integers in network order. A message of
 * the type {@code event} is dispatched by its {@code :event-type}; an exception as {@code exception:} and its {@code
 * :exception-type}; an error as {@code exception:} and its {@code :error-code}, with its {@code :error-message} as data.
 * A message without its end is never dispatched. The result is independent of the chunks. Memory is bounded by one
 * message. Not thread-safe.
 */
public final class EventStreamReader implements EventReader {
    /** The beginning of the name of an exception or an error. */
    public static final String EXCEPTION = "exception:";

    private static final int PRELUDE = 12;
    private static final int CHECKSUM = 4;
    private static final int MOST_HEADERS = 128 << 10;

    private final SseEventHandler events;
    private final BoundedBuffer message = new BoundedBuffer(SseReader.LONGEST_EVENT, "a message of the stream");
    private boolean open = true;
    private int leftOver;

    /** Creates a reader at the beginning of a stream. */
    public EventStreamReader(SseEventHandler events) {
        this.events = events;
    }

    @Override
    public boolean feed(byte[] bytes, int from, int to) {
        int at = from;
        while (open && at < to) {
            int wanted = message.size < PRELUDE ? PRELUDE : length();
            int end = Math.min(to, at + wanted - message.size);
            message.add(bytes, at, end);
            at = end;
            if (message.size == PRELUDE && wanted == PRELUDE) {
                requirePrelude();
            } else if (message.size == wanted && wanted > PRELUDE) {
                dispatch();
            }
        }
        leftOver = to - at;
        return open;
    }

    @Override
    public int leftOver() {
        return open ? 0 : leftOver;
    }

    private int length() {
        return integer(0);
    }

    private int integer(int at) {
        return ByteBuffer.wrap(message.array, at, Integer.BYTES).getInt();
    }

    private int checksum(int length) {
        CRC32 crc = new CRC32();
        crc.update(message.array, 0, length);
        return (int) crc.getValue();
    }

    private void requirePrelude() {
        if (integer(PRELUDE - CHECKSUM) != checksum(PRELUDE - CHECKSUM)) {
            throw malformed("the checksum of a prelude does not fit");
        }
        int headers = integer(Integer.BYTES);
        if (length() < 0 || length() > SseReader.LONGEST_EVENT) {
            throw ResponseErrors.limit("a message of the stream", SseReader.LONGEST_EVENT);
        }
        if (headers < 0 || headers > MOST_HEADERS || length() < PRELUDE + headers + CHECKSUM) {
            throw malformed("the lengths of a message contradict each other");
        }
    }

    private void dispatch() {
        int end = length() - CHECKSUM;
        if (integer(end) != checksum(end)) {
            throw malformed("the checksum of a message does not fit");
        }
        int payload = PRELUDE + integer(Integer.BYTES);
        Map<String, String> headers = new Headers(message.array, PRELUDE, payload).read();
        byte[] data = Arrays.copyOfRange(message.array, payload, end);
        message.clear();
        open = switch (headers.getOrDefault(":message-type", "event")) {
            case "event" -> events.event(headers.getOrDefault(":event-type", ""), data, data.length);
            case "exception" -> exception(headers.getOrDefault(":exception-type", ""), data);
            default ->
                exception(
                        headers.getOrDefault(":error-code", ""),
                        headers.getOrDefault(":error-message", "").getBytes(StandardCharsets.UTF_8));
        };
    }

    private boolean exception(String type, byte[] data) {
        return events.event(EXCEPTION + type, data, data.length);
    }

    private static RuntimeException malformed(String what) {
        return ResponseErrors.protocol("event-stream", what + ": bytes of the answer were lost or changed on the way");
    }

    /** Reads the headers of a message; those whose value is no text are skipped. One use. */
    private static final class Headers {
        private static final int TEXT = 7;

        private final byte[] bytes;
        private final int end;
        private int at;

        Headers(byte[] bytes, int from, int end) {
            this.bytes = bytes;
            this.at = from;
            this.end = end;
        }

        Map<String, String> read() {
            Map<String, String> all = new HashMap<>();
            while (at < end) {
                String name = text(take(number(1)));
                int type = number(1);
                int value = take(size(type));
                if (type == TEXT) {
                    all.put(name, text(value));
                }
            }
            return all;
        }

        /** Returns the length of a value of that type; long ones have it in front of them. */
        private int size(int type) {
            return switch (type) {
                case 0, 1 -> 0;
                case 2 -> 1;
                case 3 -> Short.BYTES;
                case 4 -> Integer.BYTES;
                case 5, 8 -> Long.BYTES;
                case 6, TEXT -> number(Short.BYTES);
                case 9 -> 2 * Long.BYTES;
                default -> throw malformed("a header has a type that does not exist");
            };
        }

        private int number(int length) {
            int from = take(length);
            int number = 0;
            for (int i = from; i < at; i++) {
                number = (number << Byte.SIZE) | (bytes[i] & 0xFF);
            }
            return number;
        }

        /** Moves behind the next bytes and returns where they begin. */
        private int take(int length) {
            if (length > end - at) {
                throw malformed("a header is longer than all of them");
            }
            at += length;
            return at - length;
        }

        /** Returns the text from there to the current position. */
        private String text(int from) {
            return new String(bytes, from, at - from, StandardCharsets.UTF_8);
        }
    }
}
