package dev.plumbline.mcpclient;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.Exchange;
import dev.plumbline.http.internal.HttpTransport;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.http.internal.Request;
import dev.plumbline.http.internal.ResponseHead;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.time.Subscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** The connection to an address by Streamable HTTP: one exchange for each message, on the caller's thread. Thread-safe. */
final class HttpChannel implements Channel {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final int MOST_AUTHORIZATIONS = 4;
    private static final int UNAUTHORIZED = 401;
    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final int MOST_ERROR_BYTES = 64 << 10;
    private static final AiError CANCELLED =
            AiError.of(AiError.Category.CANCELLED, "cancelled", "the request was cancelled");

    private final McpTransport.Http how;
    private final ConnectionParts parts;
    private final Consumer<Json> receiver;
    private final HttpTransport transport;
    private final Optional<Authorizer> authorizer;
    private final Cancellation closing = Cancellation.create();
    private volatile Optional<String> session = Optional.empty();
    private volatile Optional<McpRevision> revision = Optional.empty();

    HttpChannel(McpTransport.Http how, ConnectionParts parts, Consumer<Json> receiver) {
        this.how = how;
        this.parts = parts;
        this.receiver = receiver;
        this.transport = new HttpTransport(
                "mcp-" + parts.server(),
                new Timeouts(CONNECT, NEVER, NEVER, NEVER),
                how.network(),
                Optional.of(parts.threads().time()));
        this.authorizer = how.authorization().map(oauth -> new OAuthAuthorizer(how, oauth, parts, transport));
    }

    /** Without the id of the session: who knows it can take part in it. */
    @Override
    public Map<String, String> traceAttributes() {
        boolean encrypted = "https".equals(how.address().getScheme());
        int port = how.address().getPort() < 0
                ? (encrypted ? HTTPS : HTTP)
                : how.address().getPort();
        return Map.of(
                "network.transport",
                "tcp",
                "network.protocol.name",
                "http",
                "server.address",
                how.address().getHost(),
                "server.port",
                Integer.toString(port));
    }

    @Override
    public Json call(Outgoing request, Cancellation ends) {
        try {
            return answered(request, ends);
        } catch (McpFailure failed) {
            boolean gaveUp = failed.kind() == McpFailure.Kind.CANCELLED || failed.kind() == McpFailure.Kind.TIMEOUT;
            if (gaveUp && session.isPresent() && !ends.reason().isEmpty()) {
                Json params = Json.object().with("requestId", request.id()).with("reason", "the caller gave up");
                send(JsonRpc.notification("notifications/cancelled", params));
            }
            throw failed;
        }
    }

    private Json answered(Outgoing request, Cancellation ends) {
        boolean granted = false;
        for (int attempt = 1; ; attempt++) {
            AnswerStream stream = new AnswerStream(request.id(), receiver);
            Optional<Challenge> refused = post(request, stream, ends);
            if (refused.isEmpty()) {
                return stream.answer().orElseGet(() -> resumed(stream, ends));
            }
            boolean again = granted && refused.get().status() == UNAUTHORIZED; // a new token was refused at once
            if (authorizer.isEmpty() || again || attempt > MOST_AUTHORIZATIONS) {
                throw unauthorized(refused.get());
            }
            authorizer.get().authorize(refused.get(), ends);
            granted |= refused.get().status() == UNAUTHORIZED;
        }
    }

    private McpFailure unauthorized(Challenge refused) {
        String remedy = authorizer.isEmpty()
                ? "give it a token with withHeader(…) or withAuthorization(…)"
                : "the token that was granted does not suffice";
        return McpFailure.of(
                McpFailure.Kind.UNAUTHORIZED, "the server refused with status " + refused.status() + "; " + remedy);
    }

    /** Sends a request; returns the challenge if the server wants a token, or another one. */
    private Optional<Challenge> post(Outgoing request, AnswerStream stream, Cancellation ends) {
        Map<String, String> headers = headers();
        headers.put("Content-Type", "application/json");
        headers.putAll(request.headers());
        byte[] body = request.message().text().getBytes(StandardCharsets.UTF_8);
        Request post = Request.post(how.address(), headers, body)
                .withMostBytes(parts.limits().answerBytes());
        return exchange(post, ends, (exchange, head) -> {
            if (head.status() == UNAUTHORIZED || head.status() == 403) {
                Optional<String> sent = Optional.ofNullable(headers.get("Authorization"));
                return Optional.of(Challenge.of(head, sent));
            }
            refuse(exchange, head);
            if (session.isEmpty() && request.message().get("method").equals(Json.of("initialize"))) {
                session = Optional.of(head.header("mcp-session-id")).filter(HttpChannel::isSession);
            }
            if (head.status() != 202 && head.status() != 204) {
                stream.read(exchange);
            }
            return Optional.empty();
        });
    }

    private static boolean isSession(String id) {
        return !id.isEmpty() && id.length() <= 1_024 && id.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    /** Throws for a status that is not a success. A server's message is kept apart, as content. */
    private void refuse(Exchange exchange, ResponseHead head) {
        int status = head.status();
        if (head.isOk()) {
            return;
        }
        if (status >= 300 && status < 400) {
            throw McpFailure.of(
                    McpFailure.Kind.UNREACHABLE,
                    "the server redirects (status " + status
                            + "), which is not followed; connect to its final address");
        }
        if (status == 404 && session.isPresent()) {
            throw McpFailure.of(McpFailure.Kind.SESSION_GONE, "the server has ended the session");
        }
        byte[] said = exchange.readPrefix(MOST_ERROR_BYTES);
        Optional<Json> error = JsonRpc.message(new String(said, StandardCharsets.UTF_8))
                .filter(message -> message.get("error").exists());
        if (error.isPresent()) {
            Json unused = McpFailure.resultOf(error.get());
        }
        McpFailure.Kind kind = status >= 500 ? McpFailure.Kind.LOST : McpFailure.Kind.UNREACHABLE;
        throw McpFailure.status(kind, status);
    }

    /** Continues a stream that ended without the answer, where the server said that it can be continued. */
    private Json resumed(AnswerStream stream, Cancellation ends) {
        while (stream.canResume()) {
            pause(stream.pause(), ends);
            get(stream, ends);
            Optional<Json> answer = stream.answer();
            if (answer.isPresent()) {
                return answer.get();
            }
        }
        throw McpFailure.of(McpFailure.Kind.LOST, "the connection ended before the answer came");
    }

    private void pause(Duration time, Cancellation ends) {
        try {
            ends.sleep(time, "the server asked for a pause");
        } catch (AiException given) {
            throw McpFailure.of(given.error());
        }
    }

    /** Opens a stream by GET, from its last event on; returns false if the server has none. */
    boolean get(AnswerStream stream, Cancellation ends) {
        Map<String, String> headers = headers();
        headers.put("Accept", "text/event-stream");
        stream.lastEvent().ifPresent(id -> headers.put("Last-Event-ID", id));
        return exchange(Request.get(how.address(), headers), ends, (exchange, head) -> {
            boolean streams =
                    head.status() == 200 && head.header("content-type").startsWith("text/event-stream");
            if (streams) {
                stream.read(exchange);
            } else if (stream.lastEvent().isPresent()) {
                stream.giveUp();
            }
            return streams;
        });
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json, text/event-stream");
        for (Map.Entry<String, Secret> header : how.headers().entrySet()) {
            char[] value = header.getValue().reveal();
            headers.put(header.getKey(), new String(value));
            Arrays.fill(value, '\0');
        }
        authorizer.flatMap(Authorizer::token).ifPresent(token -> headers.put("Authorization", "Bearer " + token));
        revision.ifPresent(agreed -> headers.put("MCP-Protocol-Version", agreed.text()));
        session.ifPresent(id -> headers.put("Mcp-Session-Id", id));
        return headers;
    }

    private <T> T exchange(Request request, Cancellation ends, Reaction<T> reaction) {
        Exchange exchange = transport.exchange(
                request, BudgetTracker.unlimited(), Optional.of(parts.threads().time()));
        Subscription cancel = ends.onCancel(() -> exchange.cancel(CANCELLED));
        Subscription close = closing.onCancel(() -> exchange.cancel(CANCELLED));
        try {
            ResponseHead head = exchange.send();
            return reaction.on(exchange, head);
        } catch (AiException e) {
            throw failure(e, ends);
        } finally {
            cancel.close();
            close.close();
            exchange.release();
        }
    }

    private McpFailure failure(AiException e, Cancellation ends) {
        if (closing.isCancelled()) {
            return McpFailure.of(McpFailure.Kind.CANCELLED, "the connection was closed");
        }
        if (ends.isCancelled()) {
            return Waits.failure(ends);
        }
        return McpFailure.of(e.error());
    }

    @Override
    public void send(Json message) {
        if (message.get("method").equals(Json.of("notifications/initialized"))) {
            post(message); // requests that follow must find the session initialized
            return;
        }
        try {
            parts.threads().work().execute(() -> post(message));
        } catch (RejectedExecutionException full) {
            parts.log().accept("a message was not sent, because too many wait");
        }
    }

    private void post(Json message) {
        try {
            AnswerStream nothing = new AnswerStream(-1, receiver);
            Optional<Challenge> refused = Waits.within(
                    SHORT,
                    closing,
                    parts.threads().time(),
                    ends -> post(new Outgoing(-1, message, Map.of()), nothing, ends));
            refused.ifPresent(challenge -> parts.log().accept("a notification was refused"));
        } catch (McpFailure lost) {
            parts.log().accept("a message was not sent: " + lost.getMessage());
        }
    }

    @Override
    public void agreed(McpRevision spoken) {
        revision = Optional.of(spoken);
    }

    @Override
    public void listen() {
        if (revision.filter(McpRevision::isStateless).isEmpty()) {
            parts.start(this::listenToSession);
        }
    }

    /** Keeps a stream for notifications open; ends when the server has none, or when it was lost too often. */
    private void listenToSession() {
        AnswerStream stream = new AnswerStream(-1, receiver);
        Backoff pauses = new Backoff(parts.threads().time(), Backoff.FIRST);
        boolean streams = true;
        while (streams && !closing.isCancelled()) {
            try {
                streams = get(stream, closing);
            } catch (McpFailure lost) {
                parts.log().accept("the stream of notifications was lost: " + lost.getMessage());
            }
            streams = streams && pauses.sleep(stream.pause(), closing);
            if (streams && stream.lastEvent().isEmpty()) {
                // what happened in between is not sent again
                receiver.accept(JsonRpc.notification("notifications/tools/list_changed", Json.object()));
            }
        }
    }

    @Override
    public Duration discoveryTime() {
        return NEVER;
    }

    @Override
    public boolean isOpen() {
        return !closing.isCancelled();
    }

    @Override
    public void close() {
        if (closing.cancel("the connection is closing")) {
            endSession();
            transport.close();
        }
    }

    /** Tells the server that the session is over, if it can be reached quickly. */
    private void endSession() {
        if (session.isEmpty()) {
            return;
        }
        Request delete = Request.of("DELETE", how.address(), headers(), Optional.empty())
                .within(new Timeouts(
                        SHORT.dividedBy(10), SHORT.dividedBy(10), SHORT.dividedBy(10), SHORT.dividedBy(10)));
        Exchange exchange = transport.exchange(
                delete, BudgetTracker.unlimited(), Optional.of(parts.threads().time()));
        try {
            ResponseHead unused = exchange.send();
        } catch (AiException gone) {
            parts.log().accept("the server was not notified of the end of the session");
        } finally {
            exchange.release();
        }
    }

    /** What to do with a response. */
    private interface Reaction<T> {
        T on(Exchange exchange, ResponseHead head);
    }
}
