package dev.plumbline.http.internal;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the head of a request in HTTP/1.1 (RFC 9112, sections 3 and 5). */
final class RequestHead {
    private static final String MARKS_OF_NAMES = "!#$%&'*+.^_`|~-";
    private static final Set<String> EXPECT_A_BODY = Set.of("POST", "PUT", "PATCH");
    private static final Set<String> OURS =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    private RequestHead() {}

    /**
     * Checks that a request can be written.
     *
     * @throws IllegalArgumentException if its address has no host, or a header is not allowed by HTTP or is one that
     *     this class writes; the message has the name, never the value
     */
    static void require(Request request) {
        URI address = request.address();
        String scheme = address.getScheme();
        if (address.getHost() == null || !("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
            throw new IllegalArgumentException("the address must be http:// or https:// with a host");
        }
        if (!isName(request.method())) {
            throw new IllegalArgumentException("the method has a character that HTTP forbids");
        }
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            String name = header.getKey();
            if (!isName(name) || OURS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "header name '" + name.replaceAll("[^!-~]", "?") + "' cannot be used");
            }
            if (!isValue(header.getValue())) {
                throw new IllegalArgumentException(
                        "the value of header '" + name + "' has a character that HTTP forbids");
            }
        }
    }

    private static boolean isName(String text) {
        boolean allowed = !text.isEmpty();
        for (int i = 0; allowed && i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            allowed = plain || MARKS_OF_NAMES.indexOf(c) >= 0;
        }
        return allowed;
    }

    private static boolean isValue(String text) {
        boolean allowed = true;
        for (int i = 0; allowed && i < text.length(); i++) {
            char c = text.charAt(i);
            allowed = c == '\t' || (c >= ' ' && c <= '~') || (c >= 0x80 && c <= 0xFF);
        }
        return allowed;
    }

    /** Returns the bytes of the head; {@code login} is sent to the proxy, unless it is null. */
    static byte[] of(Request request, Route route, @Nullable String login) {
        boolean absolute = route.viaProxy() && !route.tunnels();
        StringBuilder head = new StringBuilder(512);
        head.append(request.method()).append(' ');
        head.append(absolute ? "http://" + host(request.address()) : "").append(target(request.address()));
        head.append(" HTTP/1.1\r\n");
        line(head, "Host", host(request.address()));
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            line(head, header.getKey(), header.getValue());
        }
        if (request.body() != null || EXPECT_A_BODY.contains(request.method())) {
            line(head, "Content-Length", Integer.toString(request.length()));
        }
        if (absolute && login != null) {
            line(head, "Proxy-Authorization", login);
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
        String path = address.getRawPath();
        String absolute = path == null || path.isEmpty() ? "/" : path;
        return address.getRawQuery() == null ? absolute : absolute + "?" + address.getRawQuery();
    }
}
