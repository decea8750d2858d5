package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of the page before requests that it must refuse, and after its end. */
class WebGuardTest {
    private static final List<String> GUARDED = List.of(
            "POST /api/conversations",
            "POST /api/rows",
            "POST /api/search",
            "POST /api/create",
            "POST /api/send",
            "POST /api/answer",
            "POST /agent",
            "POST /agent/connect",
            "POST /agent/cancel",
            "GET /unknown");

    @TempDir
    Path folder;

    private WebHost host;
    private int port;

    @BeforeEach
    void open() {
        host = new WebHost(folder);
        port = host.web.address().getPort();
    }

    @AfterEach
    void close() {
        host.close();
    }

    private String send(String request, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String head = request + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nContent-Length: 2\r\n\r\n{}";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            socket.setSoTimeout(60_000);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String bearer() {
        return "Authorization: Bearer " + host.web.token();
    }

    @Test
    @DisplayName("AG20 without the token nothing but the files of the page is answered")
    void ag20_withoutToken_isRefused() throws IOException {
        for (String request : GUARDED) {
            assertThat(send(request, "Host: 127.0.0.1:" + port)).as(request).startsWith("HTTP/1.1 401");
            assertThat(send(request, "Host: 127.0.0.1:" + port, "Authorization: Bearer wrong"))
                    .as(request)
                    .startsWith("HTTP/1.1 401");
        }
        assertThat(host.ai.sessions()).isEmpty();
        assertThat(send("GET /", "Host: 127.0.0.1:" + port)).startsWith("HTTP/1.1 200");
    }

    @Test
    @DisplayName("AG21 another name of the server (DNS rebinding) and pages of other origins are refused, also with the"
            + " token")
    void ag21_otherHostOrOrigin_isRefused() throws IOException {
        for (String request : List.of("GET /", "GET /page.js", "POST /agent", "POST /api/conversations")) {
            assertThat(send(request, "Host: evil.test:" + port, bearer()))
                    .as(request)
                    .startsWith("HTTP/1.1 403");
            assertThat(send(request, "Host: 127.0.0.1:" + port, "Origin: https://evil.test", bearer()))
                    .as(request)
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    @DisplayName("AG22 every answer forbids scripts of others, frames, sniffing and referrers; bodies are JSON")
    void ag22_answers_haveAPolicy() throws IOException {
        for (String request : List.of("GET /", "GET /page.js", "POST /api/conversations", "GET /unknown")) {
            assertThat(send(request, "Host: 127.0.0.1:" + port, bearer()).toLowerCase(java.util.Locale.ROOT))
                    .as(request)
                    .contains(
                            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
                            "frame-ancestors 'none'",
                            "require-trusted-types-for 'script'",
                            "x-content-type-options: nosniff",
                            "referrer-policy: no-referrer")
                    .doesNotContain("unsafe-inline", "access-control-allow");
        }
        assertThat(send("POST /agent", "Host: 127.0.0.1:" + port, "Content-Type: text/plain", bearer()))
                .startsWith("HTTP/1.1 415");
    }

    @Test
    @DisplayName("AG23 a request that cannot be understood is answered with the member that is wrong")
    void ag23_badRequests_areNamed() throws IOException {
        String json = "Content-Type: application/json";
        assertThat(send("POST /agent", "Host: 127.0.0.1:" + port, json, bearer()))
                .startsWith("HTTP/1.1 400")
                .contains("threadId must be a text");
        assertThat(send("POST /agent/cancel", "Host: 127.0.0.1:" + port, json, bearer()))
                .contains("threadId must be a text");
        assertThat(send("POST /api/tree", "Host: 127.0.0.1:" + port, json, bearer()))
                .startsWith("HTTP/1.1 400")
                .contains("id must be a text");
        assertThat(send("GET /page.java", "Host: 127.0.0.1:" + port, bearer())).startsWith("HTTP/1.1 404");
    }

    @Test
    @DisplayName("AG24 after close there is no thread and no open conversation of the page, and streams have ended")
    void ag24_close_leavesNothing() throws Exception {
        EventClient client = new EventClient(host.web.address());
        String id = client.postJson("/api/create", Json.object()).get("id").asText();
        try (EventClient.Events rows =
                client.stream("/api/rows", Json.object().with("id", id).with("branch", "main"))) {
            rows.await(event -> event.get("change").asText().equals("snapshot"));
            host.web.close();
            host.web.close();
            rows.awaitEnd();
        }
        assertThat(host.ai.sessions()).isEmpty();
        assertThat(Await.until(
                        () -> Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(thread -> thread.getName().startsWith("plumbline-web-")),
                        Duration.ofSeconds(60)))
                .isTrue();
    }

    @Test
    @DisplayName("AG25 the page shows the sessions that the program has opened, on their branches")
    void ag25_sessionsOfTheProgram_areShown() throws Exception {
        EventClient client = new EventClient(host.web.address());
        try (var session = host.ai.session(
                        dev.plumbline.body.AiBody.builder().toolFilter("*").build());
                var fork = session.fork("other")) {
            assertThat(client.postJson("/api/conversations", Json.object()).get("conversations").elements().stream()
                            .map(each -> each.get("branch").asText()))
                    .containsExactlyInAnyOrder("main", "other");
            try (EventClient.Events rows = client.stream(
                    "/api/rows", Json.object().with("id", session.id()).with("branch", "other"))) {
                host.model.text("Hello.").end();
                fork.sendAsync("Hi").join();
                rows.await(event -> event.text().contains("Hello."));
            }
        }
        // a session leaves the list of open ones behind its end
        Await.until(() -> !isShownAsOpen(client), () -> "the session is still shown as open");
    }

    private static boolean isShownAsOpen(EventClient client) {
        try {
            return client.postJson("/api/conversations", Json.object())
                    .at("/conversations/0/open")
                    .asBoolean();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
