package dev.plumbline.http;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Timekeeper;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Finds out whether a proxy is to be used and what addresses a host has. Neither can be interrupted, so whoever must be
 * free to go asks on another thread. What was found is remembered for twenty seconds, or until nobody answered there. Safe for any
 * number of threads.
 */
final class Lookup {
    private static final long FRESH = TimeUnit.SECONDS.toNanos(20);
    private static final int MOST = 100;

    private final Timekeeper time;
    private final Optional<ProxySelector> selector;
    private final Map<Route, Found> found = new ConcurrentHashMap<>();

    /** A lookup that has asked nobody yet; the selector of the JDK when none is given. */
    Lookup(Timekeeper time, Optional<ProxySelector> selector) {
        this.time = time;
        this.selector = selector;
    }

    /** What was found not long ago. */
    Optional<Route.Resolved> known(Route direct) {
        Found last = found.get(direct);
        return last != null && time.nanos() - last.at < FRESH ? Optional.of(last.resolved) : Optional.empty();
    }

    /** Forgets what was found, because it led nowhere. */
    void forget(Route direct) {
        found.remove(direct);
    }

    /**
     * Asks; may take as long as it likes.
     *
     * @throws UnknownHostException when a name has no address
     * @throws AiException PROXY for a proxy that does not speak HTTP
     */
    Route.Resolved find(URI address) throws UnknownHostException {
        Route direct = Route.direct(address);
        Route route = proxy(address).map(direct::via).orElse(direct);
        Route.Resolved resolved = new Route.Resolved(route, addresses(route));
        if (found.size() >= MOST) {
            found.clear();
        }
        found.put(direct, new Found(resolved, time.nanos()));
        return resolved;
    }

    private Optional<InetSocketAddress> proxy(URI address) {
        List<Proxy> proxies = selector.or(() -> Optional.ofNullable(ProxySelector.getDefault()))
                .map(s -> s.select(address))
                .orElse(List.of());
        Proxy first = proxies.isEmpty() ? Proxy.NO_PROXY : proxies.get(0);
        if (first.type() == Proxy.Type.DIRECT) {
            return Optional.empty();
        }
        if (first.type() == Proxy.Type.HTTP && first.address() instanceof InetSocketAddress http) {
            return Optional.of(http);
        }
        throw new AiException(AiError.of(
                AiError.Category.PROXY,
                "proxy-type",
                "a " + first.type() + " proxy is not supported; HTTP proxies are, see Network.withProxy"));
    }

    private static List<InetSocketAddress> addresses(Route route) throws UnknownHostException {
        String host = route.proxy().map(InetSocketAddress::getHostString).orElse(route.host());
        int port = route.proxy().map(InetSocketAddress::getPort).orElse(route.port());
        return addresses(AddressResolver.SYSTEM, host, port);
    }

    /** The addresses that somebody else finds; nothing is remembered, and no proxy is asked for. */
    static Route.Resolved find(Route direct, AddressResolver resolver) throws UnknownHostException {
        return new Route.Resolved(direct, addresses(resolver, direct.host(), direct.port()));
    }

    private static List<InetSocketAddress> addresses(AddressResolver resolver, String host, int port)
            throws UnknownHostException {
        return resolver.resolve(host).stream()
                .map(ip -> new InetSocketAddress(ip, port))
                .toList();
    }

    private record Found(Route.Resolved resolved, long at) {}
}
