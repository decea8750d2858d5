package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** A connection that carries messages to one server process or address, and back. Thread-safe. */
interface Channel extends AutoCloseable {
    /**
     * Sends a request and waits for its answer. Every other message that arrives goes to the receiver of the channel.
     *
     * @param ends ends the wait; the server is notified then
     * @return the answer, with a result or an error
     * @throws McpFailure if there is no answer
     */
    Json call(Outgoing request, Cancellation ends);

    /** Sends a notification or an answer; returns before it has arrived. */
    void send(Json message);

    /** Says which revision both sides speak, after the handshake. */
    void agreed(McpRevision revision);

    /** Opens a stream of notifications if this kind of connection needs one; returns at once. */
    void listen();

    /**
     * Returns how long a server has to answer a request that it may not know: servers at an address answer in any case,
     * after a person has granted access, while some processes ignore it.
     */
    Duration discoveryTime();

    /** Returns what telemetry says about the connection, by the names of OpenTelemetry's conventions. */
    Map<String, String> traceAttributes();

    /** Returns whether requests can still be sent. */
    boolean isOpen();

    /** Ends the connection, and everything that waits for it. */
    @Override
    void close();

    /**
     * A request.
     *
     * @param id its number, used once
     * @param message the whole message
     * @param headers the headers that repeat parts of it, for HTTP
     */
    record Outgoing(long id, Json message, Map<String, String> headers) {}

    /** Opens channels: each is a new process, or a new session. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens a channel.
         *
         * @param receiver takes requests and notifications of the server; returns at once
         * @param ends ends the attempt
         */
        Channel open(Consumer<Json> receiver, Cancellation ends);
    }
}
