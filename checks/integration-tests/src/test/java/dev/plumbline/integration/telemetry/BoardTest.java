package dev.plumbline.integration.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.plumbline.json.Json;
import dev.plumbline.metrics.MicrometerObserver;
import dev.plumbline.testkit.Await;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The queries of the board in docs/observability, in a real Prometheus over a scripted hour, and a real scrape. */
@Tag("external")
@Timeout(300)
class BoardTest {
    private static final Path BOARD = Path.of("../../docs/observability/grafana.json");

    @TempDir
    private static Path folder;

    private static @Nullable HttpServer target;
    private static @Nullable PrometheusServer prometheus;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(
                PrometheusServer.isInstalled(),
                "SKIPPED, and it should not be: there is no Prometheus: apt-get install prometheus");
        PrometheusMeterRegistry live = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ScriptedHour.play(MicrometerObserver.of(live), 1);
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        target.createContext("/metrics", http -> {
            byte[] page = live.scrape().getBytes(StandardCharsets.UTF_8);
            http.sendResponseHeaders(200, page.length);
            try (http) {
                http.getResponseBody().write(page);
            }
        });
        target.start();
        prometheus = PrometheusServer.start(
                folder,
                ScriptedHour.openMetrics(),
                "127.0.0.1:" + target.getAddress().getPort());
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (target != null) {
            target.stop(0);
        }
    }

    /** The queries of the board by their panels. */
    private static Map<String, List<String>> queries() throws IOException {
        Map<String, List<String>> queries = new LinkedHashMap<>();
        for (Json panel : Json.parse(Files.readAllBytes(BOARD)).get("panels").elements()) {
            List<String> expressions = new ArrayList<>();
            for (Json one : panel.get("targets").elements()) {
                expressions.add(one.get("expr")
                        .asText()
                        .replace("$__rate_interval", "10m")
                        .replace("$__range", "1h"));
            }
            queries.put(panel.get("title").asText(), expressions);
        }
        return queries;
    }

    private static Map<String, Double> values(List<Json> series) {
        Map<String, Double> values = new TreeMap<>();
        for (Json one : series) {
            String labels = String.join(
                    " ",
                    one.get("metric").fields().values().stream()
                            .map(Json::asText)
                            .toList());
            values.put(labels, Double.valueOf(one.at("/value/1").asText()));
        }
        return values;
    }

    private static Map<String, Double> shown(String panel, int query) throws IOException, InterruptedException {
        assertThat(prometheus).isNotNull();
        return values(prometheus.query(queries().get(panel).get(query), ScriptedHour.end()));
    }

    private static Offset<Double> about(double value) {
        return within(value / 50);
    }

    @Test
    @DisplayName("O4 each query of the board has a value in Prometheus, for the events of a scripted hour")
    void o4_everyQuery_hasAValue() throws IOException, InterruptedException {
        assertThat(prometheus).isNotNull();
        assertThat(queries()).hasSize(16);
        for (Map.Entry<String, List<String>> panel : queries().entrySet()) {
            for (String query : panel.getValue()) {
                List<Json> series = prometheus.query(query, ScriptedHour.end());
                assertThat(series).as(panel.getKey() + ": " + query).isNotEmpty();
                assertThat(values(series).values())
                        .as(panel.getKey())
                        .allSatisfy(value -> assertThat(value).isFinite().isNotNegative());
            }
        }
    }

    @Test
    @DisplayName("O4 the board shows the calls, tokens, money, hits, approvals and times that there were")
    void o4_values_areThoseOfTheScript() throws IOException, InterruptedException {
        assertThat(shown("Calls per minute", 0).get("openai gpt-5-mini")).isCloseTo(2, about(2));
        assertThat(shown("Failed calls", 0).get("")).isCloseTo(0.05, about(0.05));
        assertThat(shown("Tokens per minute", 0).get("input")).isCloseTo(1_900, about(1_900));
        assertThat(shown("Tokens per minute", 0).get("output")).isCloseTo(380, about(380));
        assertThat(shown("Money in this range", 0).get("USD")).isCloseTo(0.228, about(0.228));
        assertThat(shown("Cache hits", 0).get("")).isCloseTo(0.05, about(0.05));
        assertThat(shown("Retries per minute", 0).get("rate_limited")).isCloseTo(0.1, about(0.1));
        assertThat(shown("Decisions on tools", 0).get("approved")).isCloseTo(114, about(114));
        assertThat(shown("Decisions on tools", 0).get("denied")).isCloseTo(6, about(6));
        assertThat(shown("Time per output chunk", 0).get("")).isCloseTo(0.02, about(0.02));
        assertThat(shown("Requests and tools of a turn", 0).get("")).isCloseTo(2, about(2));
        // times are within the bucket of the convention that has them
        assertThat(shown("Duration of calls", 0).get("")).isBetween(0.64, 1.28);
        assertThat(shown("Duration of tools", 0).get("drawWall")).isBetween(0.04, 0.08);
        assertThat(shown("Duration of turns", 1).get("")).isBetween(1.6, 3.2);
    }

    @Test
    @DisplayName("O4 Prometheus scrapes a program's registry")
    void o4_prometheus_scrapes() throws InterruptedException {
        PrometheusServer server = prometheus;
        assertThat(server).isNotNull();
        String query = "gen_ai_client_operation_duration_seconds_count{job=\"live\",error_type=\"none\"}";
        assertThat(Await.until(() -> isScraped(server, query), Duration.ofSeconds(60)))
                .isTrue();
    }

    private static boolean isScraped(PrometheusServer server, String query) {
        try {
            return values(server.query(query, Instant.now())).containsValue(2.0);
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
