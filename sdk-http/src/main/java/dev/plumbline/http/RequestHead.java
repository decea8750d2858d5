package dev.plumbline.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The first lines of a request as HTTP/1.1 writes them (RFC 9112, sections 3 and 5). */
final class RequestHead {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t -~\\x80-\\xFF]*");
    private static final Set<String> EXPECT_A_BODY = Set.of("POST", "PUT", "PATCH");
    private static final Set<String> OURS =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    private RequestHead() {}

    /**
     * Returns when a request can be written.
     *
     * @throws IllegalArgumentException when its address has no host, or a header is one that HTTP does not have or that is
     *     written here; names are told, values never
     */
    static void require(Request request) {
        URI address = request.address();
        String scheme = Optional.ofNullable(address.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        if (address.getHost() == null || !Set.of("http", "https").contains(scheme)) {
            throw new IllegalArgumentException("the address must be http:// or https:// with a host");
        }
        if (!NAME.matcher(request.method()).matches()) {
            throw new IllegalArgumentException("the method has a character that HTTP forbids");
        }
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            String name = header.getKey();
            if (!NAME.matcher(name).matches() || OURS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "header name '" + name.replaceAll("[^!-~]", "?") + "' cannot be used");
            }
            if (!VALUE.matcher(header.getValue()).matches()) {
                throw new IllegalArgumentException(
                        "the value of header '" + name + "' has a character that HTTP forbids");
            }
        }
    }

    /** The bytes of the head; {@code login} is what the proxy is told. */
    static byte[] of(Request request, Route route, Optional<String> login) {
        boolean absolute = route.viaProxy() && !route.tunnels();
        StringBuilder head = new StringBuilder(512);
        head.append(request.method()).append(' ');
        head.append(absolute ? "http://" + host(request.address()) : "").append(target(request.address()));
        head.append(" HTTP/1.1\r\n");
        line(head, "Host", host(request.address()));
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            line(head, header.getKey(), header.getValue());
        }
        if (request.body().isPresent() || EXPECT_A_BODY.contains(request.method())) {
            line(
                    head,
                    "Content-Length",
                    Integer.toString(request.body().map(bytes -> bytes.length).orElse(0)));
        }
        if (absolute && login.isPresent()) {
            line(head, "Proxy-Authorization", login.get());
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void line(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private static String host(URI address) {
        return address.getPort() < 0 ? address.getHost() : address.getHost() + ":" + address.getPort();
    }

    private static String target(URI address) {
        String path = Optional.ofNullable(address.getRawPath())
                .filter(p -> !p.isEmpty())
                .orElse("/");
        return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
    }
}
