package dev.plumbline.providers.client;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.TypedKey;
import dev.plumbline.call.internal.IdHasher;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.format.LazyPattern;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The headers that a program adds to every request of a provider. Secret values are read for each request and never
 * shown. Immutable.
 */
public final class CustomHeaders {
    public static final CustomHeaders NONE = new CustomHeaders(Map.of(), Map.of());

    private static final LazyPattern NAME = new LazyPattern("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

    /** The headers that the provider and the transport set themselves. */
    private static final Set<String> OWNED = Set.of(
            "accept",
            "accept-encoding",
            "anthropic-version",
            "api-key",
            "authorization",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "idempotency-key",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent",
            "x-amz-content-sha256",
            "x-amz-date",
            "x-amz-security-token",
            "x-api-key",
            "x-goog-api-key");

    /** The headers by name in lower case. */
    private final Map<String, Header> headers;

    /** The headers whose value each call may have, by the attribute that has it. */
    private final Map<TypedKey<String>, String> ofCalls;

    private CustomHeaders(Map<String, Header> headers, Map<TypedKey<String>, String> ofCalls) {
        this.headers = headers;
        this.ofCalls = ofCalls;
    }

    /**
     * Returns a copy with an additional header.
     *
     * @param secret whether the value must be known only to the server
     * @throws IllegalArgumentException if the name is not valid, is set by the provider, or was added before
     */
    public CustomHeaders with(String name, Secret value, boolean secret) {
        String key = checked(name);
        if (!secret) {
            char[] chars = value.reveal();
            require(isPrintable(chars), "the value of the header " + key + " has characters that a header cannot hold");
        }
        Map<String, Header> more = new LinkedHashMap<>(headers);
        more.put(key, new Header(name, value, secret));
        return new CustomHeaders(more, ofCalls);
    }

    /**
     * Returns a copy with a header whose value is an attribute of the call.
     *
     * @throws IllegalArgumentException if the name is not valid, is set by the provider, or was added before
     */
    public CustomHeaders with(String name, TypedKey<String> attribute) {
        String unused = checked(name);
        Map<TypedKey<String>, String> more = new LinkedHashMap<>(ofCalls);
        more.put(attribute, name);
        return new CustomHeaders(headers, more);
    }

    private String checked(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        require(NAME.matcher(name).matches(), "the name of a header is a token");
        require(
                !OWNED.contains(key),
                "the header " + key + " is set by the provider; see apiKey, apiVersion and network");
        require(
                !headers.containsKey(key) && ofCalls.values().stream().noneMatch(key::equalsIgnoreCase),
                "the header " + key + " was added before");
        return key;
    }

    private static void require(boolean rule, String message) {
        if (!rule) {
            throw new IllegalArgumentException(message);
        }
    }

    private static void requirePrintable(String name, char[] value) {
        if (!isPrintable(value)) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "header",
                    "the value of the header " + name + " has characters that a header cannot hold"));
        }
    }

    private static boolean isPrintable(char[] value) {
        boolean printable = true;
        for (char c : value) {
            printable &= c >= ' ' && c < 127;
        }
        return printable;
    }

    /**
     * Adds the headers to a request.
     *
     * @throws AiException CONFIGURATION if a secret cannot be read or is not a valid header value
     */
    void addTo(Map<String, String> request) {
        for (Header header : headers.values()) {
            char[] value = header.reveal();
            try {
                requirePrintable(header.name, value);
                request.put(header.name, new String(value));
            } finally {
                Arrays.fill(value, ' ');
            }
        }
    }

    /**
     * Adds the headers to a request of a call, also those whose value the call has.
     *
     * @throws AiException CONFIGURATION if a value cannot be read or is not a valid header value
     */
    void addTo(Map<String, String> request, AiCall call) {
        addTo(request);
        ofCalls.forEach((attribute, name) -> call.attribute(attribute).ifPresent(value -> {
            requirePrintable(name, value.toCharArray());
            request.put(name, value);
        }));
    }

    /** Returns a keyed hash of each value that is not secret, by name; answers may depend on them. */
    public Map<String, String> attributes() {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (Map.Entry<String, Header> header : headers.entrySet()) {
            attributes.put("header." + header.getKey(), header.getValue().attribute(header.getKey()));
        }
        return attributes;
    }

    public boolean isEmpty() {
        return headers.isEmpty() && ofCalls.isEmpty();
    }

    /** Returns the names, never the values. */
    @Override
    public String toString() {
        return Stream.concat(headers.keySet().stream(), ofCalls.values().stream())
                .toList()
                .toString();
    }

    private record Header(String name, Secret value, boolean secret) {
        /** Reads a secret. The message of a failing key store is not passed on, because it may contain the value. */
        char[] reveal() {
            try {
                return value.reveal();
            } catch (RuntimeException e) {
                throw new AiException(AiError.of(
                                AiError.Category.CONFIGURATION,
                                "header",
                                "the source of the header " + name + " failed; see Secret.from")
                        .withCause(e));
            }
        }

        String attribute(String key) {
            return secret
                    ? "secret"
                    : IdHasher.of(("header " + key).getBytes(StandardCharsets.UTF_8))
                            .of(new String(value.reveal()))
                            .toString();
        }
    }
}
