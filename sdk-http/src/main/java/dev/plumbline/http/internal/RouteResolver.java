package dev.plumbline.http.internal;

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
 * Finds the proxy and the addresses for a host. Neither lookup can be interrupted, so a caller that must be able to
 * stop waiting runs it on another thread. Results are cached for twenty seconds, or until a connection to them fails.
 * Thread-safe.
 */
final class RouteResolver {
    private static final long FRESH = TimeUnit.SECONDS.toNanos(20);
    private static final int MOST = 100;

    private final Scheduler time;
    private final Optional<ProxySelector> selector;
    private final Map<Route, Found> found = new ConcurrentHashMap<>();

    /** Creates a resolver without cached results, with the JDK's selector if none is given. */
    RouteResolver(Scheduler time, Optional<ProxySelector> selector) {
        this.time = time;
        this.selector = selector;
    }

    /** Returns a cached result. */
    Route.@Nullable Resolved known(Route direct) {
        Found last = found.get(direct);
        return last != null && time.nanoTime() - last.at < FRESH ? last.resolved : null;
    }

    /** Removes a cached result, because the connection failed. */
    void forget(Route direct) {
        found.remove(direct);
    }

    /**
     * Looks up proxy and addresses; may block for any time.
     *
     * @throws UnknownHostException if a name has no address
     * @throws AiException PROXY for a proxy that is not an HTTP proxy, or whose name has no address
     */
    Route.Resolved find(URI address) throws UnknownHostException {
        Route direct = Route.direct(address);
        InetSocketAddress proxy = proxy(address);
        Route route = proxy == null ? direct : direct.via(proxy);
        Route.Resolved resolved = new Route.Resolved(route, addresses(route));
        if (found.size() >= MOST) {
            found.clear();
        }
        found.put(direct, new Found(resolved, time.nanoTime()));
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
        throw new AiException(ProxyErrors.type(
                first.type().name(), first.address() instanceof InetSocketAddress at ? ProxyErrors.name(at) : null));
    }

    private static List<InetSocketAddress> addresses(Route route) throws UnknownHostException {
        InetSocketAddress proxy = route.proxy();
        if (proxy != null) {
            return addressesOf(proxy);
        }
        return addresses(AddressResolver.SYSTEM, route.host(), route.port());
    }

    private static List<InetSocketAddress> addressesOf(InetSocketAddress proxy) {
        try {
            return addresses(AddressResolver.SYSTEM, proxy.getHostString(), proxy.getPort());
        } catch (UnknownHostException e) {
            throw new AiException(ProxyErrors.unknownHost(proxy, e));
        }
    }

    /** Looks up the addresses with a given resolver; nothing is cached, and no proxy is used. */
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
