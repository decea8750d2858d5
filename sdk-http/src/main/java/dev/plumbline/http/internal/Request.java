package dev.plumbline.http.internal;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request: an address, headers, and an optional body. Immutable, except for the array of the body, which is not
 * copied and must not change; {@code toString} shows neither headers nor body.
 */
public final class Request {
    private final String method;
    private final URI address;
    private final Map<String, String> headers;
    private final byte @Nullable [] body;
    private boolean whole;
    private @Nullable AddressResolver resolver;
    private @Nullable Timeouts own;
    private int most = ResponseBodyReader.MOST_OF_AN_ANSWER;

    private Request(String method, URI address, Map<String, String> headers, byte @Nullable [] body) {
        this.method = method;
        this.address = address;
        this.headers = new LinkedHashMap<>(headers);
        this.body = body;
    }

    /** Returns a POST of that body. */
    public static Request post(URI address, Map<String, String> headers, byte[] body) {
        return new Request("POST", address, headers, body);
    }

    /** Returns a GET. */
    public static Request get(URI address, Map<String, String> headers) {
        return new Request("GET", address, headers, null);
    }

    /** Returns a request of any method, e.g. {@code HEAD}, with or without a body. */
    public static Request of(String method, URI address, Map<String, String> headers, Optional<byte[]> body) {
        return new Request(method, address, headers, body.orElse(null));
    }

    private Request copy() {
        Request copy = new Request(method, address, headers, body);
        copy.whole = whole;
        copy.resolver = resolver;
        copy.own = own;
        copy.most = most;
        return copy;
    }

    /** Returns a copy with deadlines of its own instead of those of the transport. */
    public Request within(Timeouts limits) {
        Request copy = copy();
        copy.own = limits;
        return copy;
    }

    /**
     * Returns a copy whose response arrives in one piece: there is no first event to wait for, and only {@link
     * Timeouts#total} counts.
     */
    public Request wholeAnswer() {
        Request copy = copy();
        copy.whole = true;
        return copy;
    }

    /**
     * Returns a copy that connects directly to the addresses of that resolver, resolved each time: over a connection of
     * its own, which is not reused, and without a proxy. The certificate is still checked against the host's name.
     */
    public Request resolvedBy(AddressResolver own) {
        Request copy = copy();
        copy.resolver = own;
        return copy;
    }

    /**
     * Returns a copy whose response may have that many bytes after decompression, all events of a stream together; 64 MiB
     * by default. More is PROTOCOL {@code limit}.
     */
    public Request withMostBytes(int limit) {
        Request copy = copy();
        copy.most = limit;
        return copy;
    }

    int mostBytes() {
        return most;
    }

    String method() {
        return method;
    }

    @Nullable
    AddressResolver resolver() {
        return resolver;
    }

    /** Returns the address of the request. */
    public URI address() {
        return address;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte @Nullable [] body() {
        return body;
    }

    /** Returns the length of its body in bytes. */
    int length() {
        return body == null ? 0 : body.length;
    }

    /** Returns the deadlines that apply to it. */
    Timeouts deadlines(Timeouts limits) {
        Timeouts mine = own == null ? limits : own;
        return whole ? mine.withFirstEvent(mine.total()) : mine;
    }

    @Override
    public String toString() {
        return "Request[" + address.getHost() + ", " + length() + " bytes]";
    }
}
