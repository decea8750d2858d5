package dev.plumbline.http;

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
 * An open HTTP/1.1 connection: one request and its answer at a time, each read and write on the thread that
 * asks. Any thread may {@link #close} it, which ends a wait in it; so does an interrupt of the waiting thread.
 */
final class HttpConnection implements Closeable {
    /** The longest line of a head or of a chunk, and how many headers there may be. */
    private static final int LONGEST_LINE = 16 << 10;

    private static final int MOST_HEADERS = 256;

    private static final int BUFFER = 16 << 10;
    /** Informational answers that may come before the final one. */
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
     * A connection over what was opened.
     *
     * @param channel what to close
     * @param socket what to read and write: that of the channel, or the TLS above it
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

    /** Sends a request whole. */
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
     * The head of the answer, after those that only inform.
     *
     * @param method of the request, which says whether there can be a body
     * @throws ProtocolException when it is not well-formed, or longer than is read
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

    /** The body of the last answer; a read waits until there is some, or its end. */
    InputStream body() {
        return body;
    }

    /** Whether another request may follow upon an answer that was read to its end. */
    boolean isReusable() {
        return reusable;
    }

    /** Looks for the end of the body; waits a millisecond at most, and not at all when nothing has arrived. */
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

    /** How many bytes wait below any TLS. */
    private int arrived() throws IOException {
        return channel.socket().getInputStream().available();
    }

    /**
     * Whether an idle connection is still open: looks without waiting. Anything that arrived unasked, the end above all, means
     * that it does not. Nothing is lost by that, since no request is on its way.
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
            // it is not used any more
        }
    }

    /** Whether a body that is wanted no more has ended. */
    enum End {
        /** All of it was read, so that the connection may serve again. */
        HERE,
        /** Nothing more has arrived, nor has the end. */
        NOT_YET,
        /** More content came, or it broke. */
        NEVER
    }

    /** What arrives, and whether its end was seen. */
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

    /** Chunks, for which an end in the middle of their framing is an end and no fault in it. */
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
