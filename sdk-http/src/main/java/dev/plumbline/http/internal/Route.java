package dev.plumbline.http.internal;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a connection: a server, and the proxy before it if there is one. Connections of equal routes can
 * be reused for each other's requests. Immutable.
 *
 * @param tls whether it uses TLS
 * @param host the server's name, or its IP address without brackets, in lower case
 * @param port the server's port
 * @param proxy the proxy's host and port, unresolved; null for a direct connection
 */
record Route(boolean tls, String host, int port, @Nullable InetSocketAddress proxy) {

    static Route direct(URI address) {
        boolean tls = "https".equalsIgnoreCase(address.getScheme());
        int port = address.getPort() >= 0 ? address.getPort() : tls ? 443 : 80;
        String host = address.getHost().toLowerCase(Locale.ROOT);
        return new Route(tls, host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port, null);
    }

    /**
     * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
     * (0063).
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Route route
                && tls == route.tls
                && port == route.port
                && host.equals(route.host)
                && Objects.equals(proxy, route.proxy);
    }

    @Override
    public int hashCode() {
        return 31 * host.hashCode() + port;
    }

    Route via(InetSocketAddress between) {
        InetSocketAddress named = InetSocketAddress.createUnresolved(between.getHostString(), between.getPort());
        return new Route(tls, host, port, named);
    }

    boolean viaProxy() {
        return proxy != null;
    }

    /** Returns whether the proxy only passes bytes on, after a CONNECT request. */
    boolean tunnels() {
        return tls && viaProxy();
    }

    /** Returns host and port in the form for CONNECT. */
    String authority() {
        return authority(host, port);
    }

    /** Returns host and port of the server, and of the proxy before it, for the message of an error. */
    String place() {
        return proxy == null ? authority() : authority() + " through the proxy " + ProxyErrors.name(proxy);
    }

    static String authority(String host, int port) {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /**
     * A route with the resolved addresses of its first stop.
     *
     * @param addresses the addresses of the proxy, or else of the server, in the order in which they are tried
     */
    record Resolved(Route route, List<InetSocketAddress> addresses) {}
}
