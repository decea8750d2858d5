package dev.plumbline.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is asked of a server: an address, headers, and a body or none. Immutable, but for the array of the body, which is not
 * copied and must not change; {@code toString} shows neither headers nor body.
 */
public final class Request {
    private final String method;
    private final URI address;
    private final Map<String, String> headers;
    private final Optional<byte[]> body;
    private boolean whole;
    private Optional<AddressResolver> resolver = Optional.empty();

    private Request(String method, URI address, Map<String, String> headers, Optional<byte[]> body) {
        this.method = method;
        this.address = address;
        this.headers = new LinkedHashMap<>(headers);
        this.body = body;
    }

    /** A POST of that body. */
    public static Request post(URI address, Map<String, String> headers, byte[] body) {
        return new Request("POST", address, headers, Optional.of(body));
    }

    /** A GET. */
    public static Request get(URI address, Map<String, String> headers) {
        return new Request("GET", address, headers, Optional.empty());
    }

    /** A request of any method, e.g. {@code HEAD}, with a body or without. */
    public static Request of(String method, URI address, Map<String, String> headers, Optional<byte[]> body) {
        return new Request(method, address, headers, body);
    }

    private Request copy() {
        Request copy = new Request(method, address, headers, body);
        copy.whole = whole;
        copy.resolver = resolver;
        return copy;
    }

    /** A copy whose answer comes in one piece: there is no first event to wait for, only {@link Timeouts#total} counts. */
    public Request wholeAnswer() {
        Request copy = copy();
        copy.whole = true;
        return copy;
    }

    /**
     * A copy that goes straight to the addresses that are found so, each time anew: over a connection of its own, which serves no other
     * request, and by no proxy. The certificate is checked against the host's name all the same.
     */
    public Request resolvedBy(AddressResolver own) {
        Request copy = copy();
        copy.resolver = Optional.of(own);
        return copy;
    }

    String method() {
        return method;
    }

    Optional<AddressResolver> resolver() {
        return resolver;
    }

    /** Where it goes. */
    public URI address() {
        return address;
    }

    Map<String, String> headers() {
        return headers;
    }

    Optional<byte[]> body() {
        return body;
    }

    /** How many bytes its body has. */
    int length() {
        return body.isPresent() ? body.get().length : 0;
    }

    /** The deadlines that count for it. */
    Timeouts deadlines(Timeouts limits) {
        return whole ? limits.withFirstEvent(limits.total()) : limits;
    }

    @Override
    public String toString() {
        return "Request[" + address.getHost() + ", " + length() + " bytes]";
    }
}
