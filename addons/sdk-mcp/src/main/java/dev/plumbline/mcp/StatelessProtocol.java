package dev.plumbline.mcp;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Revision 2026-07-28: each request says its version, its client and what the client can answer. */
final class StatelessProtocol {
    private static final String PREFIX = "io.modelcontextprotocol/";
    private static final String VERSION = PREFIX + "protocolVersion";
    private static final String CAPABILITIES = PREFIX + "clientCapabilities";
    private static final String SUBSCRIPTION = PREFIX + "subscriptionId";

    private static final Set<String> UNCACHED = Set.of("tools/call", "prompts/get", "completion/complete");

    /** How long a client may use a list before it asks again; changes are notified as well. */
    private static final int LIST_MILLIS = 60_000;

    private final ServerParts parts;
    private final SealedState states;
    private final CallAnswers answers;
    private final TaskTable tasks;

    StatelessProtocol(ServerParts parts) {
        this.parts = parts;
        this.states = new SealedState(parts.threads().randomBytes(32));
        this.answers = new CallAnswers(parts);
        this.tasks = new TaskTable(parts);
    }

    /** Returns whether a message, or the header of its request, has the form of this revision. */
    static boolean speaks(ServerExchange request, JsonRpc.Message message) {
        if (message.meta().get(VERSION).exists()) {
            return true;
        }
        Optional<String> header = request.header("MCP-Protocol-Version");
        boolean session = header.flatMap(McpRevision::of)
                .map(version -> !version.isStateless())
                .orElse(header.isEmpty());
        return !session && request.header("Mcp-Session-Id").isEmpty();
    }

    /** Answers a message. */
    void post(ServerExchange answer, JsonRpc.Message message) {
        if (message.isResponse()) {
            throw JsonRpc.badRequest(JsonRpc.INVALID_REQUEST, "this revision has no requests of servers");
        }
        if (message.id().isEmpty()) {
            answer.empty(202);
            return;
        }
        String method = message.method().orElseThrow();
        Peer peer = peer(answer, message);
        parts.gate().admit(peer.info());
        parts.gate().seen(peer);
        if (method.equals("server/discover")) {
            finish(answer, message, discover(peer));
        } else if (method.equals("subscriptions/listen")) {
            listen(answer, message, peer);
        } else if (TaskTable.METHODS.contains(method)) {
            finish(answer, message, tasks.answer(method, message.params(), peer));
        } else if (parts.methods().isCall(method)) {
            call(answer, message, peer);
        } else {
            Json result = parts.methods()
                    .answer(method, message.params(), peer)
                    .orElseThrow(() -> ServerMethods.unknown(method, 404));
            finish(answer, message, result);
        }
    }

    /** Reads who sent a request. */
    private Peer peer(ServerExchange answer, JsonRpc.Message message) {
        Json meta = message.meta();
        String version = meta.get(VERSION)
                .findText()
                .orElseThrow(() ->
                        JsonRpc.badRequest(JsonRpc.INVALID_PARAMS, "params._meta[\"" + VERSION + "\"] is missing"));
        HeaderCheck headers = new HeaderCheck(answer);
        headers.version(version);
        McpRevision known =
                McpRevision.of(version).filter(McpRevision::isStateless).orElseThrow(() -> unsupported(version));
        if (meta.get(CAPABILITIES).kind() != Json.Kind.OBJECT) {
            throw JsonRpc.badRequest(JsonRpc.INVALID_PARAMS, "params._meta[\"" + CAPABILITIES + "\"] is missing");
        }
        headers.method(message.method().orElseThrow(), message.params());
        McpClientInfo info = McpClientInfo.from(JsonMembers.object(meta, PREFIX + "clientInfo"));
        Optional<McpClient.LogLevel> level = meta.get(PREFIX + "logLevel")
                .findText()
                .map(text -> McpClient.LogLevel.from(text)
                        .orElseThrow(() -> JsonRpc.invalidParams("there is no such log level")));
        return new Peer(known, info, meta.get(CAPABILITIES), parts.gate().memory(info, headers.key()), level);
    }

    private static JsonRpc.Failure unsupported(String version) {
        return new JsonRpc.Failure(
                JsonRpc.UNSUPPORTED_VERSION,
                400,
                "Unsupported protocol version",
                Optional.of(Json.object()
                        .with("supported", McpRevision.served())
                        .with("requested", version.substring(0, Math.min(version.length(), 64)))));
    }

    private Json discover(Peer peer) {
        Json capabilities = parts.methods().capabilities();
        Json extensions = JsonMembers.object(capabilities, "extensions").with(TaskTable.EXTENSION, Json.object());
        Json result = Json.object()
                .with("supportedVersions", McpRevision.served())
                .with("capabilities", capabilities.with("extensions", extensions));
        return parts.methods()
                .instructions(peer)
                .map(text -> result.with("instructions", text))
                .orElse(result);
    }

    private void finish(ServerExchange answer, JsonRpc.Message message, Json result) {
        String method = message.method().orElseThrow();
        answer.finish(200, JsonRpc.result(message.id().orElseThrow(), complete(method, result)));
    }

    /** Adds what every result of this revision has, and how long a client may use it. */
    private Json complete(String method, Json result) {
        Json whole = typed("complete", result);
        if (UNCACHED.contains(method) || TaskTable.METHODS.contains(method)) {
            return whole;
        }
        int millis = method.equals("resources/read") ? 0 : LIST_MILLIS;
        return whole.with("ttlMs", millis).with("cacheScope", "private");
    }

    private Json typed(String type, Json result) {
        Json whole = Json.object().with("resultType", type);
        for (Map.Entry<String, Json> member : result.fields().entrySet()) {
            whole = whole.with(member.getKey(), member.getValue());
        }
        return whole.with(
                "_meta",
                JsonMembers.object(result, "_meta")
                        .with(PREFIX + "serverInfo", parts.methods().info()));
    }

    private void call(ServerExchange answer, JsonRpc.Message message, Peer peer) {
        Optional<String> state = message.params().get("requestState").findText();
        OpenCall fresh = parts.call(message, peer);
        if (fresh.request().method().equals("tools/call")) {
            parts.methods()
                    .inputSchema(fresh.request().name())
                    .ifPresent(schema ->
                            new HeaderCheck(answer).arguments(schema, ServerMethods.arguments(message.params())));
        }
        OpenCall call = state.isPresent() ? resumed(state.get(), fresh) : fresh;
        if (call == fresh) {
            parts.start(call);
        }
        CallAnswers.Destination to =
                CallAnswers.Destination.of(answer, message.id().orElseThrow());
        answers.carry(to, call, new CallAnswers.Way() {
            @Override
            public boolean asked(Signal.Input input) {
                return ask(to, call, input);
            }

            @Override
            public Json finished(Json result) {
                return complete(fresh.request().method(), result);
            }

            @Override
            public Optional<Json> task(OpenCall lasting) {
                return tasks.begin(lasting).map(task -> typed("task", task));
            }
        });
    }

    /**
     * Returns the call that a state belongs to, and gives it the answers.
     *
     * @throws JsonRpc.Failure if the state is not for this request, this client and this moment, or was used before
     */
    private OpenCall resumed(String state, OpenCall fresh) {
        SealedState.Content content = states.open(state);
        boolean fits = content.request().equals(digest(fresh))
                && content.client().equals(fresh.peer().owner());
        if (!fits) {
            throw JsonRpc.invalidParams("this requestState belongs to another request");
        }
        boolean valid = content.untilMillis() > parts.threads().time().instant().toEpochMilli();
        OpenCall call = valid ? parts.calls().find(content.call()).orElse(null) : null;
        if (call == null || !call.answer(content.round(), fresh.request().inputResponses())) {
            throw JsonRpc.invalidParams(
                    "this requestState was used before, or has expired; send the request without it");
        }
        return call;
    }

    /** Returns the digest of what a request asks for, without what differs when it is sent again. */
    private static String digest(OpenCall call) {
        Json asked = call.request()
                .params()
                .without("_meta")
                .without("inputResponses")
                .without("requestState");
        return Digest.of("plb1/mcp-request")
                .text(call.request().method())
                .json(asked)
                .fingerprint()
                .toString();
    }

    /** Ends this answer with a question; the client sends the request again, with its answers and the state. */
    private boolean ask(CallAnswers.Destination to, OpenCall call, Signal.Input input) {
        long until = parts.threads()
                .time()
                .instant()
                .plus(parts.options().limits.inputTime())
                .toEpochMilli();
        String state = states.seal(new SealedState.Content(
                call.id(), input.round(), digest(call), call.peer().owner(), until));
        Json result = Json.object()
                .with("inputRequests", McpInput.toJson(input.inputs()))
                .with("requestState", state);
        parts.calls().awaitClient(call, input.round());
        to.answer().finish(200, JsonRpc.result(to.id(), typed("input_required", result)));
        return true;
    }

    /** Opens a stream of the notifications that the client wants. */
    private void listen(ServerExchange answer, JsonRpc.Message message, Peer client) {
        Json wanted = JsonMembers.object(message.params(), "notifications");
        Json meta = Json.object().with(SUBSCRIPTION, message.id().orElseThrow());
        boolean tools = wanted.get("toolsListChanged").equals(Json.of(true));
        Set<String> resources = new LinkedHashSet<>();
        Json uris = wanted.get("resourceSubscriptions");
        if (wanted.get("taskIds").exists()) {
            TaskTable.requireTasks(client); // they are not notified of: the acknowledgement has none
        }
        if (parts.methods().hasResources() && uris.kind() == Json.Kind.ARRAY) {
            uris.elements().stream()
                    .filter(uri ->
                            uri.kind() == Json.Kind.STRING && uri.asText().length() <= ResourceMethods.LONGEST_ADDRESS)
                    .limit(256)
                    .forEach(uri -> resources.add(uri.asText()));
        }
        NotificationStream stream = new NotificationStream();
        StreamTable.Listener listener = new StreamTable.Listener(client.owner(), stream, meta, tools, resources);
        Json agreed = tools ? Json.object().with("toolsListChanged", true) : Json.object();
        listener.send(
                "notifications/subscriptions/acknowledged",
                Json.object()
                        .with(
                                "notifications",
                                resources.isEmpty()
                                        ? agreed
                                        : agreed.with("resourceSubscriptions", List.copyOf(resources))));
        parts.streams().add(listener);
        try {
            stream.write(answer);
        } finally {
            parts.streams().remove(listener);
        }
        Json end = Json.object().with("resultType", "complete").with("_meta", meta);
        answer.finish(200, JsonRpc.result(message.id().orElseThrow(), end));
    }
}
