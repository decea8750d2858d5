package dev.plumbline.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A server for one connection that speaks just enough HTTP/2 over TLS to answer a request with a stream of events and to see
 * which frames the client sends: RFC 9113, and RFC 7541 without compression.
 */
final class H2Server implements AutoCloseable {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;

    final List<String> seen = new CopyOnWriteArrayList<>();
    private final SSLServerSocket door;
    private final List<String> events;
    private final boolean ends;

    /** A server that answers with these events, and then ends the stream or falls silent. */
    H2Server(SSLContext tls, List<String> events, boolean ends) throws IOException {
        this(tls, events, ends, "TLSv1.3");
    }

    /** The same, over that protocol alone. */
    H2Server(SSLContext tls, List<String> events, boolean ends, String protocol) throws IOException {
        this.events = events;
        this.ends = ends;
        door = (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        SSLParameters parameters = door.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
        parameters.setProtocols(new String[] {protocol});
        door.setSSLParameters(parameters);
        Thread thread = new Thread(this::serve, "h2-server");
        thread.setDaemon(true);
        thread.start();
    }

    URI address() {
        return URI.create("https://127.0.0.1:" + door.getLocalPort() + "/v1");
    }

    private void serve() {
        try (SSLSocket socket = (SSLSocket) door.accept()) {
            socket.startHandshake();
            seen.add(socket.getApplicationProtocol());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            in.readNBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length());
            frame(out, SETTINGS, 0, 0, new byte[0]);
            while (true) {
                next(in, out);
            }
        } catch (IOException over) {
            seen.add("closed");
        }
    }

    private void next(DataInputStream in, OutputStream out) throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt() & 0x7FFFFFFF;
        in.readNBytes(length);
        if (type == SETTINGS && (flags & 1) == 0) {
            frame(out, SETTINGS, 1, 0, new byte[0]);
        } else if (type == HEADERS) {
            answer(out, stream);
        } else if (type == RST_STREAM) {
            seen.add("reset");
        }
    }

    private void answer(OutputStream out, int stream) throws IOException {
        byte[] name = "content-type".getBytes(StandardCharsets.US_ASCII);
        byte[] type = "text/event-stream".getBytes(StandardCharsets.US_ASCII);
        byte[] head = new byte[1 + 2 + name.length + 1 + type.length];
        head[0] = (byte) 0x88;
        head[2] = (byte) name.length;
        System.arraycopy(name, 0, head, 3, name.length);
        head[3 + name.length] = (byte) type.length;
        System.arraycopy(type, 0, head, 4 + name.length, type.length);
        frame(out, HEADERS, 4, stream, head);
        for (int i = 0; i < events.size(); i++) {
            byte[] event = ("data: " + events.get(i) + "\n\n").getBytes(StandardCharsets.UTF_8);
            frame(out, DATA, ends && i == events.size() - 1 ? 1 : 0, stream, event);
        }
    }

    private static void frame(OutputStream out, int type, int flags, int stream, byte[] payload) throws IOException {
        byte[] frame = new byte[9 + payload.length];
        frame[1] = (byte) (payload.length >> 8);
        frame[2] = (byte) payload.length;
        frame[3] = (byte) type;
        frame[4] = (byte) flags;
        frame[8] = (byte) stream;
        System.arraycopy(payload, 0, frame, 9, payload.length);
        out.write(frame);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
