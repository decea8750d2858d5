package dev.plumbline.proof.arena;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import javax.net.ssl.SSLContext;

/** A door in front of a service: what comes in over TLS is handed on in the open, and back. */
final class TlsDoor implements AutoCloseable {
    private final ServerSocket door;
    private final URI service;

    private TlsDoor(ServerSocket door, URI service) {
        this.door = door;
        this.service = service;
    }

    static TlsDoor open(SSLContext tls, URI service) {
        try {
            ServerSocket door =
                    tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
            TlsDoor open = new TlsDoor(door, service);
            daemon(open::accept);
            return open;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is: the service's address with another scheme and port. */
    URI address() {
        return URI.create("https://127.0.0.1:" + door.getLocalPort() + service.getPath());
    }

    private static void daemon(Runnable body) {
        Thread thread = new Thread(body, "tls door");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket outside = door.accept();
                Socket inside = new Socket(service.getHost(), service.getPort());
                daemon(() -> hand(outside, inside));
                daemon(() -> hand(inside, outside));
            } catch (IOException refusedOrClosed) {
                // the next one
            }
        }
    }

    /** Until either side ends. */
    private static void hand(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[1 << 14];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                out.write(bytes, 0, read);
            }
        } catch (IOException over) {
            // both are closed
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException alreadyClosed) {
            // closed is what was wanted
        }
    }
}
