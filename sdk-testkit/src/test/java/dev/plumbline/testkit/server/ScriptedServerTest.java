package dev.plumbline.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.testkit.Await;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptedServerTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Path RECORDED = Path.of("src/test/resources/recorded");

    private final ScriptedServer server = ScriptedServer.openAiChat();

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void request_isRecordedAsItCame() throws Exception {
        server.answers(ServerResponse.json("{}"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/chat/completions"))
                .header("Authorization", "Bearer none")
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"ä\"}"))
                .build();

        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(response.body()).isEqualTo("{}");
        ServerRequest seen = server.requests().get(0);
        assertThat(seen.method()).isEqualTo("POST");
        assertThat(seen.target()).isEqualTo("/v1/chat/completions");
        assertThat(seen.protocol()).isEqualTo("HTTP/1.1");
        assertThat(seen.header("AUTHORIZATION")).contains("Bearer none");
        assertThat(seen.json().get("model").asText()).isEqualTo("ä");
        assertThat(seen.upgrade()).as("the JDK's client offers h2c by default").isTrue();
        assertThat(seen.toString()).doesNotContain("none").contains("14 bytes");
    }

    @Test
    void chunkedRequest_isRead() throws Exception {
        server.answers(ServerResponse.json("{}").untilClose());
        try (RawClient client = new RawClient(server.address())) {
            client.send("POST /v1/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                    .all();
        }

        assertThat(server.requests().get(0).text()).isEqualTo("abcde");
    }

    @Test
    void connection_servesSeveralRequests() throws Exception {
        server.answers(ServerResponse.json("1"))
                .answers(ServerResponse.json("2").chunked())
                .answers(ServerResponse.json("3").untilClose());
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.post("a").head()).contains("200").contains("Content-Length: 1");
            assertThat(client.next(1)).isEqualTo("1");
            assertThat(client.post("b").head()).contains("Transfer-Encoding: chunked");
            assertThat(client.next(11)).isEqualTo("1\r\n2\r\n0\r\n\r\n");
            assertThat(client.post("c").all()).endsWith("\r\n\r\n3");
        }

        assertThat(server.connections()).isEqualTo(1);
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void pieces_areChunks() throws Exception {
        server.answers(ServerResponse.stream("abcde").withBytesAtOnce(2).closesAfter(4));

        assertThat(RawClient.exchange(server.address())).endsWith("\r\n\r\n2\r\nab\r\n2\r\ncd\r\n");
    }

    @Test
    void close_comesAtEveryByte() throws Exception {
        for (int at = 0; at <= 5; at++) {
            server.answers(ServerResponse.json("abcde").closesAfter(at));
            assertThat(RawClient.exchange(server.address())).endsWith("\r\n\r\n" + "abcde".substring(0, at));
        }
    }

    @Test
    void closeBeforeHeaders_sendsNothing() throws Exception {
        server.answers(ServerResponse.json("{}").closesAfter(-1));

        assertThat(RawClient.exchange(server.address())).isEmpty();
    }

    @Test
    void reset_isARst() {
        server.resets().answers(ServerResponse.json("abcde").resetsAfter(3));

        assertThatThrownBy(() -> RawClient.exchange(server.address()))
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
        assertThatThrownBy(() -> RawClient.exchange(server.address())).isInstanceOf(SocketException.class);
    }

    @Test
    void stall_lastsUntilTheClientIsGone() throws Exception {
        server.answers(ServerResponse.json("abcde").stallsAfter(3));
        try (RawClient client = new RawClient(server.address())) {
            client.post("{}").head();
            assertThat(client.next(3)).isEqualTo("abc");
            assertThat(server.awaitClientClosed(Duration.ofMillis(50))).isFalse();
        }

        assertThat(server.awaitClientClosed(LIMIT)).isTrue();
    }

    @Test
    void stall_beforeTheHeaders_lastsUntilTheClientIsGone() throws Exception {
        server.stalls();
        try (RawClient client = new RawClient(server.address())) {
            client.post("{}");
            assertThat(server.awaitRequests(1, LIMIT)).isTrue();
        }

        assertThat(server.awaitClientClosed(LIMIT)).isTrue();
    }

    @Test
    void stall_goesOnWhenTheLatchOpens() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        server.answers(ServerResponse.json("abcde").untilClose().stallsAfter(2, open));
        try (RawClient client = new RawClient(server.address())) {
            client.post("{}").head();
            assertThat(client.next(2)).isEqualTo("ab");
            open.countDown();
            assertThat(client.all()).isEqualTo("cde");
        }
    }

    @Test
    void badChunk_standsWhereItShould() throws Exception {
        server.answers(ServerResponse.stream("abc").breaksChunkAfter(2));

        assertThat(RawClient.exchange(server.address())).endsWith("2\r\nab\r\nzz\r\nnot a chunk\r\n");
    }

    @Test
    void contentLength_mayLie() throws Exception {
        server.answers(ServerResponse.json("abc").withContentLength(9));

        assertThat(RawClient.exchange(server.address()))
                .contains("Content-Length: 9")
                .endsWith("abc");
    }

    @Test
    void gzip_isGzip() throws Exception {
        server.answers(ServerResponse.json("{\"a\":1}").gzipped());
        HttpRequest request = HttpRequest.newBuilder(server.address()).build();

        HttpResponse<byte[]> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());

        assertThat(response.headers().firstValue("content-encoding")).contains("gzip");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes())
                .asString()
                .isEqualTo("{\"a\":1}");
    }

    @Test
    void statusAndHeaders_areAsWanted() throws Exception {
        server.answers(ServerResponse.json("")
                .withStatus(407)
                .withHeader("Proxy-Authenticate", "Basic realm=\"x\"")
                .untilClose());

        assertThat(RawClient.exchange(server.address()))
                .startsWith("HTTP/1.1 407 ")
                .contains("\r\nProxy-Authenticate: Basic realm=\"x\"\r\n");
    }

    @Test
    void recordedStream_arrivesWholeInAnyPieces() throws Exception {
        String expected = java.nio.file.Files.readString(RECORDED.resolve("otelreal_stream_include_usage.sse"));
        server.answers(RECORDED.resolve("otelreal_stream_include_usage.sse"), 7);
        HttpRequest request = HttpRequest.newBuilder(server.address()).build();

        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(response.body()).isEqualTo(expected);
        assertThat(response.headers().firstValue("content-type")).contains("text/event-stream");
    }

    @Test
    void recordedChunks_becomeEvents() throws Exception {
        server.answers(ServerResponse.recorded(RECORDED.resolve("azure-model-router.1.chunks.txt"))
                .untilClose());

        assertThat(RawClient.exchange(server.address()))
                .contains("\r\n\r\ndata: {\"choices\":[],")
                .contains("}\n\ndata: {");
    }

    @Test
    void requestBeyondTheScript_saysSo() throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.address()).build(), HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("the script of this test server has no more answers");
    }

    @Test
    void close_endsEverythingAtOnce() throws IOException {
        server.answers(ServerResponse.stream("abc").withBytesAtOnce(1).withPace(Duration.ofHours(1)));
        try (RawClient client = new RawClient(server.address())) {
            client.post("{}").head();
            server.close();
            server.close();
            assertThat(client.all()).isEmpty();
        }

        Await.until(() -> server.openConnections() == 0, () -> "a connection stays");
        assertThatThrownBy(() -> new RawClient(server.address())).isInstanceOf(ConnectException.class);
        String name = "scripted-server " + server.address().getPort();
        Await.until(
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith(name)),
                () -> "a thread of the server stays");
    }

    @Test
    void events_areThePayloads() throws Exception {
        server.answersSse(List.of("{\"a\":1}", "[DONE]"), 5);
        HttpRequest request = HttpRequest.newBuilder(server.address()).build();

        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body())
                .isEqualTo("data: {\"a\":1}\n\ndata: [DONE]\n\n");
    }
}
