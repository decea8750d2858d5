package dev.plumbline.http;

import dev.plumbline.call.RealTime;
import dev.plumbline.call.Spending;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way to servers: an HTTP client, threads and a timer, all made when first needed, and every exchange that is not over.
 * Follows no redirect. Safe for any number of threads.
 */
public final class Transport implements AutoCloseable {
    /** How long an answer that is over may take to end by itself. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Timeouts timeouts;
    private final Network network;
    private final Threads threads;
    private final RealTime own;
    private final Way way;
    private final Optional<Timekeeper> given;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private final Map<Boolean, HttpClient> clients = new HashMap<>();
    private boolean closed;
    private volatile boolean served;

    /**
     * A transport that has opened nothing yet.
     *
     * @param name whose it is; its threads are named after it
     * @param timeouts the deadlines of each exchange
     * @param network the way there
     * @param given whose time all deadlines obey; when empty, that of each exchange
     */
    public Transport(String name, Timeouts timeouts, Network network, Optional<Timekeeper> given) {
        this.timeouts = timeouts;
        this.network = network;
        this.threads = new Threads("plumbline-" + name);
        this.own = threads.time();
        this.way = new Way(own);
        this.given = given;
    }

    /**
     * An exchange that has not begun.
     *
     * @param spending counts the bytes that arrive
     * @param time whose time it obeys, unless the transport was given one; real time, on a thread of its own, when empty
     * @throws AiException EGRESS_DENIED when the host is none of {@link Network#hosts}
     * @throws IllegalArgumentException for an address or a header that HTTP does not have
     */
    public Exchange exchange(Request request, Spending spending, Optional<Timekeeper> time) {
        requireAllowed(request);
        Exchange exchange =
                new Exchange(this, request, spending, given.or(() -> time).orElse(own));
        open.add(exchange);
        if (isClosed()) {
            exchange.stop(closedError());
        }
        return exchange;
    }

    private void requireAllowed(Request request) {
        String host = Optional.ofNullable(request.address().getHost()).orElse("");
        if (!network.allows(host)) {
            throw new AiException(AiError.of(
                    AiError.Category.EGRESS_DENIED,
                    "host",
                    "this host may not be spoken to; those that may are set with Network.withHosts"));
        }
    }

    /** Whether every connection is free or closed. */
    public boolean isIdle() {
        return open.isEmpty();
    }

    Way way() {
        return way;
    }

    Timeouts timeouts() {
        return timeouts;
    }

    Network network() {
        return network;
    }

    /** Whether there may be a connection that waits to be used again, and that the server may have given up meanwhile. */
    boolean mayReuse() {
        return served;
    }

    /** Runs what may have to wait, behind the caller's back. */
    void background(Runnable action) {
        threads.apart(action);
    }

    void forget(Exchange exchange) {
        open.remove(exchange);
    }

    /** An answer was read to its end; its exchange may take that long to end by itself. */
    Duration grace() {
        served = true;
        return GRACE;
    }

    /**
     * Makes the client before anybody needs it: the first one loads many classes, and the certificates it trusts.
     *
     * @param address where it will be sent to; nobody is spoken to now
     */
    public synchronized void warmUp(URI address) {
        if (!closed) {
            HttpClient unused = client(address);
        }
    }

    synchronized HttpClient client(URI address) {
        if (closed) {
            throw new IllegalStateException("the transport is closed");
        }
        boolean plain = "http".equalsIgnoreCase(address.getScheme());
        return network.client().orElseGet(() -> clients.computeIfAbsent(plain, this::build));
    }

    private HttpClient build(boolean plain) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().executor(Threads::atOnce).followRedirects(HttpClient.Redirect.NEVER);
        network.proxy().ifPresent(builder::proxy);
        network.login().map(ProxyLogin::new).ifPresent(builder::authenticator);
        network.trust()
                .or(() -> plain ? Optional.of(new NoTls()) : Optional.empty())
                .ifPresent(builder::sslContext);
        return builder.build();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Stops what runs and lets go of everything; returns at once. JDK 17 to 20 free the client's own thread by a GC. */
    @Override
    public void close() {
        List<HttpClient> last = letGo();
        open.forEach(exchange -> exchange.stop(closedError()));
        last.forEach(client -> background(() -> closeClient(client)));
        own.close();
        threads.close();
    }

    private synchronized List<HttpClient> letGo() {
        List<HttpClient> last = List.copyOf(clients.values());
        clients.clear();
        closed = true;
        return last;
    }

    /** From JDK 21 on the client can be closed. */
    private static void closeClient(HttpClient client) {
        if (client instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception failed) {
                // it is not used any more, and nobody is left to be told
            }
        }
    }

    private static AiError closedError() {
        return AiError.of(AiError.Category.CANCELLED, "closed", "the provider was closed");
    }
}
