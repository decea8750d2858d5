package dev.plumbline.mcpclient;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.http.internal.Exchange;
import dev.plumbline.http.internal.HttpTransport;
import dev.plumbline.http.internal.Request;
import dev.plumbline.http.internal.ResponseHead;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Requests for metadata and tokens: to secure addresses, without redirects, with small answers. A server that is not on
 * this machine cannot make this program send requests to it, or into a private network.
 */
final class OAuthHttp {
    private static final int MOST_BYTES = 256 << 10;
    private static final AiError CANCELLED =
            AiError.of(AiError.Category.CANCELLED, "cancelled", "the request was cancelled");

    private final HttpTransport transport;
    private final Scheduler time;
    private final boolean local;
    private final boolean viaProxy;

    /** Creates the requests for one server. A proxy that the host has set looks up names itself. */
    OAuthHttp(HttpTransport transport, Scheduler time, McpTransport.Http server) {
        this.transport = transport;
        this.time = time;
        this.local = EndpointUrls.isLoopback(server.address());
        this.viaProxy = server.network().proxy().isPresent();
    }

    /** Returns the JSON object at an address; empty if there is none. */
    Optional<Json> get(URI address, Cancellation ends) {
        Answer answer = send(Request.get(address, Map.of("Accept", "application/json")), ends);
        return Optional.of(answer.json())
                .filter(json -> answer.status() == 200 && !json.fields().isEmpty());
    }

    /** Sends the fields of a form. */
    Answer form(URI address, Map<String, String> fields, Map<String, String> headers, Cancellation ends) {
        String body = encoded(fields);
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-Type", "application/x-www-form-urlencoded");
        all.put("Accept", "application/json");
        return send(Request.post(address, all, body.getBytes(StandardCharsets.UTF_8)), ends);
    }

    /** Sends JSON. */
    Answer json(URI address, Json body, Cancellation ends) {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Accept", "application/json");
        return send(Request.post(address, headers, body.text().getBytes(StandardCharsets.UTF_8)), ends);
    }

    static String encoded(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /**
     * Reads an address that a server names.
     *
     * @throws McpFailure UNAUTHORIZED if nothing is sent to such an address
     */
    URI address(String text, String what) {
        try {
            URI address = URI.create(text);
            if (HttpAddress.isSecure(address) && (local || !HttpAddress.isPrivateNumber(address))) {
                return address;
            }
        } catch (IllegalArgumentException malformed) {
            // refused below
        }
        throw McpFailure.of(
                McpFailure.Kind.UNAUTHORIZED,
                what + " is not an https address outside of this machine; it is not used");
    }

    private Answer send(Request request, Cancellation ends) {
        Request bounded = local || viaProxy ? request : request.resolvedBy(HttpAddress::publicAddresses);
        Exchange exchange =
                transport.exchange(bounded.withMostBytes(MOST_BYTES), BudgetTracker.unlimited(), Optional.of(time));
        Subscription cancel = ends.onCancel(() -> exchange.cancel(CANCELLED));
        try {
            ResponseHead head = exchange.send();
            String text = new String(exchange.readPrefix(MOST_BYTES), StandardCharsets.UTF_8);
            return new Answer(head.status(), object(text));
        } catch (AiException e) {
            throw ends.isCancelled()
                    ? Waits.failure(ends)
                    : McpFailure.of(
                            McpFailure.Kind.UNAUTHORIZED,
                            "an address for the authorization cannot be reached: "
                                    + e.error().message());
        } finally {
            cancel.close();
            exchange.release();
        }
    }

    private static Json object(String text) {
        try {
            Json json = UntrustedJson.parse(text);
            return json.kind() == Json.Kind.OBJECT ? json : Json.object();
        } catch (JsonException none) {
            return Json.object();
        }
    }

    /**
     * An answer.
     *
     * @param status the status
     * @param json its object; an empty one if it has none
     */
    record Answer(int status, Json json) {
        @Override
        public String toString() {
            return "Answer[" + status + "]";
        }
    }
}
