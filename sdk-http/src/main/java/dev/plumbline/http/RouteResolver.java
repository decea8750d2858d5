package dev.plumbline.http;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Scheduler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a proxy is to be used and what addresses a host has. Neither can be interrupted, so whoever must be
 * free to go asks on another thread. What was found is remembered for twenty seconds, or until nobody answered there. Safe for any
 * number of threads.
 */
final class RouteResolver {
    private static final long FRESH = TimeUnit.SECONDS.toNanos(20);
    private static final int MOST = 100;

    private final Scheduler time;
    private final Optional<ProxySelector> selector;
    private final Map<Route, Found> found = new ConcurrentHashMap<>();

    /** A lookup without results yet; the selector of the JDK when none is given. */
    RouteResolver(Scheduler time, Optional<ProxySelector> selector) {
        this.time = time;
        this.selector = selector;
    }

    /** What was found not long ago. */
    Route.@Nullable Resolved known(Route direct) {
        Found last = found.get(direct);
        return last != null && time.nanos() - last.at < FRESH ? last.resolved : null;
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
        InetSocketAddress proxy = proxy(address);
        Route route = proxy == null ? direct : direct.via(proxy);
        Route.Resolved resolved = new Route.Resolved(route, addresses(route));
        if (found.size() >= MOST) {
            found.clear();
        }
        found.put(direct, new Found(resolved, time.nanos()));
        return resolved;
    }

    private @Nullable InetSocketAddress proxy(URI address) {
        ProxySelector asked = selector.isPresent() ? selector.get() : ProxySelector.getDefault();
        List<Proxy> proxies = asked == null ? List.of() : asked.select(address);
        Proxy first = proxies.isEmpty() ? Proxy.NO_PROXY : proxies.get(0);
        if (first.type() == Proxy.Type.DIRECT) {
            return null;
        }
        if (first.type() == Proxy.Type.HTTP && first.address() instanceof InetSocketAddress http) {
            return http;
        }
        throw new AiException(AiError.of(
                AiError.Category.PROXY,
                "proxy-type",
                "a " + first.type() + " proxy is not supported; HTTP proxies are, see Network.withProxy"));
    }

    private static List<InetSocketAddress> addresses(Route route) throws UnknownHostException {
        if (route.viaProxy()) {
            InetSocketAddress proxy = route.proxy().get();
            return addresses(AddressResolver.SYSTEM, proxy.getHostString(), proxy.getPort());
        }
        return addresses(AddressResolver.SYSTEM, route.host(), route.port());
    }

    /** A lookup by a given resolver; nothing is cached, and no proxy is used. */
    static Route.Resolved find(Route direct, AddressResolver resolver) throws UnknownHostException {
        return new Route.Resolved(direct, addresses(resolver, direct.host(), direct.port()));
    }

    private static List<InetSocketAddress> addresses(AddressResolver resolver, String host, int port)
            throws UnknownHostException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (InetAddress ip : resolver.resolve(host)) {
            addresses.add(new InetSocketAddress(ip, port));
        }
        return addresses;
    }

    private record Found(Route.Resolved resolved, long at) {}
}
