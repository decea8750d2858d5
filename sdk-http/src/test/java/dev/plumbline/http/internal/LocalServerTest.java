package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every server on this machine refuses and bounds, whatever it serves. */
class LocalServerTest {
    private static final int REQUESTS = 2;
    private static final String TOKEN = "a-token";
    private static final Duration END = Duration.ofMillis(300);

    private final List<Socket> open = new ArrayList<>();
    private LocalServer server;

    @BeforeEach
    void start() throws IOException {
        start(Duration.ofMinutes(1), Duration.ofMinutes(1));
    }

    /** Starts the server again with limits that a test reaches, and that what it answers keeps on a busy machine, too. */
    private void startImpatient() throws IOException {
        server.close();
        start(Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    private void start(Duration head, Duration patience) throws IOException {
        ServerLimits limits = new ServerLimits(REQUESTS, 64, head, patience, END);
        server = LocalServer.listen(0, new ServerThreads("plumbline-test-server", limits, 1));
        RequestGuard guard = new RequestGuard(server.port(), TOKEN, "ask for it");
        server.start(request -> {
            try {
                guard.checkOrigin(request);
                guard.checkToken(request);
                answer(request);
            } catch (RequestRefusal refused) {
                request.finish(refused.status(), Json.object().with("error", refused.why()));
            }
        });
    }

    private static void answer(ServerExchange request) throws IOException {
        switch (request.path()) {
            case "/echo" -> {
                request.requireJson();
                request.finish(200, Json.parse(request.body(100)));
            }
            case "/stream" -> {
                request.event(Json.of(1));
                request.finish(200, Json.of(2));
            }
            case "/endless" -> {
                boolean there = request.write("x".repeat(1 << 20));
                while (there) {
                    there = request.write("x".repeat(1 << 20));
                }
                request.close();
            }
            default -> request.empty(404);
        }
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        server.close();
    }

    private Socket send(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
        open.add(socket);
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static String read(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Returns what the server answers; nothing if it has reset the connection, because it has not read everything. */
    private static String readOrReset(Socket socket) throws IOException {
        try {
            return read(socket);
        } catch (SocketException reset) {
            assertThat(reset).hasMessage("Connection reset");
            return "";
        }
    }

    /** Returns whether the server has ended a connection without an answer. */
    private static boolean isEnded(Socket socket) throws IOException {
        try {
            return !read(socket).contains("data:");
        } catch (SocketException reset) {
            return true;
        }
    }

    private String request(String line, String... headers) throws IOException {
        List<String> head = new ArrayList<>(List.of(headers));
        if (head.stream().noneMatch(header -> header.startsWith("Host:"))) {
            head.add("Host: 127.0.0.1:" + server.port());
        }
        if (head.stream().noneMatch(header -> header.startsWith("Authorization:"))) {
            head.add("Authorization: Bearer " + TOKEN);
        }
        return line + " HTTP/1.1\r\n" + String.join("\r\n", head) + "\r\n\r\n";
    }

    private String answered(String line, String... headers) throws IOException {
        return read(send(request(line, headers)));
    }

    private String echo(String body, String... headers) throws IOException {
        List<String> head = new ArrayList<>(List.of(headers));
        head.add("Content-Length: " + body.length());
        return read(send(request("POST /echo", head.toArray(String[]::new)) + body));
    }

    @Test
    void request_withTheToken_isAnswered() throws IOException {
        assertThat(echo("{\"a\":1}", "Content-Type: application/json"))
                .startsWith("HTTP/1.1 200")
                .contains("Cache-control: no-store")
                .endsWith("{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example.com",
                "Host: 127.0.0.1",
                "Host: 127.0.0.1.evil.example:80",
                "Host: [::2]:1",
                "Origin: https://evil.example.com",
                "Origin: null",
                "Origin: http://localhost:1",
                "Origin: file://"
            })
    @Tag("MC1")
    @Tag("AG21")
    void request_ofAPage_isRefusedBeforeItsToken(String header) throws IOException {
        assertThat(answered("GET /stream", header)).startsWith("HTTP/1.1 403");
        assertThat(answered("GET /stream", header, "Authorization: Bearer x")).startsWith("HTTP/1.1 403");
    }

    @Test
    void host_andOriginAndToken_areSentOnce() throws IOException {
        String host = "Host: 127.0.0.1:" + server.port();
        assertThat(answered("GET /stream", host, host)).startsWith("HTTP/1.1 40");
        String origin = "Origin: " + server.address();
        assertThat(answered("GET /stream", origin)).startsWith("HTTP/1.1 200");
        assertThat(answered("GET /stream", origin, origin)).startsWith("HTTP/1.1 403");
        String token = "Authorization: Bearer " + TOKEN;
        assertThat(answered("GET /stream", token, token)).startsWith("HTTP/1.1 401");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer x", "Authorization: Basic eDp5", "Authorization: a-token"})
    @Tag("MC1")
    @Tag("AG20")
    void request_withoutTheToken_isRefused(String header) throws IOException {
        assertThat(answered("GET /stream", header))
                .startsWith("HTTP/1.1 401")
                .contains("Www-authenticate: Bearer", "ask for it");
    }

    @Test
    void body_thatAPageMaySendWithoutAsking_isRefused() throws IOException {
        assertThat(echo("{}", "Content-Type: text/plain")).startsWith("HTTP/1.1 415");
        assertThat(echo("{}", "Content-Type: application/jsonx")).startsWith("HTTP/1.1 415");
        assertThat(echo("{}")).startsWith("HTTP/1.1 415");
    }

    @Test
    @Tag("MC3")
    void body_thatIsTooLarge_isRefused_alsoBeforeItArrives() throws IOException {
        String json = "Content-Type: application/json";
        assertThat(echo("\"" + "x".repeat(100) + "\"", json)).startsWith("HTTP/1.1 413");
        assertThat(answered("POST /echo", json, "Content-Length: 99999999999")).startsWith("HTTP/1.1 413");
        assertThat(read(send(request("POST /echo", json, "Transfer-Encoding: chunked") + "C8\r\n" + "1".repeat(200)
                        + "\r\n0\r\n\r\n")))
                .startsWith("HTTP/1.1 413");
    }

    @Test
    void stream_endsWithTheAnswer() throws IOException {
        assertThat(answered("GET /stream"))
                .contains("Content-type: text/event-stream")
                .containsSubsequence("event: message\ndata: 1\n\n", "event: message\ndata: 2\n\n");
    }

    /** Each of them holds a thread; until S31 was found, the page's server waited for them without a limit. */
    @Test
    @Tag("S31")
    void s31_halfHeads_endInTime_andOthersAreAnswered() throws IOException {
        startImpatient();
        List<Socket> half = new ArrayList<>();
        for (int i = 0; i < 5 * REQUESTS; i++) {
            half.add(send("GET /stream HTTP/1.1\r\nHost: 127"));
        }
        assertThat(answered("GET /stream")).startsWith("HTTP/1.1 200");
        for (Socket socket : half) {
            assertThat(isEnded(socket)).isTrue();
        }
    }

    @Test
    @Tag("S31")
    void s31_halfHeads_neverTakeThePlaceOfARequestWithTheToken() throws IOException {
        server.close();
        start(Duration.ofDays(1), Duration.ofMinutes(1));
        for (int i = 0; i < 10 * REQUESTS; i++) {
            Socket unused = send("GET /stream HTTP/1.1\r\nHost: 127");
        }
        assertThat(answered("GET /stream")).startsWith("HTTP/1.1 200");
    }

    @Test
    void halfBody_endsInTime() throws IOException {
        startImpatient();
        String head = request("POST /echo", "Content-Type: application/json", "Content-Length: 50");
        List<Socket> half = new ArrayList<>();
        for (int i = 0; i < 2 * REQUESTS; i++) {
            half.add(send(head + "{"));
        }
        assertThat(answered("GET /stream")).startsWith("HTTP/1.1 200");
        for (Socket socket : half) {
            assertThat(readOrReset(socket)).doesNotContain("200");
        }
    }

    @Test
    void client_thatDoesNotRead_losesItsConnection() throws IOException {
        startImpatient();
        for (int i = 0; i < REQUESTS; i++) {
            Socket unused = send(request("GET /endless"));
        }
        assertThat(answered("GET /stream")).startsWith("HTTP/1.1 200");
    }

    @Test
    void port_thatIsTaken_isRefused_andLeavesNoThread() {
        assertThatIOException()
                .isThrownBy(() -> LocalServer.listen(
                        server.port(), new ServerThreads("plumbline-refused", ServerLimits.of(1, 1), 1)));
        assertThat(threads("plumbline-refused")).isEmpty();
    }

    @Test
    void close_endsRequests_andLeavesNoThread() throws IOException {
        Socket endless = send(request("GET /endless"));
        int first = endless.getInputStream().read();
        assertThat(first).isEqualTo('H');
        server.close();
        Await.until(() -> threads("plumbline-test-server").isEmpty(), () -> "a thread is left");
    }

    private static List<Thread> threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name))
                .toList();
    }
}
