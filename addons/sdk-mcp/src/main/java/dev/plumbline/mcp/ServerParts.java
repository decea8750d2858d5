package dev.plumbline.mcp;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.ServerThreads;
import dev.plumbline.json.Json;
import dev.plumbline.ui.HostApplication;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What both forms of the protocol share.
 *
 * @param options the options
 * @param methods the methods
 * @param gate decides about clients
 * @param calls the calls that run
 * @param streams the streams for notifications
 * @param threads the threads, the clock and the random numbers
 */
record ServerParts(
        McpOptions options,
        ServerMethods methods,
        ClientGate gate,
        CallTable calls,
        StreamTable streams,
        ServerThreads threads) {

    /**
     * Creates a call from a request.
     *
     * @throws JsonRpc.Failure if a parameter has the wrong form
     */
    OpenCall call(JsonRpc.Message message, Peer peer) {
        String method = message.method().orElseThrow();
        Json token = message.meta().get("progressToken");
        boolean hasToken = token.kind() == Json.Kind.STRING || token.kind() == Json.Kind.NUMBER;
        OpenCall.RequestInfo info = new OpenCall.RequestInfo(
                message.id().orElseThrow(),
                method,
                ServerMethods.name(method, message.params()),
                message.params(),
                hasToken ? Optional.of(token) : Optional.empty(),
                inputResponses(message.params()));
        return new OpenCall(
                threads.randomId(),
                peer,
                info,
                () -> options.host.map(HostApplication::isUiThread).orElse(false));
    }

    /** Starts a call; a call that finds no place is answered with what is running. */
    void start(OpenCall call) {
        if (!calls.start(call, methods::run)) {
            String running = calls.running();
            String busy = call.content()
                    .note(options.name + " is busy" + (running.isEmpty() ? "" : " with " + running)
                            + ", and runs at most " + options.limits.calls() + " calls at a time, "
                            + options.limits.callsOfAClient() + " of one client. Try again when it is done.");
            if (call.request().method().equals("tools/call")) {
                call.complete(ToolResultJson.failed(
                        ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, busy).withRetryable(true)));
            } else {
                call.fail(JsonRpc.refused(429, busy));
            }
        }
    }

    /**
     * Returns the answers that a client has sent to what it was asked for.
     *
     * @throws JsonRpc.Failure if they have the wrong form
     */
    static Map<String, Json> inputResponses(Json params) {
        Json given = params.get("inputResponses");
        if (!given.exists()) {
            return Map.of();
        }
        if (given.kind() != Json.Kind.OBJECT) {
            throw JsonRpc.invalidParams("inputResponses is an object");
        }
        Map<String, Json> responses = new LinkedHashMap<>();
        given.fields().forEach((key, response) -> {
            if (response.kind() != Json.Kind.OBJECT) {
                throw JsonRpc.invalidParams("each member of inputResponses is an object");
            }
            responses.put(key, response);
        });
        return responses;
    }
}
