package dev.plumbline.comparison.runner;

import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The service of one fault case: sends responses in order, repeats the last one, and records the requests with their
 * times.
 */
final class FaultServer implements AutoCloseable {
    private final ScriptedServer server = ScriptedServer.openAiChat().otherwise(this::next);
    private final List<Function<ServerRequest, ServerResponse>> answers = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final List<FaultServer> others = new ArrayList<>();
    private final List<TlsProxy> proxies = new ArrayList<>();

    /** Adds a response. */
    FaultServer answers(ServerResponse answer) {
        return answers((ServerRequest request) -> answer);
    }

    /** Adds a response that depends on the request. */
    synchronized FaultServer answers(Function<ServerRequest, ServerResponse> answer) {
        answers.add(answer);
        return this;
    }

    private synchronized ServerResponse next(ServerRequest request) {
        times.add(System.nanoTime());
        return answers.get(Math.min(times.size(), answers.size()) - 1).apply(request);
    }

    /** Returns another service of another origin. */
    synchronized FaultServer other() {
        FaultServer other = new FaultServer();
        others.add(other);
        return other;
    }

    URI address() {
        return server.address();
    }

    /** Returns an address over TLS with that certificate. */
    synchronized URI behind(KeytoolCertificate certificates) {
        TlsProxy proxy = TlsProxy.open(certificates.server(), server.address());
        proxies.add(proxy);
        return proxy.address();
    }

    /** Returns the address with the scheme https, without TLS. */
    URI asIfTls() {
        return URI.create(address().toString().replace("http:", "https:"));
    }

    List<ServerRequest> requests() {
        return server.requests();
    }

    /** Returns the requests to the other services. */
    synchronized List<ServerRequest> strayed() {
        return others.stream().flatMap(other -> other.requests().stream()).toList();
    }

    /** Returns the shortest time between two requests in milliseconds; very long if there were not two. */
    synchronized long shortestGap() {
        long shortest = Long.MAX_VALUE;
        for (int i = 1; i < times.size(); i++) {
            shortest = Math.min(shortest, (times.get(i) - times.get(i - 1)) / 1_000_000);
        }
        return shortest;
    }

    /** Returns the time from the first request to the last in milliseconds. */
    synchronized long duration() {
        return times.isEmpty() ? 0 : (times.get(times.size() - 1) - times.get(0)) / 1_000_000;
    }

    /** Returns whether the peer closes its connection soon. */
    boolean isLetGo() {
        return server.awaitClientClosed(Duration.ofSeconds(1));
    }

    @Override
    public void close() {
        proxies.forEach(TlsProxy::close);
        server.close();
        others.forEach(FaultServer::close);
    }
}
