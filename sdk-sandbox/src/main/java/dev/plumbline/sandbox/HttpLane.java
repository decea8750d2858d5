package dev.plumbline.sandbox;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * The one way out over the network: the JDK's client, which knows no address but that of the proxy. Both are made when
 * the first request comes. Safe for any number of threads.
 */
final class HttpLane implements AutoCloseable {
    private final TunnelProxy proxy;
    private final SandboxThreads threads;
    private final Supplier<String> tokens;
    private final Optional<SSLContext> trust;
    private final Duration connect;

    /** One for hosts that may be in the own network and one for the others: clients keep tunnels, and must not share them. */
    private final Map<Boolean, HttpClient> clients = new HashMap<>();

    HttpLane(TunnelProxy proxy, SandboxThreads threads, ToolSandbox.Builder given) {
        this.proxy = proxy;
        this.threads = threads;
        this.tokens = given.tokens();
        this.trust = given.trust();
        this.connect = given.limits().connect();
    }

    /** A ticket that is honoured until {@link #dismiss}. */
    Ticket admit(Destination destination, Decisions decisions) {
        Ticket ticket = new Ticket(tokens.get(), destination, decisions);
        proxy.admit(ticket);
        return ticket;
    }

    void dismiss(Ticket ticket) {
        proxy.dismiss(ticket);
    }

    synchronized HttpClient client(Destination destination) throws IOException {
        HttpClient there = clients.get(destination.local());
        HttpClient client = there == null ? build() : there;
        clients.put(destination.local(), client);
        return client;
    }

    private HttpClient build() throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .proxy(ProxySelector.of(proxy.address()))
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connect)
                .executor(threads);
        trust.ifPresent(builder::sslContext);
        return builder.build();
    }

    /** Ends every tunnel. JDK 17 to 20 free the client's own thread by a garbage collection. */
    @Override
    public void close() {
        proxy.close();
        synchronized (this) {
            clients.values().forEach(last -> threads.execute(() -> closeClient(last)));
            clients.clear();
        }
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
}
