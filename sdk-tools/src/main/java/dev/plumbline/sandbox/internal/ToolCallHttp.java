package dev.plumbline.sandbox.internal;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.AddressResolver;
import dev.plumbline.http.internal.Exchange;
import dev.plumbline.http.internal.HttpTransport;
import dev.plumbline.http.internal.ResponseHead;
import dev.plumbline.sandbox.EgressRules.EgressLimits;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ToolContext.SandboxedHttp;
import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The HTTP access of one tool call. Each redirect is checked like the first request; running requests end with the
 * call.
 */
final class ToolCallHttp implements SandboxedHttp {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> KEEP_METHOD = Set.of(307, 308);
    private static final AccessDenial CROSSING_BODY = AccessDenial.firm(
            "http.redirect-with-body", "The server wants the request's content sent to another host.");
    private static final AiError ENDED =
            AiError.of(AiError.Category.CANCELLED, "cancelled", "the call ended before the answer came");
    private static final AccessDenial TOO_MANY = AccessDenial.firm("http.redirects", "The server redirects too often.");

    private final HttpTransport transport;
    private final List<AllowedHost> hosts;
    private final AccessDecisionLog decisions;
    private final EgressLimits limits;
    private final AddressResolver names;
    private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
    private final Cancellation cancellation;
    private volatile boolean received;

    ToolCallHttp(HttpTransport transport, List<AllowedHost> hosts, AccessDecisionLog decisions, CallSettings settings) {
        this.transport = transport;
        this.hosts = hosts;
        this.decisions = decisions;
        this.limits = settings.limits();
        this.cancellation = settings.cancellation();
        this.names = settings.names();
    }

    @Override
    public Response send(Request request) {
        refuseRequest(request);
        Request next = request;
        for (int followed = 0; followed <= limits.maxRedirects(); followed++) {
            HttpDestination destination = HttpDestination.decide(next.address(), next.method(), hosts, decisions);
            Response answer = exchange(next, destination);
            Optional<Request> further = redirected(next, answer);
            if (further.isEmpty()) {
                return answer;
            }
            next = further.get();
        }
        decisions.refuse(HttpDestination.ACCESS, TOO_MANY);
        throw TOO_MANY.toException();
    }

    private void refuseRequest(Request request) {
        decisions.ensureOpen();
        if (request.body().map(Blob::size).orElse(0L) > limits.maxRequestBytes()) {
            throw new ToolException(
                    ToolEnvelope.Code.QUOTA,
                    "More than " + limits.maxRequestBytes() + " bytes are too much to send here.");
        }
        request.headers().keySet().stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("proxy-"))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("headers that begin with proxy- are reserved for the sandbox");
                });
    }

    private Optional<Request> redirected(Request request, Response answer) {
        String location = answer.headers().getOrDefault("location", "");
        if (!REDIRECTS.contains(answer.status()) || location.isEmpty()) {
            return Optional.empty();
        }
        URI to = resolved(request.address(), location);
        boolean crosses = !origin(to).equals(origin(request.address()));
        boolean same = KEEP_METHOD.contains(answer.status())
                || request.method().equals("GET")
                || request.method().equals("HEAD");
        if (same && crosses && request.body().isPresent()) {
            decisions.refuse(HttpDestination.ACCESS, CROSSING_BODY);
        }
        Map<String, String> headers = crosses ? Map.of() : request.headers();
        return Optional.of(
                same
                        ? new Request(request.method(), to, headers, request.body())
                        : new Request("GET", to, headers, Optional.empty()));
    }

    private static URI resolved(URI from, String location) {
        try {
            return from.resolve(location);
        } catch (IllegalArgumentException e) {
            throw new ToolException("The server redirects to an invalid address.");
        }
    }

    private static String origin(URI address) {
        int port = address.getPort() < 0 ? 443 : address.getPort();
        return (address.getScheme() + "://" + address.getHost() + ":" + port).toLowerCase(Locale.ROOT);
    }

    private Response exchange(Request request, HttpDestination destination) {
        Exchange exchange = transport.exchange(wire(request, destination), BudgetTracker.unlimited(), Optional.empty());
        underWay.add(exchange);
        Subscription cancel = cancellation.onCancel(() -> exchange.cancel(ENDED));
        try {
            decisions.ensureOpen();
            ResponseHead head = exchange.send();
            received = true;
            byte[] body = exchange.whole(limits.maxResponseBytes());
            return new Response(head.status(), head.headers(), Blob.of(body, mediaType(head)));
        } catch (AiException e) {
            throw isOver() ? cancelled() : failed(e.error());
        } finally {
            cancel.close();
            underWay.remove(exchange);
            exchange.release();
        }
    }

    /** Returns whether a response has arrived. */
    boolean hasReceived() {
        return received;
    }

    private boolean isOver() {
        return decisions.isOver() || cancellation.isCancelled();
    }

    private dev.plumbline.http.internal.Request wire(Request request, HttpDestination destination) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(request.headers());
        request.body().ifPresent(blob -> headers.put("Content-Type", blob.mediaType()));
        return dev.plumbline.http.internal.Request.of(
                        request.method(),
                        request.address(),
                        headers,
                        request.body().map(ToolCallHttp::bytes))
                .wholeAnswer()
                .resolvedBy(new CheckedAddressResolver(destination, decisions, names));
    }

    private static byte[] bytes(Blob blob) {
        try (InputStream in = blob.open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ToolException(
                    "The request body cannot be read: " + e.getClass().getSimpleName() + ".");
        }
    }

    private ToolException failed(AiError error) {
        return switch (error.code()) {
            case "limit" ->
                new ToolException(
                        ToolEnvelope.Code.QUOTA,
                        "The answer is larger than " + limits.maxResponseBytes() + " bytes, which is too large here.");
            case "closed" -> new ToolException("The program is closing.");
            case "cancelled", "interrupted" -> cancelled();
            case "tls" -> new ToolException("The host's certificate was not accepted.");
            case "unknown-host" -> new ToolException("There is no host of that name.");
            default ->
                new ToolException("The connection failed: " + error.causeClass().orElse(error.code()) + ".");
        };
    }

    private static ToolException cancelled() {
        return new ToolException(ToolEnvelope.Code.CANCELLED, "The call ended before the answer came.");
    }

    private static String mediaType(ResponseHead head) {
        String type = head.header("content-type").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,100}") ? type : "application/octet-stream";
    }

    /** Ends running requests. */
    void end() {
        underWay.forEach(exchange -> exchange.cancel(ENDED));
    }

    /** The settings of one call. */
    record CallSettings(EgressLimits limits, Cancellation cancellation, AddressResolver names) {}
}
