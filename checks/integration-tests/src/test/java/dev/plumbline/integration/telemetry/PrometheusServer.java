package dev.plumbline.integration.telemetry;

import dev.plumbline.integration.FreePort;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Prometheus of the system on the loopback, with data of the past, and a target that it scrapes each second. */
final class PrometheusServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final URI address;

    private PrometheusServer(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Returns whether Prometheus and its tool are installed. */
    static boolean isInstalled() {
        return Files.isExecutable(Path.of("/usr/bin/prometheus")) && Files.isExecutable(Path.of("/usr/bin/promtool"));
    }

    /**
     * Starts a server.
     *
     * @param past samples with timestamps, in the format OpenMetrics
     * @param target the address that it scrapes, host and port
     */
    static PrometheusServer start(Path folder, String past, String target) throws IOException, InterruptedException {
        Path samples = Files.writeString(folder.resolve("past.txt"), past);
        Path data = folder.resolve("data");
        run(
                folder,
                List.of(
                        "/usr/bin/promtool",
                        "tsdb",
                        "create-blocks-from",
                        "openmetrics",
                        samples.toString(),
                        data.toString()));
        Path config = Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s}
                scrape_configs:
                  - job_name: live
                    static_configs: [{targets: ['%s']}]
                """.formatted(target));
        int port = FreePort.find();
        Process process = new ProcessBuilder(
                        "/usr/bin/prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + data,
                        "--storage.tsdb.retention.time=100y",
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        PrometheusServer server = new PrometheusServer(process, URI.create("http://127.0.0.1:" + port));
        if (!Await.until(() -> server.isReady(), LIMIT)) {
            server.close();
            throw new AssertionError("Prometheus is not ready: " + Files.readString(folder.resolve("prometheus.log")));
        }
        return server;
    }

    private static void run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path log = folder.resolve("promtool.log");
        Process tool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!tool.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) || tool.exitValue() != 0) {
            tool.destroyForcibly();
            throw new AssertionError(Files.readString(log));
        }
    }

    private boolean isReady() {
        try {
            return process.isAlive() && get("/-/ready").statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(address.resolve(path)).timeout(LIMIT).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Returns the series of a query at that time. */
    List<Json> query(String expression, Instant at) throws IOException, InterruptedException {
        HttpResponse<String> answer = get("/api/v1/query?time=" + at.getEpochSecond() + "&query="
                + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        if (answer.statusCode() != 200) {
            throw new AssertionError(expression + ": " + answer.body());
        }
        return Json.parse(answer.body()).at("/data/result").elements();
    }

    URI address() {
        return address;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
