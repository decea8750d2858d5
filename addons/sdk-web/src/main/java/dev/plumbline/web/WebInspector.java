package dev.plumbline.web;

import com.sun.net.httpserver.HttpServer;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server that shows the conversations of a runtime on a page, and offers them to web front ends by AG-UI 1.0. It listens
 * on the loopback address alone and refuses every request for content without the token of {@link #address}. It is off
 * until it is opened; who has the address can do what the person at the program can do. Thread-safe.
 */
public final class WebInspector implements AutoCloseable {
    private static final int BACKLOG = 64;

    private final HttpServer http;
    private final ConversationTable table;
    private final WebThreads threads;
    private final String token;
    private final AtomicBoolean closed = new AtomicBoolean();

    private WebInspector(HttpServer http, ConversationTable table, WebThreads threads, String token) {
        this.http = http;
        this.table = table;
        this.threads = threads;
        this.token = token;
    }

    /** Opens a page for a runtime, with the default options; as {@link #open(AiRuntime, WebOptions)}. */
    public static WebInspector open(AiRuntime runtime) {
        return open(runtime, WebOptions.ofDefaults());
    }

    /**
     * Opens a page for a runtime: for the sessions that the program opens, and for conversations that are opened on it.
     *
     * @param runtime its creator closes it, after this server
     * @throws UncheckedIOException if the port is taken
     */
    public static WebInspector open(AiRuntime runtime, WebOptions options) {
        WebThreads threads = new WebThreads();
        try {
            HttpServer http = listen(options.port());
            ConversationTable table = new ConversationTable(runtime, options);
            String token = threads.randomToken();
            EventStreams streams = new EventStreams();
            RequestGuard guard = new RequestGuard(http.getAddress().getPort(), token);
            PageRequests page = new PageRequests(table, streams);
            AgUiEndpoint agUi = new AgUiEndpoint(table, streams);
            http.createContext("/", new WebHandler(guard, page, agUi, threads.time()));
            http.setExecutor(threads.requests());
            http.start();
            return new WebInspector(http, table, threads, token);
        } catch (RuntimeException failed) {
            threads.close();
            throw failed;
        }
    }

    private static HttpServer listen(int port) {
        try {
            return HttpServer.create(
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), BACKLOG);
        } catch (IOException taken) {
            throw new UncheckedIOException(
                    "the page cannot be opened on port " + port + "; choose another with withPort(…)", taken);
        }
    }

    /** Returns the address to open in a browser. It contains the token, so it is a secret of this user. */
    public URI address() {
        return URI.create(base() + "/#" + token);
    }

    /** Returns the address of the AG-UI endpoint, which needs the header {@code Authorization: Bearer} with the token. */
    public URI agent() {
        return URI.create(base() + "/agent");
    }

    private String base() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** Returns the token of all requests; a secret of this user. */
    public String token() {
        return token;
    }

    /** Ends the server and its streams, and closes the conversations that were opened on it; idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            table.close();
            http.stop(0);
            threads.close();
        }
    }
}
