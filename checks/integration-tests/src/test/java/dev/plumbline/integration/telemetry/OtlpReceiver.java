package dev.plumbline.integration.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.metrics.TraceObserver;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver of OTLP over HTTP on the loopback, with a tracing bridge that sends to it. */
final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final TracingBridge bridge;
    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();

    private OtlpReceiver(HttpServer server) {
        this.server = server;
        server.createContext("/v1/traces", this::receive);
        server.start();
        bridge = TracingBridge.to(OtlpHttpSpanExporter.builder()
                .setEndpoint("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces")
                .build());
    }

    static OtlpReceiver open() throws IOException {
        return new OtlpReceiver(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    private void receive(HttpExchange http) throws IOException {
        bodies.add(http.getRequestBody().readAllBytes());
        http.sendResponseHeaders(200, -1);
        http.close();
    }

    TraceObserver observer() {
        return bridge.observer();
    }

    /** Returns everything that was received, for a search. */
    String received() {
        bridge.flush();
        StringBuilder all = new StringBuilder();
        bodies.forEach(body -> all.append(new String(body, StandardCharsets.UTF_8)));
        return all.toString();
    }

    /** Returns the spans whose names begin so, after all were sent, by their start: two may be on their way at once. */
    List<Span> spans(String begin) throws IOException {
        bridge.flush();
        List<Span> spans = new ArrayList<>();
        for (byte[] body : bodies) {
            ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
                    .flatMap(resource -> resource.getScopeSpansList().stream())
                    .flatMap(scope -> scope.getSpansList().stream())
                    .filter(span -> span.getName().startsWith(begin))
                    .forEach(spans::add);
        }
        spans.sort(Comparator.comparingLong(Span::getStartTimeUnixNano));
        return spans;
    }

    @Override
    public void close() {
        bridge.close();
        server.stop(0);
    }
}
