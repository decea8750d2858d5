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
    private final URI address;
    private final Map<String, String> headers;
    private final Optional<byte[]> body;
    private final boolean whole;

    private Request(URI address, Map<String, String> headers, Optional<byte[]> body, boolean whole) {
        this.address = address;
        this.headers = new LinkedHashMap<>(headers);
        this.body = body;
        this.whole = whole;
    }

    /** A POST of that body. */
    public static Request post(URI address, Map<String, String> headers, byte[] body) {
        return new Request(address, headers, Optional.of(body), false);
    }

    /** A GET. */
    public static Request get(URI address, Map<String, String> headers) {
        return new Request(address, headers, Optional.empty(), false);
    }

    /** A copy whose answer comes in one piece: there is no first event to wait for, only {@link Timeouts#total} counts. */
    public Request wholeAnswer() {
        return new Request(address, headers, body, true);
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

    /** The deadlines that count for it. */
    Timeouts deadlines(Timeouts limits) {
        return whole ? limits.withFirstEvent(limits.total()) : limits;
    }

    @Override
    public String toString() {
        return "Request[" + address.getHost() + ", "
                + body.map(bytes -> bytes.length).orElse(0) + " bytes]";
    }
}
