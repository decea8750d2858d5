package dev.plumbline.http.internal;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * Reads the bytes of a response as events or a body: decompresses them, checks the type, and enforces the limits. Used
 * once, by one thread.
 */
final class ResponseBodyReader implements SseEventHandler {
    static final int MOST_OF_AN_ANSWER = 64 << 20;

    private static final int MOST_AT_ONCE = 16 << 10;

    /** The names of fields of server-sent events, and their greatest length with a colon. */
    private static final Set<String> FIELDS = Set.of("data", "event", "id", "retry");

    private static final int LONGEST_FIELD = 6;

    private final Exchange exchange;
    private final BudgetTracker spending;
    private final int most;
    private byte[] buffer = new byte[0];
    private ResponseBodyHandler content = new Nobody();
    private boolean event;
    private long received;
    private boolean clean;

    ResponseBodyReader(Exchange exchange, BudgetTracker spending, int most) {
        this.exchange = exchange;
        this.spending = spending;
        this.most = most;
    }

    /**
     * Returns whether the reader consumed all bytes that it received, so that the connection can be reused after the
     * response.
     */
    boolean isClean() {
        return clean;
    }

    /** Reads the response to its end, or until its receiver wants no more. */
    void read(ResponseHead head, ResponseBodyHandler receiver) throws IOException {
        content = receiver;
        buffer = buffer(head);
        InputStream body = decoded(head, exchange.body());
        int first = read(body);
        switch (form(head, first)) {
            case EVENTS -> events(body, first, new SseReader(this));
            case LINES -> events(body, first, new JsonLinesReader(this));
            case MESSAGES -> events(body, first, new EventStreamReader(this));
            case BODY -> whole(body, first);
            case UNKNOWN ->
                throw ResponseErrors.protocol(
                        "content-type",
                        "status " + head.status() + " came with " + readable(type(head))
                                + " instead of text/event-stream or application/json; is baseUrl right?");
        }
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        exchange.throwIfStopped();
        event |= length > 0 && !content.isKeepAlive(name, data, length);
        return content.event(name, data, length);
    }

    @Override
    public void lastEventId(String id) {
        content.lastEventId(id);
    }

    @Override
    public void retryAfter(Duration wait) {
        content.retryAfter(wait);
    }

    /** Passes the bytes to a reader until its receiver wants no more events. */
    private void events(InputStream body, int first, EventReader reader) throws IOException {
        for (int count = first; count >= 0; count = read(body)) {
            exchange.deadlines().pause();
            boolean more = reader.feed(buffer, 0, count);
            exchange.deadlines().resume(event);
            event = false;
            if (!more) {
                clean = reader.leftOver() == 0;
                return;
            }
        }
        clean = true;
        reader.end();
        content.bodyEnded(exchange.isBodyAnnounced());
    }

    private void whole(InputStream body, int first) throws IOException {
        BoundedBuffer all = new BoundedBuffer(most, "the body");
        for (int count = first; count >= 0; count = read(body)) {
            all.add(buffer, 0, count);
            exchange.deadlines().resume(count > 0);
        }
        clean = true;
        content.body(all.array, all.size);
    }

    /** Returns the whole body, undecoded. */
    byte[] bytes(int most) throws IOException {
        BoundedBuffer all = new BoundedBuffer(most, "the answer");
        buffer = new byte[MOST_AT_ONCE];
        for (int count = read(exchange.body()); count >= 0; count = read(exchange.body())) {
            all.add(buffer, 0, count);
            exchange.deadlines().resume(count > 0);
        }
        clean = true;
        return Arrays.copyOf(all.array, all.size);
    }

    /** Returns a buffer of the announced length and one byte, so that the same read sees the end; 16 KiB at most. */
    private static byte[] buffer(ResponseHead head) {
        return new byte[(int) Math.min(MOST_AT_ONCE, head.length(MOST_AT_ONCE) + 1)];
    }

    private int read(InputStream body) throws IOException {
        int count = body.read(buffer);
        if (count > 0) {
            spending.addBytes(count);
            received += count;
        }
        if (received > most) {
            throw ResponseErrors.limit("the answer", most);
        }
        return count;
    }

    /** Returns at most that much of a body of any type; a connection that breaks only makes it shorter. */
    byte[] beginning(ResponseHead head, int most) {
        BoundedBuffer said = new BoundedBuffer(most, "a beginning");
        exchange.deadlines().resume(true);
        buffer = buffer(head);
        try {
            InputStream body = decoded(head, exchange.body());
            int count = 0;
            while (count >= 0 && said.size < most) {
                count = body.read(buffer);
                said.add(buffer, 0, Math.min(Math.max(0, count), most - said.size));
            }
            clean = count < 0;
        } catch (IOException e) {
            clean = false;
        } catch (AiException e) {
            if (e.error().category() == AiError.Category.CANCELLED) {
                throw e;
            }
        }
        return Arrays.copyOf(said.array, said.size);
    }

    private static InputStream decoded(ResponseHead head, InputStream body) throws IOException {
        String encoding = head.header("content-encoding").toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "", "identity" -> body;
            case "gzip", "x-gzip" -> new GZIPInputStream(body, MOST_AT_ONCE);
            default ->
                throw ResponseErrors.protocol("content-encoding", "the answer is encoded in a way nobody asked for");
        };
    }

    /**
     * Returns the form that the type declares, or, because servers declare streams to be JSON and JSON to be text, that
     * the first bytes show.
     */
    private Form form(ResponseHead head, int first) {
        String type = type(head);
        if (type.equals("text/event-stream")) {
            return Form.EVENTS;
        }
        if (type.equals("application/x-ndjson")) {
            return Form.LINES;
        }
        if (type.equals("application/vnd.amazon.eventstream")) {
            return Form.MESSAGES;
        }
        boolean json = type.equals("application/json") || type.endsWith("+json");
        int at = 0;
        while (at < first && buffer[at] <= ' ' && buffer[at] >= 0) {
            at++;
        }
        int start = at < first ? buffer[at] : ' ';
        return switch (start) {
            case '{', '[', ' ' -> json || start != ' ' ? Form.BODY : Form.UNKNOWN;
            case 'd', 'e', 'i', 'r', ':' -> isField(at, first) ? Form.EVENTS : declared(json);
            default -> declared(json);
        };
    }

    private static Form declared(boolean json) {
        return json ? Form.BODY : Form.UNKNOWN;
    }

    /** Returns whether a field of an event, or a comment, begins there. */
    private boolean isField(int at, int to) {
        String line = new String(buffer, at, Math.min(LONGEST_FIELD, to - at), StandardCharsets.ISO_8859_1);
        int colon = line.indexOf(':');
        return colon == 0 || (colon > 0 && FIELDS.contains(line.substring(0, colon)));
    }

    private static String type(ResponseHead head) {
        String type = head.header("content-type");
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
    }

    private static String readable(String type) {
        return type.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}") ? type : "no readable content type";
    }

    private enum Form {
        EVENTS,
        LINES,
        MESSAGES,
        BODY,
        UNKNOWN
    }

    /** The handler while no reader is set. */
    private static final class Nobody implements ResponseBodyHandler {
        @Override
        public boolean event(String name, byte[] data, int length) {
            return false;
        }

        @Override
        public void body(byte[] bytes, int length) {}
    }
}
