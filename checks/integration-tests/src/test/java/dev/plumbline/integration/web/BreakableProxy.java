package dev.plumbline.integration.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between a browser and a server on this machine, and breaks their connections on request. In requests it writes the
 * server's port for its own, because the server refuses any other; both have five digits.
 */
final class BreakableProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final URI target;
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    BreakableProxy(URI target) throws IOException {
        this.target = target;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        begin(this::accept);
    }

    /** The server's address, by way of this proxy. */
    URI address() {
        return URI.create(target.toString().replace(port(target.getPort()), port(listening.getLocalPort())));
    }

    private static String port(int number) {
        return "127.0.0.1:" + number;
    }

    private static void begin(Runnable task) {
        Thread thread = new Thread(task, "breakable-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket from = listening.accept();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target.getPort());
                open.add(from);
                open.add(to);
                begin(() -> pass(from, to, true));
                begin(() -> pass(to, from, false));
            }
        } catch (IOException closed) {
            // the end of the test
        }
    }

    private void pass(Socket from, Socket to, boolean isRequest) {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] bytes = new byte[1 << 16];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                String text = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
                String passed = isRequest ? text.replace(port(listening.getLocalPort()), port(target.getPort())) : text;
                out.write(passed.getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            }
        } catch (IOException broken) {
            // one of the two has gone
        }
    }

    /** Breaks all connections. */
    void breakAll() {
        for (Socket socket : open) {
            try (socket) {
                socket.setSoLinger(true, 0); // a reset, not an orderly end
            } catch (IOException closed) {
                // it has ended by itself
            }
        }
        open.clear();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        breakAll();
    }
}
