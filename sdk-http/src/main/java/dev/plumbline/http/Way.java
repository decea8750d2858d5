package dev.plumbline.http;

import dev.plumbline.call.Timekeeper;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What was found out about the way to hosts: whether a proxy stands on it, and that the host's name has an address. Both may take
 * long, so the thread that sends finds it out, and not the one that serves all exchanges. The JDK remembers addresses for thirty
 * seconds; for less than that a way without a proxy counts as known. Safe for any number of threads.
 */
final class Way {
    private static final long FRESH = TimeUnit.SECONDS.toNanos(20);
    private static final int MOST = 100;

    private final Timekeeper time;
    private final Map<String, Long> found = new ConcurrentHashMap<>();

    Way(Timekeeper time) {
        this.time = time;
    }

    private boolean isKnown(URI address) {
        Long at = found.get(address.getAuthority());
        return at != null && time.nanos() - at < FRESH;
    }

    /** Whether a client sends requests for an address to a proxy; if not, the host's name is looked up, too. */
    boolean isViaProxy(HttpClient client, URI address) {
        if (isKnown(address)) {
            return false;
        }
        boolean proxy = select(client, address);
        if (!proxy && isNamed(address.getHost())) {
            remember(address.getAuthority());
        }
        return proxy;
    }

    private static boolean select(HttpClient client, URI address) {
        return client.proxy().or(() -> Optional.ofNullable(ProxySelector.getDefault())).stream()
                .flatMap(selector -> selector.select(address).stream())
                .anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }

    /** The client will look again, on the thread that serves all, and find what the JDK remembers. */
    private static boolean isNamed(String host) {
        try {
            var unused = InetAddress.getByName(host);
            return true;
        } catch (UnknownHostException e) {
            return false; // the client will say so, in its own words
        }
    }

    private void remember(String authority) {
        if (found.size() >= MOST) {
            found.clear();
        }
        found.put(authority, time.nanos());
    }
}
