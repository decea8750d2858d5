package dev.plumbline.providers;

import dev.plumbline.call.Subscription;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way to one server: its HTTP client, threads and timer, all made when first needed, and every exchange that is not
 * over. Safe for any number of threads.
 */
final class Transport implements AutoCloseable {
    /** How long an answer that is over may take to end by itself. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Wire wire;
    private final Threads threads;
    private final Optional<SystemTime> ownTime;
    private final Timekeeper time;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private Optional<HttpClient> client = Optional.empty();
    private boolean closed;

    Transport(Wire wire) {
        String name = "plumbline-" + wire.id();
        this.wire = wire;
        this.threads = new Threads(name + "-http");
        this.ownTime = wire.time().isPresent() ? Optional.empty() : Optional.of(new SystemTime(name));
        this.time = wire.time().or(() -> ownTime).orElseThrow();
    }

    Timekeeper time() {
        return time;
    }

    Timeouts timeouts() {
        return wire.timeouts();
    }

    /** An exchange that has not begun. */
    Exchange exchange(HttpRequest.Builder request, byte[] body) {
        Exchange exchange = new Exchange(this, request, body);
        open.add(exchange);
        if (isClosed()) {
            exchange.stop(closedError());
        }
        return exchange;
    }

    boolean isIdle() {
        return open.isEmpty();
    }

    void background(Runnable action) {
        threads.execute(action);
    }

    void forget(Exchange exchange) {
        open.remove(exchange);
    }

    /** Closes an exchange that does not end by itself soon. */
    void closeLater(Exchange exchange) {
        if (open.contains(exchange)) {
            Subscription unused = time.schedule(GRACE, () -> {
                if (open.contains(exchange)) {
                    background(exchange::cancel);
                }
            });
        }
    }

    synchronized HttpClient client() {
        if (closed) {
            throw new IllegalStateException("the provider is closed");
        }
        HttpClient there = client.orElseGet(this::build);
        client = Optional.of(there);
        return there;
    }

    private HttpClient build() {
        HttpClient.Builder builder =
                HttpClient.newBuilder().executor(threads).followRedirects(HttpClient.Redirect.NEVER);
        wire.proxy().ifPresent(builder::proxy);
        wire.trust().ifPresent(builder::sslContext);
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
