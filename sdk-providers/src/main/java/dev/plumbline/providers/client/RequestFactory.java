package dev.plumbline.providers.client;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.internal.RequestName;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.Request;
import dev.plumbline.provider.internal.RequestListener;
import dev.plumbline.providers.format.BoundThinking;
import dev.plumbline.providers.login.AccessToken;
import dev.plumbline.providers.login.AwsSignature;
import dev.plumbline.providers.login.CallLogin;
import dev.plumbline.providers.login.SecretText;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Creates HTTP requests with address, protocol and key. The key is read here and written only into its header. */
public final class RequestFactory {
    private static final int LONGEST_ID = 200;
    private static final String TRACE = "traceparent";
    private static final String BEARER = "Authorization";

    private final ProviderConfig wire;
    private final Map<String, String> fixed;
    private final String keyHeader;
    private final URI address;
    private final ApiFormat format;

    public RequestFactory(ProviderConfig wire, ApiFormat format) {
        this.wire = wire;
        this.fixed = format.headers(wire);
        this.keyHeader = format.keyHeader(wire);
        this.format = format;
        this.address = format.address(wire, wire.model(), wire.streams());
    }

    /**
     * Creates a request with that body.
     *
     * @throws AiException CONFIGURATION if there is no usable key, and if a token cannot be fetched
     */
    public Request request(AiCall call, byte[] body, Attempt attempt) {
        boolean streamed = attempt.streamed();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", streamed ? format.streamType() + ", application/json" : "application/json");
        headers.put("User-Agent", "plumbline");
        Optional<String> named = RequestName.key(call, body);
        if (named.isPresent() || isId(call.ids().request())) {
            headers.put(
                    "Idempotency-Key",
                    named.isPresent() ? named.get() : call.ids().request() + attempt.variant());
        }
        headers.putAll(fixed);
        if (!wire.headers().isEmpty()) {
            wire.headers().addTo(headers, call);
        }
        if (format == ApiFormat.MESSAGES && BoundThinking.of(call) == BoundThinking.Handling.DROPPED) {
            String beta = headerName(headers, "anthropic-beta");
            headers.merge(beta, BoundThinking.BETA, (own, more) -> own + "," + more);
        }
        traced(headers, call);
        URI to = format.hasOneAddress()
                ? address
                : format.address(wire, call.model().name(), streamed);
        authorise(headers, attempt.login(), new AwsSignature.Target("POST", to, body));
        RequestListener listener = call.attribute(RequestListener.KEY).orElse(null);
        if (listener != null) {
            new ReportedRequest(to, headers, new String(body, StandardCharsets.UTF_8)).report(listener, call);
        }
        Request request = Request.post(to, headers, body);
        return streamed ? request : request.wholeAnswer();
    }

    /** Returns the spelling of a header that the program has added, or the given one. */
    private static String headerName(Map<String, String> headers, String name) {
        return headers.keySet().stream()
                .filter(known -> known.equalsIgnoreCase(name))
                .findFirst()
                .orElse(name);
    }

    /** Adds the header of the trace, if an observer has one and the program has not set its own. */
    private static void traced(Map<String, String> headers, AiCall call) {
        try {
            String parent = call.observer().traceHeaders(call.ids(), 0).get(TRACE);
            if (parent != null && isId(parent)) {
                headers.putIfAbsent(TRACE, parent);
            }
        } catch (RuntimeException ignored) {
            // telemetry never steers
        }
    }

    /**
     * Creates a request beside the calls.
     *
     * @throws AiException CONFIGURATION if there is no usable key
     */
    Request beside(Side side, CallLogin login) {
        byte[] body = side.body().getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        headers.put("User-Agent", "plumbline");
        if (!side.type().isEmpty()) {
            headers.put("Content-Type", side.type());
        }
        headers.putAll(fixed);
        wire.headers().addTo(headers);
        authorise(headers, login, new AwsSignature.Target(side.method(), side.address(), body));
        return Request.of(
                        side.method(),
                        side.address(),
                        headers,
                        side.type().isEmpty() ? Optional.empty() : Optional.of(body))
                .wholeAnswer();
    }

    /**
     * Creates a request for the list of models.
     *
     * @throws AiException CONFIGURATION if there is no usable key
     */
    Request models(CallLogin login) {
        return beside(new Side("GET", format.models(wire), "", ""), login);
    }

    /** Returns whether a text is valid as a request id in a header. */
    static boolean isId(String text) {
        boolean printable = !text.isEmpty() && text.length() <= LONGEST_ID;
        for (int i = 0; printable && i < text.length(); i++) {
            printable = text.charAt(i) > ' ' && text.charAt(i) < 127;
        }
        return printable;
    }

    private void authorise(Map<String, String> headers, CallLogin login, AwsSignature.Target target) {
        AccessToken token = login.token();
        if (token != null && token.aws().isPresent()) {
            sign(headers, target, token, login.now());
        } else if (token != null) {
            authorise(headers, BEARER, SecretText.text(token.value()));
        } else {
            String key = login.key();
            if (key != null) {
                authorise(headers, keyHeader, key);
            }
        }
    }

    /** Signs the type of the body and what AWS requires; a proxy may change any other header. */
    private void sign(Map<String, String> headers, AwsSignature.Target target, AccessToken key, Instant now) {
        if (wire.region().isEmpty()) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION, "key", "a key of AWS signs requests of BedrockConverse only"));
        }
        Map<String, String> signed = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (name.equals("Content-Type") || name.toLowerCase(Locale.ROOT).startsWith("x-amz-")) {
                signed.put(name, value);
            }
        });
        signed.put("X-Amz-Content-Sha256", target.hash());
        new AwsSignature(wire.region().get(), "bedrock").sign(signed, target, key, now);
        headers.putAll(signed);
    }

    private static void authorise(Map<String, String> headers, String header, String key) {
        headers.put(header, (header.equals(BEARER) ? "Bearer " : "") + key);
    }

    /**
     * A request beside the calls.
     *
     * @param type the type of the body; empty for a request without one
     */
    record Side(String method, URI address, String type, String body) {}

    /**
     * One attempt of a call.
     *
     * @param streamed whether a stream is asked for
     * @param variant distinguishes the idempotency keys of different bodies for one call
     * @param writer who writes the signed parts of the answer
     */
    public record Attempt(boolean streamed, String variant, CallLogin login, Supplier<String> writer) {
        public Attempt with(boolean stream, String name) {
            return new Attempt(stream, name, login, writer);
        }
    }
}
