package dev.plumbline.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** Takes the HTTP requests of a server: checks them, and hands them to the form of the protocol that they have. */
final class McpEndpoint implements HttpHandler {
    static final String PATH = "/mcp";

    private final ServerParts parts;
    private final RequestGuard guard;
    private final SessionProtocol sessions;
    private final StatelessProtocol stateless;

    McpEndpoint(ServerParts parts, RequestGuard guard) {
        this.parts = parts;
        this.guard = guard;
        this.sessions = new SessionProtocol(parts);
        this.stateless = new StatelessProtocol(parts);
    }

    @Override
    public void handle(HttpExchange exchange) {
        HttpAnswer answer = new HttpAnswer(exchange, parts.threads().time());
        JsonRpc.RpcMessage message = null;
        parts.threads().requests().headArrived();
        try {
            guard.check(answer);
            if (!answer.path().equals(PATH)) {
                throw RpcException.refused(404, "the address of this server ends with " + PATH);
            }
            if (answer.method().equals("POST")) {
                requireJson(answer);
                message = JsonRpc.read(answer.body(parts.options().limits.bodyBytes()));
                post(answer, message);
            } else {
                other(answer);
            }
        } catch (RpcException refused) {
            Optional<Json> id = message == null ? Optional.empty() : message.id();
            answer.finish(refused.status(), JsonRpc.error(id, refused));
        } catch (IOException gone) {
            answer.close();
        } catch (RuntimeException | Error broken) {
            RpcException failed = new RpcException(
                    RpcException.INTERNAL_ERROR,
                    500,
                    "the server failed: " + broken.getClass().getName());
            answer.finish(500, JsonRpc.error(Optional.empty(), failed));
        }
    }

    private void post(HttpAnswer answer, JsonRpc.RpcMessage message) {
        if (StatelessProtocol.speaks(answer, message)) {
            stateless.post(answer, message);
        } else {
            sessions.post(answer, message);
        }
    }

    private void other(HttpAnswer answer) {
        switch (answer.method()) {
            case "GET" -> {
                if (!answer.header("Accept").orElse("").contains("text/event-stream")) {
                    throw RpcException.refused(406, "GET opens a stream; accept text/event-stream");
                }
                sessions.listen(answer);
            }
            case "DELETE" -> sessions.delete(answer);
            default -> {
                answer.setHeader("Allow", "POST, GET, DELETE");
                throw RpcException.refused(405, "send POST, GET or DELETE");
            }
        }
    }

    /** A page can send other media types without asking first, so they are refused. */
    private static void requireJson(HttpAnswer answer) {
        String type = answer.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw RpcException.refused(415, "the body must be application/json");
        }
        String accept = answer.header("Accept").orElse("*/*");
        if (!accept.contains("application/json") && !accept.contains("*/*") && !accept.contains("text/event-stream")) {
            throw RpcException.refused(406, "accept application/json and text/event-stream");
        }
    }
}
