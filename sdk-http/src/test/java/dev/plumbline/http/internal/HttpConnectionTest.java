package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers as no decent server gives them, and proxies, over raw sockets. */
class HttpConnectionTest {
    private static final String JSON = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private static final String EMPTY_OBJECT = JSON + "Content-Length: 2\r\n\r\n{}";

    @TempDir
    Path folder;

    private static Optional<AiError> answer(String bytes) throws IOException {
        try (RawServer server = new RawServer(RawServer.says(bytes));
                TransportFixture wires = new TransportFixture(server.address(), NetworkSettings.ofDefaults())) {
            return wires.run();
        }
    }

    @Test
    @DisplayName("W19 informational answers break no call")
    void w19_informationalAnswers_arePassedOver() throws IOException {
        String hints = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
        String busy = "HTTP/1.1 102 Processing\r\n\r\n".repeat(50);
        assertThat(answer("HTTP/1.1 100 Continue\r\n\r\n" + hints + busy + EMPTY_OBJECT))
                .isEmpty();
        assertThat(answer(busy + busy + EMPTY_OBJECT).orElseThrow().category()).isEqualTo(Category.PROTOCOL);
        assertThat(answer("HTTP/1.1 101 Switching Protocols\r\n\r\n")
                        .orElseThrow()
                        .category())
                .isEqualTo(Category.PROTOCOL);
    }

    @ParameterizedTest(name = "{0} is no HTTP answer")
    @ValueSource(
            strings = {
                "hello\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, zip\r\n\r\n{}",
                "HTTP/2 200 OK\r\n\r\n",
            })
    void malformed_isProtocol(String bytes) throws IOException {
        assertThat(answer(bytes).orElseThrow().category()).isEqualTo(Category.PROTOCOL);
    }

    @Test
    void head_withoutEnd_isBounded() throws IOException {
        try (RawServer server = new RawServer(HttpConnectionTest::endlessHeaders, HttpConnectionTest::endlessLine);
                TransportFixture wires = new TransportFixture(server.address(), NetworkSettings.ofDefaults())) {
            assertThat(wires.run().orElseThrow().category()).isEqualTo(Category.PROTOCOL);
            assertThat(wires.run().orElseThrow().category()).isEqualTo(Category.PROTOCOL);
        }
    }

    private static void endlessHeaders(Socket socket) throws IOException {
        socket.getOutputStream().write(JSON.getBytes(StandardCharsets.ISO_8859_1));
        endless(socket, "X-Filler: 0123456789\r\n".repeat(500));
    }

    private static void endlessLine(Socket socket) throws IOException {
        socket.getOutputStream().write((JSON + "X: ").getBytes(StandardCharsets.ISO_8859_1));
        endless(socket, "0123456789".repeat(1000));
    }

    private static void endless(Socket socket, String piece) {
        byte[] bytes = piece.getBytes(StandardCharsets.ISO_8859_1);
        try {
            for (int i = 0; i < 100_000; i++) {
                socket.getOutputStream().write(bytes);
            }
        } catch (IOException clientGone) {
            // as it should
        }
    }

    /** However an answer is cut, it is never taken for a whole one. */
    @Test
    void cutAnywhere_isAFailure() throws IOException {
        String chunked = JSON + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
        for (String whole : new String[] {EMPTY_OBJECT, chunked}) {
            for (int end = 0; end < whole.length(); end++) {
                AiError error = answer(whole.substring(0, end))
                        .orElseThrow(() -> new AssertionError("taken for a whole answer"));
                int headEnd = whole.indexOf("\r\n\r\n") + 4;
                assertThat(error.category())
                        .as("cut at %s of %s", end, whole)
                        .isEqualTo(end < headEnd ? Category.NETWORK : Category.TRUNCATED);
            }
            assertThat(answer(whole)).isEmpty();
        }
    }

    @Test
    void serverThatReadsNothing_isGivenUpWhileWeWrite() throws IOException {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = new RawServer(socket -> awaitQuietly(over));
                TransportFixture wires = new TransportFixture(server.address(), NetworkSettings.ofDefaults())) {
            Exchange exchange = wires.transport.exchange(
                    Request.post(server.address(), Map.of(), new byte[32 << 20]),
                    BudgetTracker.unlimited(),
                    Optional.empty());
            CompletableFuture<Optional<AiError>> running = wires.begin(exchange);
            TransportFixture.until(() -> !server.heads.isEmpty());
            exchange.cancel(AiError.of(Category.CANCELLED, "cancelled", "enough"));
            assertThat(TransportFixture.end(running).orElseThrow().code()).isEqualTo("cancelled");
        } finally {
            over.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void refusalBeforeTheRequestWasRead_isTheAnswer() throws IOException {
        String refusal = "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        try (RawServer server = new RawServer(RawServer.says(refusal), RawServer.says(EMPTY_OBJECT));
                TransportFixture wires = new TransportFixture(server.address(), NetworkSettings.ofDefaults())) {
            Exchange exchange = wires.exchange();
            assertThat(exchange.send().status()).isEqualTo(413);
            exchange.release();
            assertThat(wires.run()).isEmpty();
        }
    }

    @Test
    void tunnel_logsInWhenItIsAsked_andTellsTheServerNothing() throws Exception {
        NetworkSettings network = NetworkSettings.ofDefaults().withProxyLogin("me", Secret.of("canary".toCharArray()));
        String wantsLogin = "HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        try (RawServer proxy = new RawServer(RawServer.says(wantsLogin), RawServer.says("HTTP/1.1 403 No\r\n\r\n"));
                TransportFixture wires = new TransportFixture(
                        URI.create("https://api.example.com/v1"),
                        network.withProxy(ProxySelector.of(proxy.socketAddress())))) {
            AiError error = wires.run().orElseThrow();
            assertThat(error.category()).isEqualTo(Category.PROXY);
            assertThat(error.message()).contains("403");
            assertThat(proxy.heads.get(0))
                    .isEqualTo("CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443\r\n\r\n");
            assertThat(proxy.heads.get(1)).contains("Proxy-Authorization: Basic bWU6Y2FuYXJ5\r\n");
        }
    }

    @Test
    void tunnel_withoutALogin_saysWhatToDo() throws Exception {
        try (RawServer proxy = new RawServer(RawServer.says("HTTP/1.1 407 Login\r\nContent-Length: 0\r\n\r\n"));
                TransportFixture wires = new TransportFixture(
                        URI.create("https://api.example.com/v1"),
                        NetworkSettings.ofDefaults().withProxy(ProxySelector.of(proxy.socketAddress())))) {
            AiError error = wires.run().orElseThrow();
            assertThat(error.code()).isEqualTo("login-missing");
            assertThat(error.message()).contains("407", "withProxyLogin");
        }
    }
}
