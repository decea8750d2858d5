package dev.plumbline.testkit.server;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/**
 * An HTTP/1.1 server on 127.0.0.1 with scripted responses: one {@link ServerResponse} for each request, in order.
 * Requests beyond the responses go to {@link #otherwise}, or without it to the scripts that were among the responses,
 * themselves or by {@code stream()}, in order, as far as they have further answers. Those are sent with the pace and in
 * the pieces of the script's first response, without its fault. Other requests get status 400, which no client repeats, with
 * the code {@code script_ended} and a message that says that the script is used up. A list of models takes no response of a
 * script. It keeps connections alive. Its threads are
 * daemons and end with {@link #close}. Thread-safe.
 */
public final class ScriptedServer implements AutoCloseable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final String NO_ANSWER =
            "the script of this test server has no more answers: add one with answers(...) or otherwise(...)";

    private final ServerSocket listener;
    private final String scheme;
    private final Queue<Turn> script = new ArrayDeque<>();
    private final List<ServerRequest> requests = new ArrayList<>();
    private final Map<ServerConnection, Thread> open = new HashMap<>();
    private final Thread porter;
    private final Map<ServiceScript<?>, UnaryOperator<ServerResponse>> begun = new LinkedHashMap<>();
    private Function<ServerRequest, ServerResponse> otherwise = this::rest;
    private int connections;

    private ScriptedServer(ServerSocket listener, String scheme) {
        this.listener = listener;
        this.scheme = scheme;
        this.porter = daemon("scripted-server " + listener.getLocalPort(), this::accept);
    }

    /**
     * Returns a server with responses in the chat-completions format, on a free port.
     *
     * @throws UncheckedIOException if there is no free port
     */
    public static ScriptedServer openAiChat() {
        return onPort(0);
    }

    /**
     * Returns a server on that port; 0 selects a free one.
     *
     * @throws UncheckedIOException if the port is in use
     */
    public static ScriptedServer onPort(int port) {
        return begun(ServerSocketFactory.getDefault(), port, "http");
    }

    /**
     * Returns a server with TLS, on a free port, with the same scripts and faults.
     *
     * @param own its key and certificate, e.g. {@link ServerCertificate#selfSigned()}{@code .server()}
     * @throws UncheckedIOException if there is no free port
     */
    public static ScriptedServer overTls(SSLContext own) {
        return begun(own.getServerSocketFactory(), 0, "https");
    }

    private static ScriptedServer begun(ServerSocketFactory factory, int port, String scheme) {
        try {
            ServerSocket listener = factory.createServerSocket(port, 50, InetAddress.getByAddress(LOOPBACK));
            ScriptedServer server = new ScriptedServer(listener, scheme);
            server.porter.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a response for the next request without one. */
    public synchronized ScriptedServer answers(ServerResponse answer) {
        script.add(new Turn(asked -> answer, answer.script()));
        answer.script().ifPresent(each -> begun.putIfAbsent(each, later -> later.sentAs(answer)));
        return this;
    }

    /**
     * Adds the next answer of a script for the next request without one, streamed or whole, as requested. The script's
     * further answers are given to later requests, as those of a script whose {@code stream()} is added.
     *
     * @param answers e.g. {@code OpenAiChatScript.create().says("one").says("two")}
     */
    public synchronized ScriptedServer answers(ServiceScript<?> answers) {
        script.add(new Turn(answers, Optional.of(answers)));
        begun.putIfAbsent(answers, UnaryOperator.identity());
        return this;
    }

    /** Adds a recorded response, sent in pieces of that many bytes; see {@link ServerResponse#recorded}. */
    public ScriptedServer answers(Path recorded, int bytesAtOnce) {
        return answers(ServerResponse.recorded(recorded).withBytesAtOnce(bytesAtOnce));
    }

    /** Adds a stream of server-sent events with these payloads, sent in pieces of that many bytes. */
    public ScriptedServer answersSse(List<String> dataPayloads, int bytesAtOnce) {
        return answers(ServerResponse.sse(dataPayloads).withBytesAtOnce(bytesAtOnce));
    }

    /** Adds a request that gets no response until the client disconnects. */
    public ScriptedServer stalls() {
        return answers(ServerResponse.json("{}").stallsAfter(-1));
    }

    /** Adds a request whose connection is reset before a response. */
    public ScriptedServer resets() {
        return answers(ServerResponse.json("{}").resetsAfter(-1));
    }

    /** Sets the handler of requests beyond the script, e.g. an {@link OpenAiChatScript}. */
    public synchronized ScriptedServer otherwise(Function<ServerRequest, ServerResponse> answering) {
        otherwise = answering;
        return this;
    }

    /** Returns the base URL for a client: {@code http://127.0.0.1:port/v1}, or https with TLS. */
    public URI address() {
        return URI.create(scheme + "://127.0.0.1:" + listener.getLocalPort() + "/v1");
    }

    /** Returns the requests, in the order in which they were read. */
    public synchronized List<ServerRequest> requests() {
        return List.copyOf(requests);
    }

    /**
     * Returns the request that was read last.
     *
     * @throws IllegalStateException if none was read
     */
    public synchronized ServerRequest lastRequest() {
        if (requests.isEmpty()) {
            throw new IllegalStateException(
                    "lastRequest(): no request has come; wait with awaitRequests(1, limit) where a call runs beside");
        }
        return requests.get(requests.size() - 1);
    }

    /** Returns the number of connections that clients have opened. */
    public synchronized int connections() {
        return connections;
    }

    /** Returns the number of open connections. */
    public synchronized int openConnections() {
        return open.size();
    }

    /** Waits in real time and returns whether every connection was closed; false if there was none. */
    public boolean awaitClientClosed(Duration limit) {
        return Await.until(() -> connections() > 0 && openConnections() == 0, limit);
    }

    /** Waits in real time and returns whether that many requests came within the limit. */
    public boolean awaitRequests(int count, Duration limit) {
        return Await.until(() -> requests().size() >= count, limit);
    }

    ServerResponse answer(ServerRequest request) {
        return next(request).apply(request);
    }

    private synchronized Function<ServerRequest, ServerResponse> next(ServerRequest request) {
        requests.add(request);
        Turn next = script.peek();
        if (next == null) {
            return otherwise;
        }
        if (isForModels(request) && next.script().isPresent()) {
            return next.script().get(); // a list of models, which takes no turn of the script
        }
        script.remove();
        return next.answer();
    }

    private static boolean isForModels(ServerRequest request) {
        return request.method().equals("GET") && request.target().endsWith("/models");
    }

    private synchronized ServerResponse rest(ServerRequest request) {
        for (Map.Entry<ServiceScript<?>, UnaryOperator<ServerResponse>> each : begun.entrySet()) {
            if (each.getKey().hasNext() || isForModels(request)) {
                return each.getValue().apply(each.getKey().apply(request));
            }
        }
        return ServerResponse.json(Json.object()
                        .with("error", Json.object().with("message", NO_ANSWER).with("code", WireFormat.SCRIPT_ENDED))
                        .text())
                .withStatus(400); // not sent again
    }

    /**
     * The answer of one request.
     *
     * @param script the script that it belongs to
     */
    private record Turn(Function<ServerRequest, ServerResponse> answer, Optional<ServiceScript<?>> script) {}

    synchronized void ended(ServerConnection connection) {
        open.remove(connection);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                serve(listener.accept());
            } catch (IOException closed) {
                // close() ends the wait for connections; another failure ends one connection only
            }
        }
    }

    private synchronized void serve(Socket socket) throws IOException {
        ServerConnection connection = new ServerConnection(this, socket);
        if (listener.isClosed()) {
            socket.close();
            return;
        }
        connections++;
        Thread thread = daemon(porter.getName() + " connection " + connections, connection);
        open.put(connection, thread);
        thread.start();
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Closes the port and every connection and waits for its threads, two seconds each at most. Idempotent. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException alreadyClosed) {
            // it is closed anyway
        }
        Map<ServerConnection, Thread> left;
        synchronized (this) {
            left = Map.copyOf(open);
        }
        left.keySet().forEach(ServerConnection::close);
        left.values().forEach(ScriptedServer::join);
        join(porter);
    }

    private static void join(Thread thread) {
        try {
            thread.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
