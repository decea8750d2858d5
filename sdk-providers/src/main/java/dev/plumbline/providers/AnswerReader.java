package dev.plumbline.providers;

import dev.plumbline.call.Spending;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** From an HTTP answer to a decoded one: looks at status, encoding and type, and feeds the decoder. One use, one thread. */
final class AnswerReader implements SseReader.Events {
    static final int MOST_OF_AN_ERROR = 64 << 10;
    static final int MOST_OF_AN_ANSWER = 64 << 20;

    private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}");

    private final Exchange exchange;
    private final Decoder decoder;
    private final Spending spending;
    private final byte[] buffer = new byte[16 << 10];
    private boolean event;
    private long received;
    private boolean clean;

    AnswerReader(Exchange exchange, Decoder decoder, Spending spending) {
        this.exchange = exchange;
        this.decoder = decoder;
        this.spending = spending;
    }

    /** Whether everything that arrived was read, so that the connection may serve again. */
    boolean isClean() {
        return clean;
    }

    /**
     * Reads the answer to its end, or to where its format says that it is over.
     *
     * @throws AiException for an error answer and for what is not of the format
     * @throws IOException when the connection breaks
     */
    void read(Arrival.Head head) throws IOException {
        InputStream body = decoded(head, new BodyStream(exchange));
        if (head.status() < 200 || head.status() > 299) {
            exchange.deadlines().resume(true);
            throw new AiException(errorAnswer(head, body));
        }
        switch (form(head)) {
            case EVENTS -> events(body);
            case BODY -> whole(body);
            case UNKNOWN ->
                throw Faults.protocol(
                        "content-type",
                        "status " + head.status() + " came with " + type(head)
                                + " in place of text/event-stream or application/json; is baseUrl right?");
        }
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        exchange.throwIfStopped();
        event |= length > 0;
        return decoder.event(name, data, length);
    }

    private void events(InputStream body) throws IOException {
        SseReader reader = new SseReader(this);
        boolean more = true;
        while (more) {
            int count = read(body);
            if (count < 0) {
                clean = true;
                return;
            }
            exchange.deadlines().pause();
            more = reader.feed(buffer, 0, count);
            exchange.deadlines().resume(event);
            event = false;
        }
        clean = reader.leftOver() == 0 && body.available() == 0;
    }

    private void whole(InputStream body) throws IOException {
        Bytes all = new Bytes(MOST_OF_AN_ANSWER, "the body");
        for (int count = read(body); count >= 0; count = read(body)) {
            all.add(buffer, 0, count);
            exchange.deadlines().resume(count > 0);
        }
        clean = true;
        decoder.body(all.array(), all.size());
    }

    private int read(InputStream body) throws IOException {
        int count = body.read(buffer);
        if (count > 0) {
            spending.addBytes(count);
            received += count;
        }
        if (received > MOST_OF_AN_ANSWER) {
            throw Faults.limit("the answer", MOST_OF_AN_ANSWER);
        }
        return count;
    }

    /** The status decides, also when the body does not arrive. */
    private AiError errorAnswer(Arrival.Head head, InputStream body) {
        Bytes said = new Bytes(MOST_OF_AN_ERROR, "an error");
        try {
            int count = 0;
            while (count >= 0 && said.size() < MOST_OF_AN_ERROR) {
                count = body.read(buffer);
                said.add(buffer, 0, Math.min(Math.max(0, count), MOST_OF_AN_ERROR - said.size()));
            }
            clean = count < 0;
        } catch (IOException e) {
            clean = false;
        } catch (AiException e) {
            if (e.error().category() == AiError.Category.CANCELLED) {
                throw e;
            }
        }
        return ErrorTable.of(head.status(), ErrorReader.ofBody(said.array(), said.size()));
    }

    private static InputStream decoded(Arrival.Head head, InputStream body) throws IOException {
        String encoding = head.header("content-encoding").toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "", "identity" -> body;
            case "gzip", "x-gzip" -> new Unzipped(body);
            default -> throw Faults.protocol("content-encoding", "the answer is encoded in a way nobody asked for");
        };
    }

    private static Form form(Arrival.Head head) {
        String type = type(head);
        if (type.equals("text/event-stream")) {
            return Form.EVENTS;
        }
        return type.equals("application/json") || type.endsWith("+json") ? Form.BODY : Form.UNKNOWN;
    }

    private static String type(Arrival.Head head) {
        String type = head.header("content-type").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return MEDIA_TYPE.matcher(type).matches() ? type : "no readable content type";
    }

    private enum Form {
        EVENTS,
        BODY,
        UNKNOWN
    }

    /** A gzip stream that reads its header when it is first read, not when it is made: making it must not wait. */
    private static final class Unzipped extends InputStream {
        private final InputStream packed;
        private InputStream open = InputStream.nullInputStream();
        private boolean begun;

        Unzipped(InputStream packed) {
            this.packed = packed;
        }

        @Override
        public int read() throws IOException {
            return open().read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return open().read(into, offset, length);
        }

        @Override
        public int available() throws IOException {
            return packed.available();
        }

        private InputStream open() throws IOException {
            if (!begun) {
                begun = true;
                open = new GZIPInputStream(packed, 16 << 10);
            }
            return open;
        }
    }

    /** The body of an exchange as a stream for its one reader; a read waits for the inbox. Closing it is the exchange's. */
    private static final class BodyStream extends InputStream {
        private final Exchange exchange;
        private final Deque<ByteBuffer> buffers = new ArrayDeque<>();
        private boolean ended;

        BodyStream(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            while (available() == 0 && !ended) {
                refill();
            }
            ByteBuffer next = buffers.peek();
            if (next == null) {
                return -1;
            }
            int count = Math.min(length, next.remaining());
            next.get(into, offset, count);
            return count;
        }

        /** What can be read without waiting. */
        @Override
        public int available() {
            while (!buffers.isEmpty() && !buffers.peek().hasRemaining()) {
                buffers.remove();
            }
            return buffers.isEmpty() ? 0 : buffers.peek().remaining();
        }

        private void refill() throws IOException {
            Arrival arrival = exchange.next();
            if (arrival instanceof Arrival.Body body) {
                buffers.addAll(body.buffers());
                exchange.more();
            } else if (arrival instanceof Arrival.End) {
                ended = true;
            } else if (arrival instanceof Arrival.Broken broken) {
                throw broken(broken.cause());
            }
        }

        private static IOException broken(Throwable cause) {
            return cause instanceof IOException io ? io : new IOException(cause);
        }
    }
}
