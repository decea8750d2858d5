package dev.plumbline.http.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks the addresses to which a key and a conversation may be sent: any by https, this machine also by http. */
public final class EndpointUrls {
    private static final Pattern LOOPBACK = Pattern.compile(
            "(?i)localhost\\.?|127(\\.\\d{1,3}){3}|\\[((0{1,4}:){7}0{0,3}1|::(ffff:127(\\.\\d{1,3}){3}|0{0,3}1))]");

    private EndpointUrls() {}

    /**
     * Returns the base address in that text, without a slash at its end.
     *
     * @throws IllegalArgumentException names the rule that it breaks
     */
    public static URI base(String text) {
        return base(text, Set.of());
    }

    /**
     * Returns the base address in that text; http is also allowed to these hosts, in lower case.
     *
     * @throws IllegalArgumentException names the rule that it breaks
     */
    public static URI base(String text, Set<String> plain) {
        URI uri = parsed(text);
        boolean https = "https".equalsIgnoreCase(uri.getScheme());
        boolean http = isPlain(uri);
        boolean open = http && uri.getHost() != null && plain.contains(lower(uri.getHost()));
        if (uri.getHost() == null || !(https || open || (http && isLoopback(uri)))) {
            throw refused(
                    "it must be https, or http to this machine, e.g. http://localhost:11434/v1; a host of the local"
                            + " network is named before by allowPlainHttp(host)");
        }
        if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw refused("it must not hold a login or a fragment; pass the key with apiKey(Secret)");
        }
        return uri;
    }

    /**
     * Returns the name of a host of the local network, in lower case.
     *
     * @throws IllegalArgumentException for a host that may be outside the local network
     */
    public static String localHost(String host) {
        if (!LocalHosts.NAME.matcher(host).matches()) {
            throw new IllegalArgumentException(
                    "plain http is for hosts of the local network: a name without dots, in .local,"
                            + " .lan, .internal or .home.arpa, or a private address; anything else must be https");
        }
        return lower(host);
    }

    /** Returns whether the address is used without encryption. */
    public static boolean isPlain(URI uri) {
        return "http".equalsIgnoreCase(uri.getScheme());
    }

    private static String lower(String host) {
        return host.toLowerCase(Locale.ROOT);
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

    /** Returns whether the host is this machine, judged by its name or number as written. */
    public static boolean isLoopback(URI uri) {
        return uri.getHost() != null && LOOPBACK.matcher(uri.getHost()).matches();
    }

    /**
     * Returns whether a server is on this machine or in the local network: models are loaded on demand there, and no key is
     * needed. No address elsewhere may be used without encryption.
     */
    public static boolean isLocal(URI uri) {
        return isLoopback(uri) || isPlain(uri);
    }

    /** Returns {@link #isLocal(URI)} of the address in that text; false if it is not an address. */
    public static boolean isLocal(String text) {
        try {
            return isLocal(new URI(text));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Returns the address below the base with that path; a query of the base stays at the end. */
    public static URI below(URI base, String path) {
        String raw = base.toString();
        String asked = base.getRawQuery();
        String query = asked == null ? "" : "?" + asked;
        String front = raw.substring(0, raw.length() - query.length());
        return URI.create((front.endsWith("/") ? front.substring(0, front.length() - 1) : front) + path + query);
    }

    /**
     * Returns a foreign name as one segment of a path: everything but letters, digits and four marks is encoded, also a
     * slash.
     *
     * @throws AiException INVALID_REQUEST for a name that an address cannot hold
     */
    public static String segment(String name) {
        if (name.isEmpty() || name.matches("\\.{1,2}") || name.chars().anyMatch(Character::isISOControl)) {
            throw new AiException(AiError.of(
                    AiError.Category.INVALID_REQUEST,
                    "name-in-address",
                    "the name of a model is a part of the address at this service, and this one has an empty part, the part"
                            + " \".\" or \"..\", or a control character: use the name as the service lists it"));
        }
        return URLEncoder.encode(name, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    /** Returns a foreign name with slashes as several segments of a path; see {@link #segment}. */
    public static String segments(String name) {
        return Stream.of(name.split("/", -1)).map(EndpointUrls::segment).collect(Collectors.joining("/"));
    }

    /** Loaded only for a program that allows plain http to such hosts. */
    private static final class LocalHosts {
        /** Hosts that can only be in the local network: names that no public server has, and private addresses. */
        static final Pattern NAME = Pattern.compile("(?i)[a-z0-9_-]*[a-z_-][a-z0-9_-]*"
                + "|[a-z0-9._-]+\\.(local|lan|internal|home\\.arpa)\\.?"
                + "|10(\\.\\d{1,3}){3}|192\\.168(\\.\\d{1,3}){2}|172\\.(1[6-9]|2\\d|3[01])(\\.\\d{1,3}){2}"
                + "|169\\.254(\\.\\d{1,3}){2}|\\[f[cd][0-9a-f]{2}:[0-9a-f:]+]|\\[fe80:[0-9a-f:]+]");
    }
}
