package dev.plumbline.mcpclient;

import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.tool.ToolContext;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How a request becomes part of the host's trace: the headers that go into its {@code _meta}, and what takes attributes
 * of the span. The span of the tool is that of the request, as OpenTelemetry's convention for the protocol wants it.
 *
 * @param headers {@code traceparent} of the span; none if nothing is traced
 */
record CallTrace(Map<String, String> headers, Consumer<Map<String, String>> attributes) {
    static final CallTrace NONE = new CallTrace(Map.of(), ignored -> {});

    /** Returns the trace of a tool. */
    static CallTrace of(ToolContext tool) {
        return new CallTrace(tool.traceHeaders(), more -> {
            try {
                tool.addTraceAttributes(more);
            } catch (IllegalStateException over) {
                // the call has ended, and its span with it
            }
        });
    }

    /** Adds what is known when a request is sent. */
    void sent(String method, long id, McpRevision revision, Map<String, String> connection) {
        Map<String, String> known = new HashMap<>(connection);
        known.put("mcp.method.name", method);
        known.put("mcp.protocol.version", revision.text());
        known.put("jsonrpc.request.id", Long.toString(id));
        attributes.accept(known);
    }

    /** Adds the code of an error that the server answered; nothing for another failure. */
    void failed(McpFailure failure) {
        if (failure.code() != 0) {
            attributes.accept(Map.of("rpc.response.status_code", Integer.toString(failure.code())));
        }
    }
}
