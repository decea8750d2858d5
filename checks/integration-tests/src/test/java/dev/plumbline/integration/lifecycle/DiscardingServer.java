package dev.plumbline.integration.lifecycle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A server that keeps nothing of what it is sent: it answers the first request with a stream and every other with a refusal
 * that repeats the key, as careless servers do.
 */
final class DiscardingServer implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final String answer;
    private final char[] key;
    private int requests;

    DiscardingServer(String answer, char[] key) throws IOException {
        this.answer = answer;
        this.key = key;
        Thread thread = new Thread(this::serve, "discarding-server");
        thread.setDaemon(true);
        thread.start();
    }

    String address() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/v1";
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                skip(client.getInputStream());
                reply(client.getOutputStream(), requests++ == 0);
            } catch (IOException closed) {
                continue;
            }
        }
    }

    /** Reads a request to its end: the blank line, and as many bytes as its header says. */
    private static void skip(InputStream in) throws IOException {
        long length = 0;
        int number = -1;
        String name = "content-length:";
        int matched = 0;
        int lineLength = 0;
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                if (lineLength == 0) {
                    break;
                }
                length = number >= 0 ? number : length;
                number = -1;
                matched = 0;
                lineLength = 0;
            } else if (c != '\r') {
                lineLength++;
                if (matched == name.length() && Character.isDigit(c)) {
                    number = Math.max(0, number) * 10 + (c - '0');
                } else if (matched < name.length() && lineLength == matched + 1) {
                    matched += Character.toLowerCase(c) == name.charAt(matched) ? 1 : 0;
                }
            }
        }
        in.skipNBytes(length);
    }

    private void reply(OutputStream out, boolean good) throws IOException {
        if (good) {
            String stream = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + answer
                    + "\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
            write(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + stream);
        } else {
            write(out, "HTTP/1.1 401 No\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
            write(out, "{\"error\":{\"message\":\"CANARY wrong key ");
            for (char c : key) {
                out.write(c);
            }
            write(out, "\"}}");
        }
        out.flush();
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
