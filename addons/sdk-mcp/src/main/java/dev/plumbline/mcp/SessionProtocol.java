package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Revisions 2025-06-18 and 2025-11-25: a client initializes a session, and each further request names it. */
final class SessionProtocol {
    private static final String SESSION = "Mcp-Session-Id";

    private final ServerParts parts;
    private final CallAnswers answers;
    private final Map<String, McpSession> sessions = new ConcurrentHashMap<>();

    SessionProtocol(ServerParts parts) {
        this.parts = parts;
        this.answers = new CallAnswers(parts);
    }

    /** Answers a message. */
    void post(ServerExchange answer, JsonRpc.Message message) {
        if (message.method().equals(Optional.of("initialize")) && message.id().isPresent()) {
            initialize(answer, message);
            return;
        }
        McpSession session = session(answer);
        if (message.isResponse()) {
            session.respond(message);
            answer.empty(202);
        } else if (message.id().isEmpty()) {
            notified(session, message);
            answer.empty(202);
        } else {
            request(answer, message, session);
        }
    }

    private void initialize(ServerExchange answer, JsonRpc.Message message) {
        Json params = message.params();
        McpRevision version = McpRevision.ofSession(params.get("protocolVersion")
                .findText()
                .orElseThrow(() -> JsonRpc.invalidParams("params.protocolVersion is missing")));
        McpClientInfo info = McpClientInfo.from(JsonMembers.object(params, "clientInfo"));
        parts.gate().admit(info);
        String id = parts.threads().randomId();
        McpSession session = new McpSession(
                id,
                version,
                info,
                JsonMembers.object(params, "capabilities"),
                parts.gate().memory(id));
        session.used(parts.threads().time().nanoTime());
        parts.gate().seen(session.peer());
        makePlace();
        sessions.put(session.id(), session);
        answer.setHeader(SESSION, session.id());
        Json result = Json.object()
                .with("protocolVersion", version.text())
                .with("capabilities", parts.methods().capabilities())
                .with("serverInfo", parts.methods().info());
        Json whole = parts.methods()
                .instructions(session.peer())
                .map(text -> result.with("instructions", text))
                .orElse(result);
        answer.finish(200, JsonRpc.result(message.id().orElseThrow(), whole));
    }

    /** If there are too many, ends the session that was idle longest, of the client that has most of them. */
    private void makePlace() {
        while (sessions.size() >= parts.options().limits.sessions()) {
            String most = StreamTable.mostFrequent(
                    sessions.values().stream().map(session -> session.info().name()));
            sessions.values().stream()
                    .filter(session -> session.info().name().equals(most))
                    .min(Comparator.comparingLong(McpSession::lastUsed))
                    .ifPresent(this::end);
        }
    }

    private void end(McpSession session) {
        sessions.remove(session.id());
        String owner = session.peer().memory().id();
        parts.methods().endChange(owner);
        parts.calls().cancel(call -> call.peer().memory().id().equals(owner), "the session has ended");
        parts.streams().end(listener -> listener.resources() == session.resources());
    }

    private McpSession session(ServerExchange answer) {
        String id = answer.header(SESSION)
                .orElseThrow(() -> JsonRpc.badRequest(
                        JsonRpc.INVALID_REQUEST,
                        "the header " + SESSION + " is missing; send initialize first, or use revision 2026-07-28"));
        McpSession session = sessions.get(id);
        if (session == null) {
            throw new JsonRpc.Failure(JsonRpc.INVALID_REQUEST, 404, "there is no such session; send initialize again");
        }
        Optional<String> version = answer.header("MCP-Protocol-Version");
        if (version.isPresent() && !version.get().equals(session.version().text())) {
            throw JsonRpc.badRequest(
                    JsonRpc.INVALID_REQUEST,
                    "MCP-Protocol-Version must be " + session.version().text() + ", as it was negotiated");
        }
        session.used(parts.threads().time().nanoTime());
        parts.gate().seen(session.peer());
        return session;
    }

    private void notified(McpSession session, JsonRpc.Message message) {
        if (message.method().equals(Optional.of("notifications/cancelled"))) {
            Json id = message.params().get("requestId");
            String owner = session.peer().memory().id();
            parts.calls()
                    .cancel(
                            call -> call.request().id().equals(id)
                                    && call.peer().memory().id().equals(owner),
                            "the client cancelled the request");
        }
    }

    private void request(ServerExchange answer, JsonRpc.Message message, McpSession session) {
        String method = message.method().orElseThrow();
        if (parts.methods().isCall(method)) {
            OpenCall call = parts.call(message, session.peer());
            parts.start(call);
            CallAnswers.Destination to =
                    CallAnswers.Destination.of(answer, message.id().orElseThrow());
            answers.carry(to, call, new CallAnswers.Way() {
                @Override
                public boolean asked(Signal.Input input) {
                    return ask(to, call, session, input);
                }

                @Override
                public Json finished(Json result) {
                    return result;
                }

                @Override
                public Optional<Json> task(OpenCall lasting) {
                    return Optional.empty();
                }
            });
        } else {
            Json result = quick(method, message.params(), session);
            answer.finish(200, JsonRpc.result(message.id().orElseThrow(), result));
        }
    }

    private Json quick(String method, Json params, McpSession session) {
        return switch (method) {
            case "ping" -> Json.object();
            case "logging/setLevel" -> setLevel(params, session);
            case "resources/subscribe", "resources/unsubscribe" -> subscribe(method, params, session);
            default ->
                parts.methods()
                        .answer(method, params, session.peer())
                        .orElseThrow(() -> ServerMethods.unknown(method, 200));
        };
    }

    private static Json setLevel(Json params, McpSession session) {
        session.logLevel(params.get("level")
                .findText()
                .flatMap(McpClient.LogLevel::from)
                .orElseThrow(() -> JsonRpc.invalidParams("there is no such log level")));
        return Json.object();
    }

    private Json subscribe(String method, Json params, McpSession session) {
        if (!parts.methods().hasResources()) {
            throw ServerMethods.unknown(method, 200);
        }
        String uri = ServerMethods.name("resources/read", params);
        if (method.equals("resources/unsubscribe")) {
            session.resources().remove(uri);
        } else if (uri.length() > ResourceMethods.LONGEST_ADDRESS || !session.subscribe(uri)) {
            throw JsonRpc.invalidParams("the address is longer than " + ResourceMethods.LONGEST_ADDRESS
                    + " characters, or the session follows too many");
        }
        return Json.object();
    }

    /** Sends the requests of a question in the stream of the answer; the client's answers come by other requests. */
    private static boolean ask(CallAnswers.Destination to, OpenCall call, McpSession session, Signal.Input input) {
        input.inputs().forEach((key, wanted) -> {
            Json request = session.request(wanted, answer -> call.deliver(input.round(), key, answer));
            to.answer().event(request);
        });
        return false;
    }

    /** Opens the stream of the notifications of a session. */
    void listen(ServerExchange answer) {
        McpSession session = session(answer);
        NotificationStream stream = new NotificationStream();
        StreamTable.Listener listener =
                new StreamTable.Listener(session.peer().owner(), stream, Json.object(), true, session.resources());
        parts.streams().add(listener);
        try {
            stream.write(answer);
        } finally {
            parts.streams().remove(listener);
            answer.close();
        }
    }

    /** Ends a session at the client's request. */
    void delete(ServerExchange answer) {
        end(session(answer));
        answer.empty(204);
    }
}
