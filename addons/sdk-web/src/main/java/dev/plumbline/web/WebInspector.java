package dev.plumbline.web;

import dev.plumbline.http.internal.LocalServer;
import dev.plumbline.http.internal.RequestGuard;
import dev.plumbline.http.internal.ServerLimits;
import dev.plumbline.http.internal.ServerThreads;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server that shows the conversations of a runtime on a page, and offers them to web front ends by AG-UI 1.0. It listens
 * on the loopback address alone and refuses every request for content without the token of {@link #address}. It is off
 * until it is opened; who has the address can do what the person at the program can do. Thread-safe.
 */
public final class WebInspector implements AutoCloseable {
    private static final int REQUESTS = 16;
    private static final int WAITING = 512;

    private final LocalServer server;
    private final ConversationTable table;
    private final String token;
    private final AtomicBoolean closed = new AtomicBoolean();

    private WebInspector(LocalServer server, ConversationTable table, String token) {
        this.server = server;
        this.table = table;
        this.token = token;
    }

    /** Opens a page for a runtime, with the default options; as {@link #open(AiRuntime, WebInspectorOptions)}. */
    public static WebInspector open(AiRuntime runtime) {
        return open(runtime, WebInspectorOptions.ofDefaults());
    }

    /**
     * Opens a page for a runtime: for the sessions that the program opens, and for conversations that are opened on it.
     *
     * @param runtime its creator closes it, after this server
     * @throws UncheckedIOException if the port is taken
     */
    public static WebInspector open(AiRuntime runtime, WebInspectorOptions options) {
        ModuleVersions.check(WebInspector.class);
        ServerThreads threads =
                new ServerThreads("plumbline-web", ServerLimits.of(OpenStreams.MOST + REQUESTS, WAITING), 1);
        LocalServer server = listen(options.port(), threads);
        try {
            ConversationTable table = new ConversationTable(runtime, options);
            String token = threads.randomToken();
            OpenStreams streams = new OpenStreams();
            RequestGuard guard = new RequestGuard(server.port(), token, "open the address that the program has shown");
            server.start(new WebHandler(guard, new PageRequests(table, streams), new AgUiEndpoint(table, streams)));
            return new WebInspector(server, table, token);
        } catch (RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    private static LocalServer listen(int port, ServerThreads threads) {
        try {
            return LocalServer.listen(port, threads);
        } catch (IOException taken) {
            throw new UncheckedIOException(
                    "the page cannot be opened on port " + port + "; choose another with withPort(…)", taken);
        }
    }

    /** Returns the address to open in a browser. It contains the token, so it is a secret of this user. */
    public URI address() {
        return URI.create(server.address() + "/#" + token);
    }

    /** Returns the address of the AG-UI endpoint, which needs the header {@code Authorization: Bearer} with the token. */
    public URI agent() {
        return URI.create(server.address() + "/agent");
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
            server.close();
        }
    }
}
