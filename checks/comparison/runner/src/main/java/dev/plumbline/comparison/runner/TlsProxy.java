package dev.plumbline.comparison.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import javax.net.ssl.SSLContext;

/** A proxy that accepts TLS and forwards plain text to a service, and back. */
final class TlsProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final URI service;

    private TlsProxy(ServerSocket listener, URI service) {
        this.listener = listener;
        this.service = service;
    }

    static TlsProxy open(SSLContext tls, URI service) {
        try {
            ServerSocket listener =
                    tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
            TlsProxy open = new TlsProxy(listener, service);
            daemon(open::accept);
            return open;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns its address: the service's with another scheme and port. */
    URI address() {
        return URI.create("https://127.0.0.1:" + listener.getLocalPort() + service.getPath());
    }

    private static void daemon(Runnable body) {
        Thread thread = new Thread(body, "tls proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket outside = listener.accept();
                Socket inside = new Socket(service.getHost(), service.getPort());
                daemon(() -> hand(outside, inside));
                daemon(() -> hand(inside, outside));
            } catch (IOException refusedOrClosed) {
                // accept the next connection
            }
        }
    }

    /** Forwards bytes until either side ends. */
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
            // both sides are closed
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException alreadyClosed) {
            // it is closed anyway
        }
    }
}
