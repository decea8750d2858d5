package dev.plumbline.integration.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Passes HTTP requests on to a server and adds its token, for programs that cannot send one. Everything else stays as it
 * is, but for its own port, which becomes the server's.
 */
final class AuthorizingRelay implements AutoCloseable {
    private final ServerSocket socket;
    private final int server;
    private final String token;

    AuthorizingRelay(int server, String token) {
        this.server = server;
        this.token = token;
        try {
            this.socket = new ServerSocket(0, 64, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/mcp";
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                start(() -> relay(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** One request for each connection, so that only its head must be understood. */
    private void relay(Socket client) {
        try (client;
                Socket behind = new Socket(InetAddress.getByName("127.0.0.1"), server)) {
            InputStream in = client.getInputStream();
            String head = head(in).replace("127.0.0.1:" + socket.getLocalPort(), "127.0.0.1:" + server)
                    .replaceAll("(?im)^connection:.*\r\n", "");
            int line = head.indexOf("\r\n") + 2;
            OutputStream out = behind.getOutputStream();
            out.write((head.substring(0, line) + "Authorization: Bearer " + token + "\r\nConnection: close\r\n"
                            + head.substring(line))
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            start(() -> copy(in, out, behind));
            String answer = head(behind.getInputStream());
            int status = answer.indexOf("\r\n") + 2;
            client.getOutputStream()
                    .write((answer.substring(0, status) + "Connection: close\r\n" + answer.substring(status))
                            .getBytes(StandardCharsets.ISO_8859_1));
            copy(behind.getInputStream(), client.getOutputStream(), client);
        } catch (IOException gone) {
            // one of both has closed its connection
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.write(next);
            if (next == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
        }
        throw new IOException("no request");
    }

    private static void copy(InputStream from, OutputStream to, Socket end) {
        byte[] buffer = new byte[8192];
        try (end) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                to.write(buffer, 0, n);
                to.flush();
            }
        } catch (IOException gone) {
            // one of both has closed its connection
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
