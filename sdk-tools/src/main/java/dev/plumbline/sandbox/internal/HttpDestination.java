package dev.plumbline.sandbox.internal;

import dev.plumbline.event.TelemetryName;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The destination of a request whose URL is allowed by the rules.
 *
 * @param address without its fragment
 * @param host the host in lower case, as it is resolved
 * @param port the port
 * @param local whether it may resolve to loopback and private addresses
 */
record HttpDestination(URI address, String host, int port, boolean local) {
    static final TelemetryName ACCESS = new TelemetryName("http");
    private static final TelemetryName LISTED = new TelemetryName("http.listed");
    private static final Pattern NUMERIC = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)|\\[.*]");

    private static final AccessDenial NOT_HTTPS =
            AccessDenial.firm("http.not-https", "Only https addresses can be reached.");
    private static final AccessDenial MALFORMED = AccessDenial.firm(
            "http.malformed", "This address has no plain host name. Write it as https://host/path, in ASCII.");
    private static final AccessDenial USER_INFO =
            AccessDenial.firm("http.user-info", "An address must not carry a user name or a password.");
    private static final AccessDenial LITERAL = AccessDenial.of(
            "http.address-literal",
            "Write the name of the host instead of its number.",
            "withHost or withPrivateHost with exactly that number");
    private static final AccessDenial TRAILING_DOT =
            AccessDenial.of("http.trailing-dot", "Write the host without the dot at its end.", "change the tool");
    private static final AccessDenial NOT_LISTED = AccessDenial.of(
            "http.not-listed", "Tools may not reach this host or port.", "withHost(…) or withPrivateHost(…)");
    private static final AccessDenial METHOD =
            AccessDenial.of("http.method", "Tools may not use this method there.", "withHost(host, methods…)");

    /** Returns the destination, if the URL is allowed. */
    static HttpDestination decide(URI address, String method, List<AllowedHost> hosts, AccessDecisionLog decisions) {
        refuseForm(address, decisions);
        String host = address.getHost().toLowerCase(Locale.ROOT);
        int port = address.getPort() < 0 ? 443 : address.getPort();
        List<AllowedHost> there =
                hosts.stream().filter(grant -> grant.covers(host, port)).toList();
        Optional<AccessDenial> refusal = refusal(host, method, there);
        refusal.ifPresent(why -> decisions.refuse(ACCESS, why));
        if (refusal.isEmpty()) {
            decisions.allow(ACCESS, LISTED);
        }
        return new HttpDestination(address, host, port, there.stream().anyMatch(AllowedHost::local));
    }

    private static void refuseForm(URI address, AccessDecisionLog decisions) {
        if (!"https".equalsIgnoreCase(address.getScheme())) {
            decisions.refuse(ACCESS, NOT_HTTPS);
        }
        if (address.getRawUserInfo() != null) {
            decisions.refuse(ACCESS, USER_INFO);
        }
        if (address.getHost() == null || address.getHost().isEmpty() || address.getPort() > 65_535) {
            decisions.refuse(ACCESS, MALFORMED);
        }
    }

    private static Optional<AccessDenial> refusal(String host, String method, List<AllowedHost> there) {
        if (host.endsWith(".")) {
            return Optional.of(TRAILING_DOT);
        }
        if (there.isEmpty()) {
            return Optional.of(NUMERIC.matcher(host).matches() ? LITERAL : NOT_LISTED);
        }
        return there.stream().anyMatch(grant -> grant.methods().contains(method))
                ? Optional.empty()
                : Optional.of(METHOD);
    }

    @Override
    public String toString() {
        return "HttpDestination[port " + port + "]";
    }
}
