package dev.plumbline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MicrometerObserverTest {
    private static final Path METRICS =
            Path.of("../checks/integration-tests/src/test/resources/conventions/gen-ai-metrics.txt");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerObserver observer = MicrometerObserver.of(registry);

    private static HttpServer server(com.sun.net.httpserver.HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", handler);
        server.start();
        return server;
    }

    private static URI address(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/metrics");
    }

    @Test
    @org.junit.jupiter.api.Tag("SH87")
    void turn_isPublishedUnderTheNamesOfTheConventions() {
        SampleEvents.turn().forEach(observer::onEvent);
        assertThat(registry.get("gen_ai.client.operation.duration")
                        .tags("gen_ai.provider.name", "openai", "gen_ai.operation.name", "chat", "error.type", "none")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(1000);
        assertThat(registry.get("gen_ai.client.operation.time_to_first_chunk")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(200);
        assertThat(registry.get("gen_ai.client.token.usage")
                        .tag("gen_ai.token.type", "output")
                        .summary()
                        .totalAmount())
                .isEqualTo(40);
        assertThat(registry.get("gen_ai.execute_tool.duration")
                        .tag("gen_ai.tool.name", "drawWall")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("gen_ai.client.operation.time_per_output_chunk")
                        .tag("gen_ai.request.model", "gpt-5-mini")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(800);
        assertThat(registry.get("gen_ai.invoke_agent.duration").timer().count()).isEqualTo(1);
        assertThat(registry.get("gen_ai.invoke_agent.inference_calls").summary().totalAmount())
                .isEqualTo(1);
        assertThat(registry.get("gen_ai.invoke_agent.tool_calls").summary().totalAmount())
                .isEqualTo(1);
        assertThat(registry.get("plumbline.cost")
                        .tag("currency", "USD")
                        .counter()
                        .count())
                .isEqualTo(0.002);
    }

    @Test
    @org.junit.jupiter.api.Tag("SH50")
    void cachesChecksRetriesAndQueues_arePublishedToo() {
        observer.onEvent(SampleEvents.eventful());
        observer.onEvent(SampleEvents.toolFinished(1, "ok"));
        assertThat(registry.get("plumbline.cache.lookups")
                        .tag("outcome", "hit")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("plumbline.validation.findings")
                        .tag("severity", "error")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("plumbline.retries")
                        .tag("error.type", "rate_limited")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("plumbline.waited").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(500);
        assertThat(registry.get("plumbline.tool.queued").timer().count()).isEqualTo(1);
    }

    @Test
    @org.junit.jupiter.api.Tag("F110")
    @DisplayName("110 a million random events, names and errors make 60 meters at most, with tags from closed lists")
    void millionRandomEvents_makeFewMeters() {
        randomEvents(observer, registry);
    }

    @Test
    @DisplayName("O2 a million random events make 60 meters at most in Prometheus, too, each with the buckets")
    void o2_millionRandomEvents_makeFewMetersInPrometheus() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        randomEvents(MicrometerObserver.of(prometheus), prometheus);
    }

    private static void randomEvents(MicrometerObserver observer, MeterRegistry registry) {
        Random random = new Random(42);
        for (int i = 0; i < 1_000_000; i++) {
            observer.onEvent(anything(random, i));
        }
        assertThat(registry.getMeters()).hasSizeBetween(40, 60);
        Map<String, Set<Set<String>>> keys = registry.getMeters().stream()
                .collect(Collectors.groupingBy(
                        meter -> meter.getId().getName(),
                        Collectors.mapping(MicrometerObserverTest::keys, Collectors.toSet())));
        assertThat(keys).allSatisfy((name, tags) -> assertThat(tags).as(name).hasSize(1));
    }

    private static Set<String> keys(Meter meter) {
        return meter.getId().getTags().stream().map(Tag::getKey).collect(Collectors.toSet());
    }

    private static TelemetryEvent anything(Random random, int i) {
        AiError.Category[] categories = AiError.Category.values();
        Optional<AiError.Category> error =
                random.nextBoolean() ? Optional.empty() : Optional.of(categories[random.nextInt(categories.length)]);
        CallIds ids = new CallIds("s" + i / 100, "t" + i / 10, 1, "r" + i / 2);
        TelemetryName name = TelemetryName.of("name-" + random.nextInt(10_000));
        Duration time = Duration.ofMillis(random.nextInt(100_000));
        return switch (random.nextInt(4)) {
            case 3 -> new TelemetryEvent.ToolDecided(ids, SampleEvents.START, name, name);
            case 0 -> new TelemetryEvent.CallFinished(ids, SampleEvents.START, record(random, name, error));
            case 1 -> new TelemetryEvent.ToolFinished(ids, SampleEvents.START, name, i, time, time, name, i);
            default -> new TelemetryEvent.TurnFinished(ids, SampleEvents.START, time, error, Usage.NONE, List.of());
        };
    }

    private static CallRecord record(Random random, TelemetryName name, Optional<AiError.Category> error) {
        Duration time = Duration.ofMillis(random.nextInt(100_000));
        return new CallRecord(
                name,
                name,
                time,
                FinishReason.STOP,
                Usage.of(random.nextInt(10_000), random.nextInt(10_000)),
                Optional.of(
                        new Cost(BigDecimal.ONE, List.of("USD", "EUR", "CHF").get(random.nextInt(3)))),
                error,
                new CallRecord.Content(Optional.of(time), 1 + random.nextInt(3), 1, 1, 1),
                CallRecord.Traffic.NONE,
                List.of(),
                error.stream().toList(),
                List.of(new CallRecord.Wait(name, time, time)),
                List.of(new CallRecord.CacheLookup(random.nextBoolean(), name)),
                List.of(new CallRecord.Check(name, random.nextInt(3), random.nextInt(2), 0)),
                Optional.empty(),
                List.of());
    }

    @Test
    @DisplayName("O2 histograms have the buckets of the convention, and a registry without histograms has none")
    void o2_buckets_areThoseOfTheConvention() throws IOException {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        CompositeMeterRegistry both = new CompositeMeterRegistry(Clock.SYSTEM, List.of(prometheus, registry));
        SampleEvents.turn().forEach(MicrometerObserver.of(both)::onEvent);
        assertThat(registry.getMeters())
                .noneMatch(meter -> meter.getId().getName().endsWith(".histogram"));

        PrometheusMeterRegistry alone = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        SampleEvents.turn().forEach(MicrometerObserver.of(alone)::onEvent);
        for (String line : Files.readAllLines(METRICS)) {
            String[] words = line.split(" ", 4);
            if (words[0].equals("metric") && !words[3].equals("-")) {
                String name = words[1].replace('.', '_') + (words[2].equals("s") ? "_seconds" : "");
                assertThat(bounds(alone, name))
                        .as(name)
                        .containsExactlyElementsOf(Stream.of(words[3].split(" "))
                                .map(Double::valueOf)
                                .toList());
            }
        }
        assertThat(alone.scrape()).doesNotContain("probe");
    }

    private static List<Double> bounds(PrometheusMeterRegistry registry, String name) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(name + "_bucket"))
                .map(line -> line.replaceAll(".*le=\"([^\"]*)\".*", "$1"))
                .distinct()
                .filter(bound -> !bound.equals("+Inf"))
                .map(Double::valueOf)
                .toList();
    }

    @Test
    void close_removesItsMetersAndNoOthers() {
        registry.counter("of.the.host").increment();
        SampleEvents.turn().forEach(observer::onEvent);
        observer.close();
        observer.close();
        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getName())
                .containsExactly("of.the.host");
    }

    @Test
    void prometheus_scrapesItOverTheLoopback() throws IOException {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        SampleEvents.turn().forEach(MicrometerObserver.of(prometheus)::onEvent);
        HttpServer server = server(http -> {
            byte[] page = prometheus.scrape().getBytes(StandardCharsets.UTF_8);
            http.sendResponseHeaders(200, page.length);
            try (http) {
                http.getResponseBody().write(page);
            }
        });
        try (var in = address(server).toURL().openStream()) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("gen_ai_client_operation_duration_seconds_bucket{")
                    .contains("gen_ai_client_token_usage_sum{")
                    .contains("gen_ai_execute_tool_duration_seconds_count{")
                    .contains("gen_ai_provider_name=\"openai\"");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void collector_getsItAsOtlpOverTheLoopback() throws Exception {
        BlockingQueue<byte[]> got = new LinkedBlockingQueue<>();
        HttpServer server = server(http -> {
            got.add(http.getRequestBody().readAllBytes());
            http.sendResponseHeaders(200, -1);
            http.close();
        });
        Map<String, String> settings =
                Map.of("otlp.url", address(server).toString(), "otlp.step", "1h", "otlp.baseTimeUnit", "seconds");
        OtlpConfig config = settings::get;
        OtlpMeterRegistry otlp = new OtlpMeterRegistry(config, Clock.SYSTEM);
        try {
            SampleEvents.turn().forEach(MicrometerObserver.of(otlp)::onEvent);
            otlp.close(); // publishes what there is
            byte[] body = Optional.ofNullable(got.poll(60, TimeUnit.SECONDS)).orElseThrow();
            List<Metric> metrics = ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList().stream()
                    .flatMap(resource -> resource.getScopeMetricsList().stream())
                    .flatMap(scope -> scope.getMetricsList().stream())
                    .toList();
            assertThat(metrics)
                    .extracting(Metric::getName)
                    .contains(
                            "gen_ai.client.operation.duration",
                            "gen_ai.client.token.usage",
                            "gen_ai.client.operation.time_to_first_chunk",
                            "gen_ai.execute_tool.duration");
            assertThat(metrics)
                    .filteredOn(metric -> metric.getName().equals("gen_ai.client.operation.duration"))
                    .allSatisfy(metric -> assertThat(
                                    metric.getHistogram().getDataPoints(0).getSum())
                            .isEqualTo(1.0));
        } finally {
            server.stop(0);
        }
    }
}
