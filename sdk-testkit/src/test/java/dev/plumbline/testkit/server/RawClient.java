package dev.plumbline.testkit.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that sees every byte. */
final class RawClient implements AutoCloseable {
    private final Socket socket;

    RawClient(URI server) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(10_000);
    }

    static String exchange(URI server) throws IOException {
        try (RawClient client = new RawClient(server)) {
            return client.post("{}").all();
        }
    }

    RawClient post(String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head =
                "POST /v1/chat/completions HTTP/1.1\r\nHost: test\r\nContent-Length: " + bytes.length + "\r\n\r\n";
        return send(head).send(body);
    }

    RawClient send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Everything until the server closes. */
    String all() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    String next(int bytes) throws IOException {
        return new String(in().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    /** Everything up to the end of the headers. */
    String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) in().read());
        }
        return head.toString();
    }

    private InputStream in() throws IOException {
        return socket.getInputStream();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
