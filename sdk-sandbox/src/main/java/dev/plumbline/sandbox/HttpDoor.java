package dev.plumbline.sandbox;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.Subscription;
import dev.plumbline.tool.GuardedHttp;
import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;

/** The addresses of one tool call. Each hop is decided like the first; what is under way ends with the call. */
final class HttpDoor implements GuardedHttp {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> KEEP_METHOD = Set.of(307, 308);
    private static final Refusal CROSSING_BODY =
            Refusal.firm("http.redirect-with-body", "The server wants the request's content sent to another host.");
    private static final Refusal TOO_MANY =
            Refusal.firm("http.redirects", "The server leads from address to address without an end.");

    private final HttpLane lane;
    private final List<HostGrant> hosts;
    private final Decisions decisions;
    private final EgressLimits limits;
    private final Map<Ticket, CompletableFuture<?>> underWay = new ConcurrentHashMap<>();
    private final Cancellation cancellation;

    HttpDoor(HttpLane lane, List<HostGrant> hosts, Decisions decisions, Asked asked) {
        this.lane = lane;
        this.hosts = hosts;
        this.decisions = decisions;
        this.limits = asked.limits();
        this.cancellation = asked.cancellation();
    }

    @Override
    public Response send(Request request) {
        refuseRequest(request);
        Request next = request;
        for (int hops = 0; hops <= limits.redirects(); hops++) {
            Destination destination = Destination.decide(next.address(), next.method(), hosts, decisions);
            HttpResponse<byte[]> answer = exchange(next, destination);
            Optional<Request> further = redirected(next, answer);
            if (further.isEmpty()) {
                return response(answer);
            }
            next = further.get();
        }
        decisions.refuse(Destination.DOOR, TOO_MANY);
        throw TOO_MANY.toException();
    }

    private void refuseRequest(Request request) {
        decisions.ensureOpen();
        if (request.body().map(Blob::size).orElse(0L) > limits.sentBytes()) {
            throw new ToolException(
                    ToolEnvelope.Code.QUOTA, "More than " + limits.sentBytes() + " bytes are too much to send here.");
        }
        request.headers().keySet().stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("proxy-"))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("headers that begin with proxy- belong to the sandbox");
                });
    }

    private Optional<Request> redirected(Request request, HttpResponse<byte[]> answer) {
        Optional<String> location = answer.headers().firstValue("location");
        if (!REDIRECTS.contains(answer.statusCode()) || location.isEmpty()) {
            return Optional.empty();
        }
        URI to = resolved(request.address(), location.get());
        boolean crosses = !origin(to).equals(origin(request.address()));
        boolean same = KEEP_METHOD.contains(answer.statusCode())
                || request.method().equals("GET")
                || request.method().equals("HEAD");
        if (same && crosses && request.body().isPresent()) {
            decisions.refuse(Destination.DOOR, CROSSING_BODY);
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
            throw new ToolException("The server leads to something that is no address.");
        }
    }

    private static String origin(URI address) {
        int port = address.getPort() < 0 ? 443 : address.getPort();
        return (address.getScheme() + "://" + address.getHost() + ":" + port).toLowerCase(Locale.ROOT);
    }

    private HttpResponse<byte[]> exchange(Request request, Destination destination) {
        Ticket ticket = lane.admit(destination, decisions);
        try {
            return awaited(request, ticket);
        } catch (IOException e) {
            throw isOver() ? cancelled() : ticket.failure().orElseGet(() -> failed(e));
        } finally {
            lane.dismiss(ticket);
        }
    }

    private HttpResponse<byte[]> awaited(Request request, Ticket ticket) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> answer = lane.client(ticket.destination())
                .sendAsync(wire(request, ticket), head -> new BoundedBody(limits.bodyBytes()));
        underWay.put(ticket, answer);
        Subscription cancel = cancellation.onCancel(() -> answer.cancel(true));
        try {
            decisions.ensureOpen();
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled();
        } catch (CancellationException e) {
            throw cancelled();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException broken ? broken : new IOException(e.getCause());
        } finally {
            cancel.close();
            underWay.remove(ticket);
            answer.cancel(true);
        }
    }

    private boolean isOver() {
        return decisions.isOver() || cancellation.isCancelled();
    }

    private static HttpRequest wire(Request request, Ticket ticket) throws IOException {
        HttpRequest.BodyPublisher body = request.body().isPresent()
                ? HttpRequest.BodyPublishers.ofByteArray(bytes(request.body().get()))
                : HttpRequest.BodyPublishers.noBody();
        HttpRequest.Builder wire = HttpRequest.newBuilder(request.address()).method(request.method(), body);
        request.headers().forEach(wire::setHeader);
        request.body().ifPresent(blob -> wire.setHeader("Content-Type", blob.mediaType()));
        return wire.setHeader("Proxy-Authorization", "Bearer " + ticket.token()).build();
    }

    private static byte[] bytes(Blob blob) throws IOException {
        try (InputStream in = blob.open()) {
            return in.readAllBytes();
        }
    }

    private ToolException failed(IOException e) {
        if (has(e, BoundedBody.TooLarge.class)) {
            return new ToolException(
                    ToolEnvelope.Code.QUOTA,
                    "The answer is larger than " + limits.bodyBytes() + " bytes, which is too large here.");
        }
        return new ToolException(
                has(e, SSLException.class)
                        ? "The host's certificate was not accepted."
                        : "The connection failed: " + e.getClass().getSimpleName() + ".");
    }

    private static boolean has(Throwable e, Class<? extends Throwable> kind) {
        return kind.isInstance(e) || kind.isInstance(e.getCause());
    }

    private static ToolException cancelled() {
        return new ToolException(ToolEnvelope.Code.CANCELLED, "The call ended before the answer came.");
    }

    private static Response response(HttpResponse<byte[]> answer) {
        return new Response(
                answer.statusCode(), first(answer.headers()), Blob.of(answer.body(), mediaType(answer.headers())));
    }

    private static Map<String, String> first(HttpHeaders headers) {
        Map<String, String> all = new TreeMap<>();
        headers.map().forEach((name, values) -> all.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        return all;
    }

    private static String mediaType(HttpHeaders headers) {
        return headers.firstValue("content-type")
                .map(said -> said.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .filter(said -> said.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,100}"))
                .orElse("application/octet-stream");
    }

    /** Ends what is under way. */
    void end() {
        underWay.values().forEach(answer -> answer.cancel(true));
    }

    /** What one call brings along. */
    record Asked(EgressLimits limits, Cancellation cancellation) {}
}
