package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.LocalServer;
import dev.plumbline.http.internal.RequestGuard;
import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes the HTTP requests of a server: checks them, and hands them to the form of the protocol that they have. */
final class McpEndpoint implements LocalServer.Handler {
    static final String PATH = "/mcp";

    private final ServerParts parts;
    private final RequestGuard guard;
    private final RateLimit rate;
    private final SessionProtocol sessions;
    private final StatelessProtocol stateless;

    McpEndpoint(ServerParts parts, RequestGuard guard) {
        this.parts = parts;
        this.guard = guard;
        this.rate = new RateLimit(
                parts.options().limits.requestsPerSecond(), parts.threads().time());
        this.sessions = new SessionProtocol(parts);
        this.stateless = new StatelessProtocol(parts);
    }

    @Override
    public void handle(ServerExchange answer) throws IOException {
        JsonRpc.Message message = null;
        try {
            guard.checkOrigin(answer);
            guard.checkToken(answer);
            checkRate(answer);
            if (!answer.path().equals(PATH)) {
                throw JsonRpc.refused(404, "the address of this server ends with " + PATH);
            }
            if (answer.method().equals("POST")) {
                answer.requireJson();
                requireAccept(answer);
                message = JsonRpc.read(answer.body(parts.options().limits.bodyBytes()));
                post(answer, message);
            } else {
                other(answer);
            }
        } catch (RequestRefusal refused) {
            refuse(answer, message, JsonRpc.refused(refused.status(), refused.why()));
        } catch (JsonRpc.Failure refused) {
            refuse(answer, message, refused);
        } catch (RuntimeException | Error broken) {
            JsonRpc.Failure failed = new JsonRpc.Failure(
                    JsonRpc.INTERNAL_ERROR,
                    500,
                    "the server failed: " + broken.getClass().getName());
            answer.finish(500, JsonRpc.error(Optional.empty(), failed));
        }
    }

    private static void refuse(ServerExchange answer, JsonRpc.@Nullable Message message, JsonRpc.Failure why) {
        Optional<Json> id = message == null ? Optional.empty() : message.id();
        answer.finish(why.status(), JsonRpc.error(id, why));
    }

    private void checkRate(ServerExchange answer) {
        if (!rate.tryAcquire()) {
            answer.setHeader("Retry-After", "1");
            throw JsonRpc.refused(429, "too many requests; wait a second");
        }
    }

    private void post(ServerExchange answer, JsonRpc.Message message) {
        if (StatelessProtocol.speaks(answer, message)) {
            stateless.post(answer, message);
        } else {
            sessions.post(answer, message);
        }
    }

    private void other(ServerExchange answer) {
        switch (answer.method()) {
            case "GET" -> {
                if (!answer.header("Accept").orElse("").contains("text/event-stream")) {
                    throw JsonRpc.refused(406, "GET opens a stream; accept text/event-stream");
                }
                sessions.listen(answer);
            }
            case "DELETE" -> sessions.delete(answer);
            default -> {
                answer.setHeader("Allow", "POST, GET, DELETE");
                throw JsonRpc.refused(405, "send POST, GET or DELETE");
            }
        }
    }

    private static void requireAccept(ServerExchange answer) {
        String accept = answer.header("Accept").orElse("*/*");
        if (!accept.contains("application/json") && !accept.contains("*/*") && !accept.contains("text/event-stream")) {
            throw JsonRpc.refused(406, "accept application/json and text/event-stream");
        }
    }
}
