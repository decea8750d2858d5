package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A channel after its handshake: both sides know the revision, and what the other one can do. Thread-safe. */
final class ServerSession {
    private static final String PREFIX = "io.modelcontextprotocol/";
    private static final int UNSUPPORTED_VERSION = -32022;
    private static final int MOST_ROUNDS = 16;
    private static final String DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}";

    private final Channel channel;
    private final ConnectionParts parts;
    private final ServerRequests answers;
    private final AtomicLong numbers = new AtomicLong();
    private volatile McpRevision revision = McpRevision.V2026_07_28;
    private volatile Json described = Json.object();

    ServerSession(Channel channel, ConnectionParts parts, ServerRequests answers) {
        this.channel = channel;
        this.parts = parts;
        this.answers = answers;
    }

    /**
     * Finds a revision that both sides speak: the newest one by discovery, an older one by initialization.
     *
     * @param newest whether the newest one is tried
     */
    void negotiate(boolean newest, Cancellation ends) {
        Optional<Json> discovered = newest ? discover(ends, 2) : Optional.empty();
        if (discovered.isPresent()) {
            described = discovered.get();
            channel.agreed(revision);
        } else {
            initialize(ends);
        }
    }

    /** Asks for the server's description in the newest revision; empty if the server does not speak it. */
    private Optional<Json> discover(Cancellation ends, int attempts) {
        try {
            Json result = Waits.within(
                    channel.discoveryTime(),
                    ends,
                    parts.threads().time(),
                    limit -> send("server/discover", Json.object(), limit));
            return JsonMembers.texts(result, "supportedVersions").contains(revision.text())
                    ? Optional.of(result)
                    : Optional.empty();
        } catch (McpFailure failed) {
            boolean offered = failed.code() == UNSUPPORTED_VERSION
                    && JsonMembers.texts(failed.data(), "supported").contains(revision.text());
            if (offered && attempts > 1) {
                return discover(ends, attempts - 1);
            }
            if (ends.isCancelled() || isFinal(failed)) {
                throw failed;
            }
            return Optional.empty();
        }
    }

    /** Returns whether a failure has nothing to do with the revision. A server may refuse what it does not know. */
    private boolean isFinal(McpFailure failed) {
        return switch (failed.kind()) {
            case ANSWERED, PROTOCOL, TIMEOUT, SESSION_GONE -> false;
            case LOST -> !channel.isOpen();
            case UNREACHABLE -> failed.status() == 0;
            default -> true;
        };
    }

    private void initialize(Cancellation ends) {
        revision = McpRevision.V2025_11_25;
        Json params = Json.object()
                .with("protocolVersion", revision.text())
                .with("capabilities", answers.capabilities())
                .with("clientInfo", answers.clientInfo());
        Json result = send("initialize", params, ends);
        String chosen = result.get("protocolVersion").findText().orElse("");
        revision = McpRevision.of(chosen)
                .filter(known -> !known.isStateless())
                .orElseThrow(() -> McpFailure.of(
                        McpFailure.Kind.PROTOCOL,
                        "the server speaks revision " + (chosen.matches(DATE) ? chosen : "of no date")
                                + ", and 2026-07-28 or one from 2024-11-05 to 2025-11-25 is needed"));
        described = result;
        channel.agreed(revision);
        channel.send(JsonRpc.notification("notifications/initialized", Json.object()));
    }

    /**
     * Sends a request and returns its result. If the server needs input first, it gets what the host allows, and the
     * request is sent again.
     *
     * @throws McpFailure if there is no result
     */
    Json request(String method, Json params, Call call) {
        Json sent = params;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Json result = send(method, sent, call);
            if (revision.isStateless() && RemoteTask.isTask(result) && !method.equals("tools/call")) {
                throw McpFailure.of(McpFailure.Kind.PROTOCOL, "the server answered " + method + " with a task");
            }
            if (!result.get("resultType").findText().equals(Optional.of("input_required"))) {
                return result;
            }
            Json responses = Json.object();
            for (Map.Entry<String, Json> asked :
                    JsonMembers.object(result, "inputRequests").fields().entrySet()) {
                responses = responses.with(asked.getKey(), answers.input(asked.getValue(), call.ends()));
            }
            Json more = params.with("inputResponses", responses);
            Optional<String> state = result.get("requestState").findText();
            sent = state.map(opaque -> more.with("requestState", opaque)).orElse(more);
        }
        throw McpFailure.of(McpFailure.Kind.PROTOCOL, "the server asks for input again and again");
    }

    /** Sends a request whose answer needs no input, and returns its result. */
    Json send(String method, Json params, Cancellation ends) {
        return send(method, params, Call.of(ends));
    }

    /** Returns the input that the server needs before it continues, see {@link ServerRequests#input}. */
    Json input(Json request, Cancellation ends) {
        return answers.input(request, ends);
    }

    private Json send(String method, Json params, Call call) {
        long id = numbers.incrementAndGet();
        Json meta = revision.isStateless()
                ? Json.object()
                        .with(PREFIX + "protocolVersion", revision.text())
                        .with(PREFIX + "clientInfo", answers.clientInfo())
                        .with(PREFIX + "clientCapabilities", RemoteTask.declared(answers.capabilities()))
                : Json.object();
        for (Map.Entry<String, String> entry : call.trace().headers().entrySet()) {
            meta = meta.with(entry.getKey(), entry.getValue());
        }
        if (call.progress().isPresent()) {
            meta = meta.with("progressToken", id);
            answers.watch(id, call.progress().get());
        }
        Json whole = meta.fields().isEmpty() ? params : params.with("_meta", meta);
        Json message = JsonRpc.request(id, method, whole);
        call.trace().sent(method, id, revision, channel.traceAttributes());
        try {
            return McpFailure.resultOf(
                    channel.call(new Channel.Outgoing(id, message, headers(method, params, call)), call.ends()));
        } finally {
            answers.unwatch(id);
        }
    }

    private Map<String, String> headers(String method, Json params, Call call) {
        return revision.isStateless() ? RequestHeaders.of(revision, method, params, call.headers()) : Map.of();
    }

    /** Returns whether the server has that ability, e.g. {@code tools}. */
    boolean can(String ability) {
        return JsonMembers.object(described, "capabilities").get(ability).kind() == Json.Kind.OBJECT;
    }

    /** Returns whether the server has that extension. */
    boolean extended(String extension) {
        Json extensions = JsonMembers.object(JsonMembers.object(described, "capabilities"), "extensions");
        return extensions.get(extension).kind() == Json.Kind.OBJECT;
    }

    /** Returns what the server says about its use; content of others. */
    Optional<String> instructions() {
        return described.get("instructions").findText();
    }

    McpRevision revision() {
        return revision;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Opens the stream on which the server notifies of changes, if one is needed; returns at once. */
    void listen(Cancellation closing) {
        channel.listen();
        Json tools = JsonMembers.object(JsonMembers.object(described, "capabilities"), "tools");
        if (revision.isStateless() && JsonMembers.isTrue(tools, "listChanged")) {
            parts.start(() -> subscribe(closing));
        }
    }

    private void subscribe(Cancellation closing) {
        Json wanted = Json.object().with("notifications", Json.object().with("toolsListChanged", true));
        Backoff pauses = new Backoff(parts.threads().time(), Backoff.FIRST);
        while (channel.isOpen() && !closing.isCancelled()) {
            try {
                Json unused = send("subscriptions/listen", wanted, closing);
            } catch (McpFailure ended) {
                if (ended.kind() == McpFailure.Kind.ANSWERED) {
                    return;
                }
            }
            if (!pauses.sleep(Duration.ZERO, closing)) {
                return;
            }
            answers.listChanged(); // what changed in between was not notified
        }
    }

    void close() {
        channel.close();
    }

    /**
     * How a request is sent.
     *
     * @param ends ends the wait for its answer
     * @param progress takes the parameters of progress notifications
     * @param headers the headers that repeat arguments
     * @param trace the trace of the host
     */
    record Call(Cancellation ends, Optional<Consumer<Json>> progress, Map<String, String> headers, CallTrace trace) {
        static Call of(Cancellation ends) {
            return new Call(ends, Optional.empty(), Map.of(), CallTrace.NONE);
        }

        Call withHeaders(Map<String, String> more) {
            return new Call(ends, progress, more, trace);
        }

        /** Returns a copy that is part of that trace. */
        Call withTrace(CallTrace host) {
            return new Call(ends, progress, headers, host);
        }
    }
}
