package dev.plumbline.http.internal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP server on the loopback address. The JDK's server, which it uses, has no time limits: this class ends the
 * connection of a client that does not send the head of its request in time, and {@link ServerExchange} limits the rest.
 * Thread-safe.
 */
public final class LocalServer implements AutoCloseable {
    private final HttpServer http;
    private final ServerThreads threads;

    /** The requests whose heads have not arrived, the oldest first. */
    private final Map<Thread, IoWatch> heads = new LinkedHashMap<>();

    private LocalServer(HttpServer http, ServerThreads threads) {
        this.http = http;
        this.threads = threads;
    }

    /**
     * Takes a port; nothing is answered before {@link #start}.
     *
     * @param port 0 for a free one
     * @param threads closed with the server, and if there is none
     * @throws IOException if the port is taken
     */
    public static LocalServer listen(int port, ServerThreads threads) throws IOException {
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try {
            return new LocalServer(HttpServer.create(new InetSocketAddress(here, port), ServerLimits.BACKLOG), threads);
        } catch (IOException | RuntimeException failed) {
            threads.close();
            throw failed;
        }
    }

    /** Answers requests from now on. */
    public void start(Handler handler) {
        http.setExecutor(this::execute);
        http.createContext("/", exchange -> handle(exchange, handler));
        http.start();
    }

    /** Runs a request on a thread of its own, which reads its head first. */
    private void execute(Runnable request) {
        threads.requests().execute(() -> {
            headBegins();
            try {
                request.run();
            } finally {
                headArrived();
            }
        });
    }

    /**
     * Ends the oldest heads if all of them hold more than half of the threads, so that a program without the token never takes
     * the place of one that has it: a token is known only when the head has arrived.
     */
    private void headBegins() {
        IoWatch head = new IoWatch(threads.time(), threads.limits().head());
        synchronized (heads) {
            heads.put(Thread.currentThread(), head);
            int most = (threads.limits().requests() + 1) / 2;
            heads.values().stream().limit(Math.max(0, heads.size() - most)).forEach(IoWatch::end);
        }
    }

    private void headArrived() {
        IoWatch head;
        synchronized (heads) {
            head = heads.remove(Thread.currentThread());
        }
        if (head != null) {
            head.close();
        }
    }

    private void handle(HttpExchange exchange, Handler handler) {
        headArrived();
        ServerExchange request = new ServerExchange(exchange, threads);
        try {
            handler.handle(request);
        } catch (IOException gone) {
            request.close();
        }
    }

    /** Returns the port. */
    public int port() {
        return http.getAddress().getPort();
    }

    /** Returns the address without a path. */
    public String address() {
        return "http://127.0.0.1:" + port();
    }

    /** Ends the server, its requests and its threads; idempotent. */
    @Override
    public void close() {
        http.stop(0);
        threads.close();
    }

    /** Answers requests. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Answers a request, on a thread of the server.
         *
         * @throws IOException if the client goes away, or sends nothing for too long; its connection ends then
         */
        void handle(ServerExchange request) throws IOException;
    }
}
