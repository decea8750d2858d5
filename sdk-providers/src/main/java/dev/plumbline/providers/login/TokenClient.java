package dev.plumbline.providers.login;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.SensitiveText;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.AddressResolver;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.http.internal.Exchange;
import dev.plumbline.http.internal.HttpTransport;
import dev.plumbline.http.internal.Request;
import dev.plumbline.http.internal.ResponseHead;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.LazyPattern;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Sends the requests of a login with the proxies, the trust and the allowed hosts of a provider. Follows no redirect.
 * Every method ends as soon as the call that needs the token is cancelled. Used by the thread of that call.
 */
public final class TokenClient {
    private static final int MOST = 1 << 20;
    private static final Timeouts LIMITS =
            Timeouts.ofDefaults().withFirstEvent(Duration.ofSeconds(30)).withTotal(Duration.ofSeconds(60));

    /** The limits of a service on the same machine, which is not there at all outside a cloud. */
    private static final Timeouts OF_MACHINE = LIMITS.withConnect(Duration.ofSeconds(2));

    /** The addresses at which machines in a cloud find their own identity; no request to them leaves the machine. */
    private static final Set<String> MACHINE = Set.of("metadata.google.internal", "metadata");

    /** Addresses that no router passes on (RFC 3927). */
    private static final LazyPattern LINK = new LazyPattern("169\\.254(\\.\\d{1,3}){2}");

    private static final LazyPattern WORD = new LazyPattern("[A-Za-z][A-Za-z0-9_.-]{0,47}");
    private static final int MOST_WORDS = 2_000;

    /** The lifetime of a token whose answer has none, in seconds. */
    private static final long LIFETIME = 3_600;

    private final HttpTransport transport;
    private final Optional<Scheduler> time;
    private final Cancellation cancellation;

    public TokenClient(HttpTransport transport, Optional<Scheduler> time, Cancellation cancellation) {
        this.transport = transport;
        this.time = time;
        this.cancellation = cancellation;
    }

    /** Posts a form and returns the JSON object of the answer; see {@code TokenSource.Client}. */
    public Json post(URI address, Map<String, String> form) {
        StringJoiner fields = new StringJoiner("&");
        form.forEach((name, value) -> fields.add(encoded(name) + "=" + encoded(value)));
        Map<String, String> headers = headers(Map.of());
        headers.put("Content-Type", "application/x-www-form-urlencoded");
        return answer(Request.post(address, headers, fields.toString().getBytes(StandardCharsets.US_ASCII)));
    }

    /** Returns the JSON object at an address. */
    public Json get(URI address, Map<String, String> headers) {
        return answer(Request.get(address, headers(headers)));
    }

    /** Returns the text at an address, without blanks around it. */
    public String text(String method, URI address, Map<String, String> headers) {
        byte[] bytes = bytes(Request.of(method, address, headers(headers), Optional.empty()));
        return new String(bytes, StandardCharsets.UTF_8).strip();
    }

    private static Map<String, String> headers(Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        headers.put("User-Agent", "plumbline");
        headers.putAll(more);
        return headers;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Json answer(Request request) {
        return parsed(bytes(request));
    }

    private byte[] bytes(Request request) {
        Exchange exchange = transport.exchange(protectedRequest(request), BudgetTracker.unlimited(), time);
        Subscription onCancel = cancellation.onCancel(() -> exchange.cancel(cancelled()));
        try {
            ResponseHead head = exchange.send();
            if (!head.isOk()) {
                throw new AiException(refusal(head.status(), exchange.readPrefix(ErrorBodyReader.MOST_BYTES)));
            }
            return exchange.whole(MOST);
        } finally {
            onCancel.close();
            exchange.release();
        }
    }

    private AiError cancelled() {
        return AiError.of(AiError.Category.CANCELLED, "cancelled", "the call was cancelled during its login");
    }

    /** Refuses addresses that everyone could read, and asks the metadata server directly, never through a proxy. */
    private static Request protectedRequest(Request request) {
        URI address = request.address();
        String host = address.getHost() == null ? "" : address.getHost();
        boolean machine = MACHINE.contains(host) || LINK.matcher(host).matches();
        if (EndpointUrls.isPlain(address) && !machine && !EndpointUrls.isLoopback(address)) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "login-address",
                    "the address of a login must be https, or http to this machine; a secret would be readable"));
        }
        return machine
                ? request.within(OF_MACHINE).wholeAnswer().resolvedBy(AddressResolver.SYSTEM)
                : request.within(LIMITS).wholeAnswer();
    }

    /** Reads an answer; its content may be a token, so that no message has a part of it. */
    private static Json parsed(byte[] bytes) {
        try {
            Json json = UntrustedJson.parse(new String(bytes, StandardCharsets.UTF_8));
            if (json.kind() == Json.Kind.OBJECT) {
                return json;
            }
        } catch (JsonException e) {
            // reported below, without the content
        }
        throw DecodingErrors.protocol(
                "login", "the login service did not answer with a JSON object; is its address right?");
    }

    private static AiError refusal(int status, byte[] said) {
        String word = "";
        String words = "";
        try {
            Json json = UntrustedJson.parse(new String(said, StandardCharsets.UTF_8));
            word = json.get("error").findText().orElse("");
            words = json.get("error_description").findText().orElse("");
        } catch (JsonException e) {
            // the status is enough
        }
        boolean down = status >= 500 || status == 429 || status == 408;
        AiError.Category category = down ? ProviderErrorMapper.category(status) : AiError.Category.AUTHENTICATION;
        String code = WORD.matcher(word).matches() ? word : "login-" + status;
        return AiError.of(
                        category,
                        code,
                        "the login service answered " + code + ": "
                                + (down
                                        ? "it has a problem of its own; try again later"
                                        : "it does not accept this login; providerMessage has its reason"))
                .withStatus(status)
                .withRetryable(down)
                .withProviderMessage(SensitiveText.of(words.substring(0, Math.min(MOST_WORDS, words.length()))));
    }

    /**
     * Returns the token of an answer in the form of RFC 6749, section 5.1. Azure's metadata server writes the seconds as
     * a text.
     */
    public static AccessToken token(Json answer, Instant now) {
        String value = answer.get("access_token").findText().orElse("");
        if (value.isEmpty()) {
            throw DecodingErrors.protocol("login", "the login service answered without an access_token");
        }
        String written = answer.get("expires_in").findText().orElse("");
        Json lifetime = written.matches("\\d{1,9}") ? Json.of(Long.parseLong(written)) : answer.get("expires_in");
        long seconds = JsonDocumentStream.seconds(lifetime);
        return new AccessToken(Secret.of(value.toCharArray()), now.plusSeconds(seconds == 0 ? LIFETIME : seconds));
    }

    /** Returns the wall-clock time of the call. */
    public Instant now() {
        return transport.now(time);
    }

    /** Waits; an exception if the call ends meanwhile. */
    public void sleep(Duration length) {
        cancellation.sleep(length, "waiting for a login");
    }

    Cancellation cancellation() {
        return cancellation;
    }
}
