package dev.plumbline.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** The body of an exchange as a stream for its one reader; a read waits for the inbox. Closing it is the exchange's. */
final class BodyStream extends InputStream {
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
