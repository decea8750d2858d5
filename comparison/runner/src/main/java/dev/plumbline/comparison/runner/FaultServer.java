package dev.plumbline.comparison.runner;

import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The service of one attempt: answers in turn, the last one again and again; it notes when it was asked what. */
final class FaultServer implements AutoCloseable {
    private final ScriptedServer server = ScriptedServer.openAiChat().otherwise(this::next);
    private final List<Function<ServerRequest, ServerResponse>> answers = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final List<FaultServer> others = new ArrayList<>();
    private final List<TlsProxy> proxies = new ArrayList<>();

    /** Adds an answer. */
    FaultServer answers(ServerResponse answer) {
        return answers((ServerRequest request) -> answer);
    }

    /** Adds an answer that depends on what was asked. */
    synchronized FaultServer answers(Function<ServerRequest, ServerResponse> answer) {
        answers.add(answer);
        return this;
    }

    private synchronized ServerResponse next(ServerRequest request) {
        times.add(System.nanoTime());
        return answers.get(Math.min(times.size(), answers.size()) - 1).apply(request);
    }

    /** Another service, of another origin, that is part of this attempt. */
    synchronized FaultServer other() {
        FaultServer other = new FaultServer();
        others.add(other);
        return other;
    }

    URI address() {
        return server.address();
    }

    /** An address over TLS, with that certificate. */
    synchronized URI behind(KeytoolCertificate certificates) {
        TlsProxy proxy = TlsProxy.open(certificates.server(), server.address());
        proxies.add(proxy);
        return proxy.address();
    }

    /** The address as if it spoke TLS. */
    URI asIfTls() {
        return URI.create(address().toString().replace("http:", "https:"));
    }

    List<ServerRequest> requests() {
        return server.requests();
    }

    /** What the other services were asked. */
    synchronized List<ServerRequest> strayed() {
        return others.stream().flatMap(other -> other.requests().stream()).toList();
    }

    /** The shortest time between two requests, in milliseconds; very long when there were not two. */
    synchronized long shortestGap() {
        long shortest = Long.MAX_VALUE;
        for (int i = 1; i < times.size(); i++) {
            shortest = Math.min(shortest, (times.get(i) - times.get(i - 1)) / 1_000_000);
        }
        return shortest;
    }

    /** The time from the first request to the last, in milliseconds. */
    synchronized long duration() {
        return times.isEmpty() ? 0 : (times.get(times.size() - 1) - times.get(0)) / 1_000_000;
    }

    /** Whether the contender lets go of its connection soon. */
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
