package dev.plumbline.http;

import dev.plumbline.call.Spending;
import dev.plumbline.call.Subscription;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.net.http.HttpClient;
import java.time.Duration;
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
    private final Optional<SystemTime> ownTime;
    private final Timekeeper time;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private Optional<HttpClient> client = Optional.empty();
    private boolean closed;
    private volatile boolean served;

    /**
     * A transport that has opened nothing yet.
     *
     * @param name whose it is; its threads are named after it
     * @param timeouts the deadlines of each exchange
     * @param network the way there
     * @param given whose time the deadlines obey; real time, on a thread of its own, when empty
     */
    public Transport(String name, Timeouts timeouts, Network network, Optional<Timekeeper> given) {
        this.timeouts = timeouts;
        this.network = network;
        this.threads = new Threads("plumbline-" + name + "-http");
        this.ownTime = given.isPresent() ? Optional.empty() : Optional.of(new SystemTime("plumbline-" + name));
        this.time = given.or(() -> ownTime).orElseThrow();
    }

    /**
     * An exchange that has not begun.
     *
     * @param spending counts the bytes that arrive
     * @throws AiException EGRESS_DENIED when the host is none of {@link Network#hosts}
     * @throws IllegalArgumentException for an address or a header that HTTP does not have
     */
    public Exchange exchange(Request request, Spending spending) {
        requireAllowed(request);
        Exchange exchange = new Exchange(this, request, spending);
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

    Timekeeper time() {
        return time;
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

    void background(Runnable action) {
        threads.execute(action);
    }

    void forget(Exchange exchange) {
        open.remove(exchange);
    }

    /** Closes an exchange that does not end by itself soon. */
    void closeLater(Exchange exchange) {
        served = true;
        if (open.contains(exchange)) {
            Subscription unused = time.schedule(GRACE, () -> {
                if (open.contains(exchange)) {
                    background(exchange::cancel);
                }
            });
        }
    }

    /** Makes the client before anybody needs it: the first one loads many classes, and the certificates it trusts. */
    public synchronized void warmUp() {
        if (!closed) {
            HttpClient unused = client();
        }
    }

    synchronized HttpClient client() {
        if (closed) {
            throw new IllegalStateException("the transport is closed");
        }
        HttpClient there = network.client().or(() -> client).orElseGet(this::build);
        client = network.client().isPresent() ? Optional.empty() : Optional.of(there);
        return there;
    }

    private HttpClient build() {
        HttpClient.Builder builder =
                HttpClient.newBuilder().executor(threads).followRedirects(HttpClient.Redirect.NEVER);
        network.proxy().ifPresent(builder::proxy);
        network.login().map(ProxyLogin::new).ifPresent(builder::authenticator);
        network.trust().ifPresent(builder::sslContext);
        return builder.build();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Stops what runs and lets go of everything; returns at once. JDK 17 to 20 free the client's own thread by a GC. */
    @Override
    public void close() {
        Optional<HttpClient> last = close(Optional.empty());
        open.forEach(exchange -> exchange.stop(closedError()));
        threads.execute(() -> last.ifPresent(Transport::closeClient));
        ownTime.ifPresent(SystemTime::close);
        threads.close();
    }

    private synchronized Optional<HttpClient> close(Optional<HttpClient> none) {
        Optional<HttpClient> last = client;
        client = none;
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
