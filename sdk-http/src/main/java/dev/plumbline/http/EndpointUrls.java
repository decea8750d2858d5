package dev.plumbline.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which addresses a key and a conversation may be sent to: any by https, this machine also by http. */
public final class EndpointUrls {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

    private EndpointUrls() {}

    /**
     * The base address in that text, without a slash at its end.
     *
     * @throws IllegalArgumentException says which rule it breaks
     */
    public static URI base(String text) {
        URI uri = parsed(text);
        boolean https = "https".equalsIgnoreCase(uri.getScheme());
        boolean http = "http".equalsIgnoreCase(uri.getScheme());
        if (uri.getHost() == null || !(https || (http && isLoopback(uri)))) {
            throw refused("it must be https, or http to this machine, e.g. http://localhost:11434/v1");
        }
        if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw refused("it must not hold a login or a fragment; pass the key with apiKey(Secret)");
        }
        return uri;
    }

    private static URI parsed(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw refused("it is not a URL");
        }
    }

    private static IllegalArgumentException refused(String rule) {
        return new IllegalArgumentException("baseUrl is refused: " + rule);
    }

    /** Whether the host is this machine, by its name or number as it is written. */
    public static boolean isLoopback(URI uri) {
        return uri.getHost() != null && LOOPBACK.matcher(uri.getHost()).matches();
    }

    /** The address below the base with that path; a query of the base stays at the end. */
    public static URI below(URI base, String path) {
        String raw = base.toString();
        String query = Optional.ofNullable(base.getRawQuery()).map(q -> "?" + q).orElse("");
        String front = raw.substring(0, raw.length() - query.length());
        return URI.create((front.endsWith("/") ? front.substring(0, front.length() - 1) : front) + path + query);
    }
}
