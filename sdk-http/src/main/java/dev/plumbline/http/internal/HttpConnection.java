package dev.plumbline.http.internal;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.IdentityInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.message.MessageSupport;

/**
 * An open HTTP/1.1 connection: one request and its response at a time, each read and write on the caller's thread. Any
 * thread may {@link #close} it, which ends a wait in it; so does an interrupt of the waiting thread.
 */
final class HttpConnection implements Closeable {
    /** The maximum length of a line of a head or of a chunk, in bytes. */
    private static final int LONGEST_LINE = 16 << 10;

    private static final int MOST_HEADERS = 256;

    private static final int BUFFER = 16 << 10;
    /** The maximum number of informational responses before the final one. */
    private static final int MOST_INTERIM = 100;

    private static final int AT_ONCE_MILLIS = 1;

    private final Route route;
    private final SocketChannel channel;
    private final Socket socket;
    private final Incoming in;
    private final OutputStream out;
    private final Http1Config limits = Http1Config.custom()
            .setMaxLineLength(LONGEST_LINE)
            .setMaxHeaderCount(MOST_HEADERS)
            .build();
    private final SessionInputBufferImpl buffer = new SessionInputBufferImpl(BUFFER, LONGEST_LINE);
    private final DefaultHttpResponseParser parser = new DefaultHttpResponseParser(limits);
    private final ByteBuffer unasked = ByteBuffer.allocateDirect(1);
    private boolean reusable;
    private InputStream body = InputStream.nullInputStream();

    /**
     * Creates a connection over an open channel.
     *
     * @param channel the channel to close
     * @param socket the socket to read and write: that of the channel, or TLS over it
     */
    HttpConnection(Route route, SocketChannel channel, Socket socket) throws IOException {
        this.route = route;
        this.channel = channel;
        this.socket = socket;
        this.in = new Incoming(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    Route route() {
        return route;
    }

    /** Sends a whole request. */
    void send(byte[] head, byte[] content) throws IOException {
        reusable = false;
        if (content.length <= BUFFER - head.length) {
            byte[] both = new byte[head.length + content.length];
            System.arraycopy(head, 0, both, 0, head.length);
            System.arraycopy(content, 0, both, head.length, content.length);
            out.write(both);
        } else {
            out.write(head);
            out.write(content);
        }
    }

    /**
     * Reads the head of the response, after informational ones.
     *
     * @param method the method of the request, which decides whether there can be a body
     * @throws ProtocolException if it is malformed, or exceeds a limit
     */
    ResponseHead receive(String method) throws IOException {
        for (int interim = 0; interim < MOST_INTERIM; interim++) {
            ClassicHttpResponse response = parse();
            if (response.getCode() >= 200) {
                body = body(method, response);
                reusable = DefaultConnectionReuseStrategy.INSTANCE.keepAlive(null, response, null);
                return new ResponseHead(response.getCode(), response);
            }
            if (response.getCode() < 100 || response.getCode() == 101) {
                throw new ProtocolException("unexpected status " + response.getCode());
            }
        }
        throw new ProtocolException("more than " + MOST_INTERIM + " informational answers");
    }

    private ClassicHttpResponse parse() throws IOException {
        ClassicHttpResponse response;
        try {
            response = parser.parse(buffer, in);
        } catch (HttpException e) {
            throw in.ended ? cutHead() : malformed(e);
        }
        if (response == null) {
            throw new NoHttpResponseException("the server closed the connection without an answer");
        }
        if (in.ended) {
            throw cutHead();
        }
        return response;
    }

    private static ConnectionClosedException cutHead() {
        return new ConnectionClosedException("the connection ended within the head of the answer");
    }

    private InputStream body(String method, ClassicHttpResponse response) throws IOException {
        if (!MessageSupport.canResponseHaveBody(method, response)) {
            return InputStream.nullInputStream();
        }
        long length;
        try {
            length = DefaultContentLengthStrategy.INSTANCE.determineLength(response);
        } catch (HttpException e) {
            throw malformed(e);
        }
        if (length == ContentLengthStrategy.CHUNKED) {
            return new Chunks(new ChunkedInputStream(buffer, in, limits), in);
        }
        return length >= 0 ? new ContentLengthInputStream(buffer, in, length) : new IdentityInputStream(buffer, in);
    }

    private static ProtocolException malformed(HttpException e) {
        ProtocolException malformed = new ProtocolException("the answer is not well-formed");
        malformed.initCause(e);
        return malformed;
    }

    /** Returns the body of the last response; a read waits for content or the end. */
    InputStream body() {
        return body;
    }

    boolean isBodyAnnounced() {
        return !(body instanceof IdentityInputStream);
    }

    /** Returns whether another request may be sent after a response that was read to its end. */
    boolean isReusable() {
        return reusable;
    }

    /** Checks for the end of the body; waits a millisecond at most, and not at all if nothing has arrived. */
    End end() {
        try {
            if (body instanceof Chunks chunks && !chunks.ended && !buffer.hasBufferedData() && arrived() == 0) {
                return End.NOT_YET;
            }
            socket.setSoTimeout(AT_ONCE_MILLIS);
            boolean ended = body.read(new byte[1]) < 0;
            socket.setSoTimeout(0);
            return ended ? End.HERE : End.NEVER;
        } catch (SocketTimeoutException late) {
            return End.NOT_YET;
        } catch (IOException broken) {
            return End.NEVER;
        }
    }

    /** Returns the number of bytes that have arrived below any TLS. */
    private int arrived() throws IOException {
        return channel.socket().getInputStream().available();
    }

    /**
     * Returns whether an idle connection is still open, without waiting. If anything has arrived unasked, mostly its
     * end, the connection is not usable. No request is lost by that, since none is in progress.
     */
    boolean isUsable() {
        if (buffer.hasBufferedData()) {
            return false;
        }
        try {
            channel.configureBlocking(false);
            boolean silent = channel.read(unasked.clear()) == 0;
            channel.configureBlocking(true);
            return silent;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Closes the channel below any TLS, so that it does not wait for the peer. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException gone) {
            // it is no longer used
        }
    }

    /** The state of the end of a body that is no longer wanted. */
    enum End {
        /** All of it was read, so the connection can be reused. */
        HERE,
        /** Neither more content nor the end has arrived. */
        NOT_YET,
        /** More content arrived, or the connection broke. */
        NEVER
    }

    /** The incoming bytes, and whether their end was seen. */
    private static final class Incoming extends FilterInputStream {
        boolean ended;

        Incoming(InputStream socket) {
            super(socket);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            ended |= count < 0;
            return count;
        }
    }

    /** Decodes chunks; a connection that ends within their framing has ended early, and is not malformed. */
    private static final class Chunks extends FilterInputStream {
        private final Incoming wire;
        private boolean ended;

        Chunks(ChunkedInputStream chunks, Incoming wire) {
            super(chunks);
            this.wire = wire;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            try {
                int count = in.read(into, offset, length);
                ended |= count < 0;
                if (ended && wire.ended) {
                    throw cut();
                }
                return count;
            } catch (MalformedChunkCodingException e) {
                throw wire.ended ? cut() : e;
            }
        }

        private static ConnectionClosedException cut() {
            return new ConnectionClosedException("the connection ended within the framing of a chunk");
        }
    }
}
