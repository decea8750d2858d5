package dev.plumbline.integration.mcpattacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A page of another origin, in a real browser, tries everything to reach a server on this machine. */
@Tag("external")
class BrowserTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void browser() {
        assumeTrue(
                BrowserProcesses.executable().isPresent(),
                "SKIPPED, and it should not be: there is no browser: apt-get install chromium");
    }

    private Map<String, String> attack(int port, String token, boolean rebound) throws Exception {
        try (HostilePages pages = new HostilePages(folder.resolve("profile"))) {
            Json report = pages.attack(port, token, rebound);
            return report.fields().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, attempt -> attempt.getValue().asText()));
        }
    }

    /** What a page may see of a refusal: that there was one. */
    private static boolean isNothing(String result) {
        return result.equals("opaque") || result.equals("sent") || result.startsWith("failed ");
    }

    @Test
    @Timeout(120)
    @DisplayName("MC23 a page of another origin runs nothing and reads nothing, with and without the token")
    void mc23_foreignPage_reachesNothing() throws Exception {
        try (AttackedHost host = new AttackedHost(folder, options -> options.allowClients("*"))) {
            Map<String, String> results =
                    attack(host.server().address().getPort(), host.server().token(), false);

            assertThat(results).hasSizeGreaterThan(50);
            assertThat(results)
                    .allSatisfy((attempt, result) -> assertThat(isNothing(result))
                            .as("%s: %s", attempt, result)
                            .isTrue());
            assertThat(host.ran).isEmpty();
            assertThat(host.server().clients()).isEmpty();
        }
    }

    @Test
    @Timeout(120)
    @DisplayName("MC23 a page whose name leads to the server (DNS rebinding) reads refusals, and runs nothing")
    void mc23_reboundPage_runsNothing() throws Exception {
        try (AttackedHost host = new AttackedHost(folder, options -> options.allowClients("*"))) {
            Map<String, String> results =
                    attack(host.server().address().getPort(), host.server().token(), true);

            assertThat(results.get("with the token, by address: fetch same-origin as JSON"))
                    .startsWith("read 403")
                    .contains("Host must be the address of this server");
            assertThat(results)
                    .allSatisfy((attempt, result) -> assertThat(isNothing(result)
                                    || result.startsWith("read 403 ")
                                    || result.contains("Host must be the address"))
                            .as("%s: %s", attempt, result)
                            .isTrue());
            assertThat(host.ran).isEmpty();
            assertThat(host.server().clients()).isEmpty();
        }
    }

    @Test
    @Timeout(120)
    @DisplayName("MC23 the page does reach a server that trusts pages, so the other tests would notice")
    void mc23_trustingServer_isReached() throws Exception {
        List<String> bodies = new CopyOnWriteArrayList<>();
        HttpServer trusting = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        trusting.createContext("/", exchange -> trust(exchange, bodies));
        trusting.start();
        try {
            Map<String, String> results = attack(trusting.getAddress().getPort(), "t", false);

            assertThat(results.get("with the token, by address: fetch cors as JSON"))
                    .isEqualTo("read 200 {\"trusting\":true}");
            assertThat(results.get("without the token, by name: fetch cors as text"))
                    .isEqualTo("read 200 {\"trusting\":true}");
            assertThat(bodies).anyMatch(body -> body.startsWith("{\"jsonrpc\"") && body.contains("\"x\":\"=\"}"));
            assertThat(bodies).filteredOn(body -> body.contains("tools/call")).hasSizeGreaterThan(20);
        } finally {
            trusting.stop(0);
        }
    }

    private static void trust(HttpExchange exchange, List<String> bodies) throws IOException {
        try (exchange) {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
            exchange.getResponseHeaders().set("Access-Control-Allow-Headers", "*, Authorization");
            byte[] answer = "{\"trusting\":true}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }
}
