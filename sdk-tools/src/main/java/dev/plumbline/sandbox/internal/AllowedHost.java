package dev.plumbline.sandbox.internal;

import java.net.IDN;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A host that tools may reach.
 *
 * @param host the name in lower-case ASCII; a leading dot stands for all subdomains
 * @param port the port
 * @param methods the allowed methods, in upper case
 * @param local whether it may resolve to loopback and private addresses
 */
record AllowedHost(String host, int port, Set<String> methods, boolean local) {
    private static final Pattern WRITTEN =
            Pattern.compile("(?<below>\\*\\.)?(?<host>[^:/*@\\s]+|\\[[0-9a-fA-F:.]+])(:(?<port>\\d{1,5}))?");
    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,16}");

    static AllowedHost of(String written, boolean local, String... methods) {
        Matcher parts = WRITTEN.matcher(written);
        if (!parts.matches()) {
            throw bad("a host must have the form example.com, example.com:8443 or *.example.com");
        }
        String host = ascii(parts.group("host"));
        boolean below = parts.group("below") != null;
        if (below && host.indexOf('.') < 0) {
            throw bad("a * directly above a top-level domain is not allowed; write *.example.com");
        }
        return new AllowedHost(below ? "." + host : host, port(parts.group("port")), methods(methods), local);
    }

    private static String ascii(String host) {
        try {
            return host.startsWith("[")
                    ? host.toLowerCase(Locale.ROOT)
                    : IDN.toASCII(host, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw bad("a host must have only letters, digits, - and dots");
        }
    }

    private static int port(@Nullable String written) {
        int port = written == null ? 443 : Integer.parseInt(written);
        if (port < 1 || port > 65_535) {
            throw bad("a port must be 1 to 65535");
        }
        return port;
    }

    private static Set<String> methods(String... methods) {
        Set<String> all = new TreeSet<>(methods.length == 0 ? List.of("GET", "HEAD") : List.of(methods));
        if (!all.stream().allMatch(method -> METHOD.matcher(method).matches()) || all.contains("CONNECT")) {
            throw bad("a method must be an upper-case word other than CONNECT");
        }
        return Set.copyOf(all);
    }

    private static IllegalArgumentException bad(String rule) {
        return new IllegalArgumentException("egress: " + rule);
    }

    /** Returns whether this allows that host and port. */
    boolean covers(String other, int otherPort) {
        return port == otherPort
                && (host.startsWith(".") ? other.endsWith(host) && other.length() > host.length() : other.equals(host));
    }
}
