package dev.plumbline.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A network between a program and a server, which a test disturbs. */
final class NetworkProxy implements AutoCloseable {
    /** What happens to bytes on their way. */
    enum Mode {
        /** They pass. */
        PASSING,
        /** Nothing arrives, and nobody hears of it: as when packets are dropped. */
        SILENT,
        /** Requests arrive, and the connection is closed when the answer begins. */
        ANSWERS_LOST,
        /** New connections are closed, and those that there are. */
        CLOSED
    }

    private final ServerSocket accepting;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile Mode mode = Mode.PASSING;

    private NetworkProxy(ServerSocket accepting, int target) {
        this.accepting = accepting;
        this.target = target;
    }

    static NetworkProxy to(int port) {
        try {
            NetworkProxy proxy = new NetworkProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
            proxy.start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return accepting.getLocalPort();
    }

    void mode(Mode next) {
        mode = next;
        if (next == Mode.CLOSED) {
            sockets.forEach(NetworkProxy::close);
        }
    }

    private void start(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!accepting.isClosed()) {
            try {
                Socket client = accepting.accept();
                sockets.add(client);
                if (mode == Mode.CLOSED) {
                    close(client);
                    continue;
                }
                connect(client);
            } catch (IOException ended) {
                // the test is over
            }
        }
    }

    private void connect(Socket client) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            start(() -> copy(client, server, false));
            start(() -> copy(server, client, true));
        } catch (IOException away) {
            close(client);
        }
    }

    private void copy(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[65536];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            int read = in.read(buffer);
            while (read >= 0) {
                if (mode == Mode.ANSWERS_LOST && answers) {
                    mode = Mode.PASSING;
                    return;
                }
                if (mode != Mode.SILENT) {
                    out.write(buffer, 0, read);
                    out.flush();
                }
                read = in.read(buffer);
            }
        } catch (IOException ended) {
            // by the test or by one of the ends
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // already
        }
    }

    @Override
    public void close() {
        mode(Mode.CLOSED);
        try {
            accepting.close();
        } catch (IOException closed) {
            // already
        }
    }
}
