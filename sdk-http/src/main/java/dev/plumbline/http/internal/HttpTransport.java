package dev.plumbline.http.internal;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.time.Scheduler;
import java.net.URI;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens HTTP/1.1 connections to servers on demand, and tracks all exchanges in progress. Follows no redirect.
 * Thread-safe.
 */
public final class HttpTransport implements AutoCloseable {
    private final Timeouts timeouts;
    private final NetworkSettings network;
    private final TransportThreads threads;
    private final Scheduler own;
    private final RouteResolver lookup;
    private final Connector connector;
    private final ConnectionPool pool = new ConnectionPool();
    private final Optional<Scheduler> given;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private volatile boolean namesHosts;
    private volatile boolean closed;

    /**
     * Creates a transport that has opened nothing yet.
     *
     * @param name the owner; its threads are named after it
     * @param timeouts the deadlines of each exchange
     * @param network the proxies, trust and permitted hosts
     * @param given the scheduler of all deadlines; if empty, that of each exchange
     */
    public HttpTransport(String name, Timeouts timeouts, NetworkSettings network, Optional<Scheduler> given) {
        ModuleVersions.check(HttpTransport.class);
        this.timeouts = timeouts;
        this.network = network;
        this.threads = new TransportThreads("plumbline-" + name);
        this.own = threads.time();
        this.lookup = new RouteResolver(own, network.proxy());
        this.connector = new Connector(network);
        this.given = given;
    }

    /**
     * Lets the errors of connections begin with host and port, and with those of the proxy if there is one; without it,
     * they name neither. For a transport whose addresses the program configures: an address that a model or a server
     * chose is content.
     */
    public void nameHosts() {
        namesHosts = true;
    }

    /**
     * Returns an exchange that has not begun.
     *
     * @param spending counts the bytes that arrive
     * @param time the scheduler of its deadlines, unless the transport has one; if empty, the system's, on a thread of
     *     its own
     * @throws AiException EGRESS_DENIED if the host is not one of {@link NetworkSettings#hosts}
     * @throws IllegalArgumentException for an address or a header that HTTP does not allow
     */
    public Exchange exchange(Request request, BudgetTracker spending, Optional<Scheduler> time) {
        RequestHead.require(request);
        requireAllowed(request);
        Exchange exchange = new Exchange(this, request, spending, scheduler(time));
        open.add(exchange);
        if (closed) {
            exchange.cancel(closedError());
        }
        return exchange;
    }

    private void requireAllowed(Request request) {
        Set<String> allowed = network.hosts();
        if (!allowed.isEmpty() && !allowed.contains(request.address().getHost().toLowerCase(Locale.ROOT))) {
            throw new AiException(named(
                    AiError.of(
                            AiError.Category.EGRESS_DENIED,
                            "host",
                            "this host may not be spoken to; those that may are set with NetworkSettings.withHosts"),
                    Route.direct(request.address())));
        }
    }

    /**
     * Returns the wall-clock time.
     *
     * @param time the scheduler of a call, unless the transport has one; if empty, the system's
     */
    public Instant now(Optional<Scheduler> time) {
        return scheduler(time).instant();
    }

    private Scheduler scheduler(Optional<Scheduler> time) {
        return given.orElse(time.orElse(own));
    }

    /** Returns whether no exchange is open and no response has an outstanding end. */
    public boolean isIdle() {
        return open.isEmpty() && pool.isSettled();
    }

    /** Returns the error of a connection of that route, with its host and port in front if it may name them. */
    AiError named(AiError error, Route route) {
        return namesHosts ? ConnectionErrorMapper.at(route, error) : error;
    }

    RouteResolver lookup() {
        return lookup;
    }

    Connector connector() {
        return connector;
    }

    ConnectionPool pool() {
        return pool;
    }

    Timeouts timeouts() {
        return timeouts;
    }

    /** Runs an action that may block, on another thread than the caller's. */
    void background(Runnable action) {
        threads.apart(action);
    }

    void forget(Exchange exchange) {
        open.remove(exchange);
    }

    /** Puts a connection back whose response was read; if its end has not arrived, the pool waits a second for it. */
    void release(HttpConnection connection, Scheduler time) {
        HttpConnection.End end = connection.end();
        if (end == HttpConnection.End.NEVER) {
            connection.close();
        } else {
            pool.put(connection, end == HttpConnection.End.NOT_YET, time);
        }
    }

    /**
     * Reads the trusted certificates in advance if the address uses TLS; does not use the network.
     *
     * @param address the address of later requests
     */
    public void warmUp(URI address) {
        if (!closed && "https".equalsIgnoreCase(address.getScheme())) {
            var unused = connector.tls().getSocketFactory();
        }
    }

    /** Stops the exchanges in progress and closes every connection; returns at once. */
    @Override
    public void close() {
        closed = true;
        open.forEach(exchange -> exchange.cancel(closedError()));
        pool.close();
        own.close();
        threads.close();
    }

    private static AiError closedError() {
        return AiError.of(AiError.Category.CANCELLED, "closed", "the provider was closed");
    }
}
