package dev.plumbline.providers;

import static dev.plumbline.providers.SseSamples.DONE;
import static dev.plumbline.providers.SseSamples.HELLO;
import static dev.plumbline.providers.SseSamples.STOP;
import static dev.plumbline.providers.SseSamples.stream;
import static dev.plumbline.providers.SseSamples.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of the connection and the answer's form, over a real socket. Numbers are rows of the fault catalogue. */
class ConnectionFaultTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    private static AiError error(AiReturn ret) {
        return ret.error().orElseThrow();
    }

    private static AiReturn answered(ServerResponse answer) {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(answer);
            return calls.call();
        }
    }

    @ParameterizedTest(name = "1 38 cut mid-stream when {0}: TRUNCATED, what arrived is kept")
    @Tag("F1")
    @ValueSource(strings = {"chunked", "until close", "with a longer Content-Length"})
    void clean_close_is_a_cut(String framing) {
        ServerResponse whole = stream(HELLO, text(" there"), STOP, DONE);
        ServerResponse framed = switch (framing) {
            case "chunked" -> whole;
            case "until close" -> whole.untilClose();
            default -> whole.withContentLength(whole.size() + 10);
        };
        AiReturn ret = answered(framed.closesAfter(HELLO.length() + 20));
        assertThat(error(ret).category()).isEqualTo(Category.TRUNCATED);
        assertThat(error(ret).retryable()).isTrue();
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @ParameterizedTest(name = "2 12 {0} behind the finish reason: complete is {1}, and the trace says unterminated")
    @Tag("F2")
    @Tag("F12")
    @CsvSource({"last chunk,true", "close,true", "cut,false", "reset,false", "silence,false"})
    void w39_behindTheFinishReason_onlyTheEndOfTheBodyStandsForDone(String how, boolean complete) {
        ServerResponse ended = stream(HELLO, STOP);
        ServerResponse longer = stream(HELLO, STOP, DONE);
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(
                    switch (how) {
                        case "last chunk" -> ended;
                        case "close" -> ended.untilClose();
                        case "cut" -> longer.closesAfter(ended.size() + 3);
                        case "reset" -> ended.resetsAfter(ended.size());
                        default -> ended.stallsAfter(ended.size());
                    });
            CompletableFuture<AiReturn> running = calls.begin();
            if (how.equals("silence")) {
                ProviderFixture.until(() -> !calls.shown.isEmpty());
                calls.advanceUntilDone(running);
            }
            AiReturn ret = ProviderFixture.end(running);
            assertThat(ret.isOk()).isEqualTo(complete);
            assertThat(ret.partialText()).isEqualTo("Hello");
            assertThat(calls.notes.stream().anyMatch(note -> note.contains("unterminated")))
                    .isEqualTo(complete);
        }
    }

    @Test
    @Tag("F13")
    @DisplayName("13 [DONE] with the connection held open: complete at once, closed in the background")
    void done_completes_at_once() {
        try (ProviderFixture calls = new ProviderFixture()) {
            ServerResponse answer = stream(HELLO, STOP, DONE);
            calls.server.answers(answer.stallsAfter(answer.size()));
            AiReturn ret = ProviderFixture.end(calls.begin());
            assertThat(ret.isOk()).isTrue();
            assertThat(calls.server.openConnections()).isEqualTo(1);
            calls.clock.advance(Duration.ofSeconds(1));
            assertThat(calls.server.awaitClientClosed(SOON)).isTrue();
        }
    }

    @Test
    @Tag("F14")
    @DisplayName("14 a connection that goes on behind [DONE] is closed a second later; a clean one is used again")
    void only_clean_connections_serve_again() {
        try (ProviderFixture calls = new ProviderFixture()) {
            ServerResponse clean = stream(HELLO, STOP, DONE);
            calls.server
                    .answers(clean)
                    .answers(clean)
                    .answers(stream(HELLO, STOP, DONE, text(" more").repeat(2000))
                            .byEvent()
                            .withPace(Duration.ofMillis(2)));
            calls.call();
            calls.settle();
            calls.call();
            assertThat(calls.server.connections()).isEqualTo(1);
            calls.settle();
            assertThat(calls.call().text()).isEqualTo("Hello");
            calls.clock.advance(Duration.ofSeconds(1));
            assertThat(calls.server.awaitClientClosed(SOON)).isTrue();
        }
    }

    @ParameterizedTest(name = "17 silence {0}: TIMEOUT_IDLE {2} after {3} s, within a tenth more")
    @Tag("SH166")
    @Tag("F17")
    @CsvSource({
        "before the headers,-1,first-event,60",
        "before the first event,0,first-event,60",
        "mid-stream,70,idle,30"
    })
    void silence_ends_by_the_clock(String when, int position, String code, int limit) {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(stream(HELLO, STOP, DONE).stallsAfter(position));
            CompletableFuture<AiReturn> running = calls.begin();
            calls.server.awaitRequests(1, SOON);
            ProviderFixture.until(() -> position < 1 || !calls.shown.isEmpty());
            long waited = calls.advanceUntilDone(running);
            AiReturn ret = ProviderFixture.end(running);
            assertThat(error(ret).category()).isEqualTo(Category.TIMEOUT_IDLE);
            assertThat(error(ret).code()).isEqualTo(code);
            assertThat(waited).isBetween((long) limit, limit + limit / 10L);
            assertThat(ret.partialText()).isEqualTo(position < 1 ? "" : "Hello");
            assertThat(calls.server.awaitClientClosed(SOON)).isTrue();
        }
    }

    @Test
    @Tag("F18")
    @DisplayName("18 heartbeats keep no dead stream alive")
    void heartbeats_are_no_events() {
        try (ProviderFixture calls = new ProviderFixture()) {
            String beats = ": beat\n\n".repeat(20_000);
            calls.server.answers(stream(HELLO, beats).byEvent().withPace(Duration.ofMillis(2)));
            CompletableFuture<AiReturn> running = calls.begin();
            ProviderFixture.until(() -> !calls.shown.isEmpty());
            long waited = calls.advanceUntilDone(running);
            assertThat(error(ProviderFixture.end(running)).code()).isEqualTo("idle");
            assertThat(waited).isBetween(30L, 33L);
        }
    }

    @Test
    @Tag("F19")
    @DisplayName("19 a slow drip is no silence, and the total ends it")
    void drip_ends_by_the_total() {
        try (ProviderFixture calls = new ProviderFixture(Timeouts.ofDefaults().withTotal(Duration.ofSeconds(300)))) {
            calls.server.answers(stream(text("x").repeat(20_000)).byEvent().withPace(Duration.ofMillis(2)));
            CompletableFuture<AiReturn> running = calls.begin();
            int seen = 0;
            while (!running.isDone()) {
                int before = seen;
                ProviderFixture.until(() -> running.isDone() || calls.shown.size() > before);
                seen = calls.shown.size();
                calls.clock.advance(Duration.ofSeconds(1));
            }
            assertThat(error(ProviderFixture.end(running)).category()).isEqualTo(Category.TIMEOUT_TOTAL);
            assertThat(seen).isGreaterThan(100);
        }
    }

    @Test
    @Tag("F20")
    @DisplayName("20 a healthy stream may last longer than connecting and the first event may")
    void stream_outlives_the_first_limits() {
        Timeouts tight =
                Timeouts.ofDefaults().withConnect(Duration.ofSeconds(2)).withFirstEvent(Duration.ofSeconds(3));
        try (ProviderFixture calls = new ProviderFixture(tight)) {
            CountDownLatch go = new CountDownLatch(1);
            calls.server.answers(stream(HELLO, text(" there"), STOP, DONE).stallsAfter(HELLO.length(), go));
            CompletableFuture<AiReturn> running = calls.begin();
            ProviderFixture.until(() -> !calls.shown.isEmpty());
            calls.clock.advance(Duration.ofSeconds(29));
            go.countDown();
            assertThat(ProviderFixture.end(running).text()).isEqualTo("Hello there");
        }
    }

    @Test
    @Tag("F21")
    @DisplayName("21 a wall clock that jumps by days changes nothing")
    void wall_clock_jump_is_not_noticed() {
        try (ProviderFixture calls = new ProviderFixture()) {
            CountDownLatch go = new CountDownLatch(1);
            calls.server.answers(stream(HELLO, text(" there"), STOP, DONE).stallsAfter(HELLO.length(), go));
            CompletableFuture<AiReturn> running = calls.begin();
            ProviderFixture.until(() -> !calls.shown.isEmpty());
            calls.clock.setTo(Duration.ofDays(2));
            calls.clock.setTo(Duration.ofDays(-9));
            calls.clock.advance(Duration.ofSeconds(1));
            go.countDown();
            assertThat(ProviderFixture.end(running).isOk()).isTrue();
        }
    }

    @Test
    @Tag("F22")
    @DisplayName("22 a gzip stream that is flushed per event is delivered per event")
    void gzip_is_delivered_as_it_is_flushed() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed, 512, true);
                ProviderFixture calls = new ProviderFixture()) {
            out.write(HELLO.getBytes(StandardCharsets.UTF_8));
            out.flush();
            int first = packed.size();
            out.write((text(" there") + STOP + DONE).getBytes(StandardCharsets.UTF_8));
            out.finish();
            CountDownLatch go = new CountDownLatch(1);
            calls.server.answers(ServerResponse.of("text/event-stream", packed.toByteArray())
                    .chunked()
                    .withHeader("Content-Encoding", "gzip")
                    .stallsAfter(first, go));
            CompletableFuture<AiReturn> running = calls.begin();
            ProviderFixture.until(() -> calls.text().equals("Hello"));
            go.countDown();
            assertThat(ProviderFixture.end(running).text()).isEqualTo("Hello there");
        }
    }

    @Test
    @Tag("F22")
    @DisplayName("22 an encoding nobody asked for is a PROTOCOL error")
    void foreign_encoding_is_refused() {
        AiReturn ret = answered(stream(HELLO, STOP, DONE).withHeader("Content-Encoding", "br"));
        assertThat(error(ret).code()).isEqualTo("content-encoding");
    }

    @Test
    @Tag("F24")
    @DisplayName("24 reset before the first byte: NETWORK, retryable")
    void reset_before_the_answer_is_network() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.resets();
            AiReturn ret = calls.call();
            assertThat(error(ret).category()).isEqualTo(Category.NETWORK);
            assertThat(error(ret).retryable()).isTrue();
            assertThat(error(ret).causeClass()).isPresent();
        }
    }

    @Test
    @Tag("F25")
    @DisplayName("25 reset mid-stream: NETWORK, what arrived is kept")
    void reset_mid_stream_keeps_what_arrived() throws IOException {
        AiReturn ret = brokenBehindHello(socket -> socket.setSoLinger(true, 0));
        assertThat(error(ret).category()).isEqualTo(Category.NETWORK);
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @Test
    @DisplayName(
            "R14 a reset within an answer says that the answer is not complete, and not that nothing can be reached")
    void r14_resetWithinAnAnswer() throws IOException {
        AiReturn ret = brokenBehindHello(socket -> socket.setSoLinger(true, 0));
        assertThat(error(ret).userMessage())
                .isEqualTo("The connection broke before the answer was complete. What arrived is kept.");
    }

    /** What comes of the connection behind the first event. */
    @FunctionalInterface
    private interface Break {
        void on(Socket socket) throws IOException;
    }

    /**
     * Sends the first event, and breaks the answer when the client has shown it: a reset may overtake what was sent before
     * it, and what is read at once with a bad chunk is dropped.
     */
    private static AiReturn brokenBehindHello(Break how) throws IOException {
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
        String chunk = Integer.toHexString(HELLO.length()) + "\r\n" + HELLO + "\r\n";
        try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
                ProviderFixture calls = new ProviderFixture("http://127.0.0.1:" + listening.getLocalPort() + "/v1")) {
            CompletableFuture<AiReturn> running = calls.begin();
            try (Socket accepted = listening.accept()) {
                accepted.getOutputStream().write((head + chunk).getBytes(StandardCharsets.US_ASCII));
                ProviderFixture.until(() -> !calls.shown.isEmpty());
                how.on(accepted);
            }
            AiReturn ret = ProviderFixture.end(running);
            assertThat(ret.partialText()).isEqualTo(calls.text());
            return ret;
        }
    }

    @Test
    @Tag("F38")
    @DisplayName("38 a Content-Length that is too small cuts the answer")
    void short_content_length_is_a_cut() {
        ServerResponse answer = stream(HELLO, STOP, DONE);
        AiReturn ret = answered(answer.withContentLength(HELLO.length() + 5));
        assertThat(error(ret).category()).isEqualTo(Category.TRUNCATED);
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @Test
    @Tag("F38")
    @DisplayName("38 a bad chunk size is a PROTOCOL error, what arrived is kept")
    void bad_chunk_size_is_a_protocol_error() throws IOException {
        AiReturn ret = brokenBehindHello(
                socket -> socket.getOutputStream().write("zz\r\nnot a chunk\r\n".getBytes(StandardCharsets.US_ASCII)));
        assertThat(error(ret).category()).isEqualTo(Category.PROTOCOL);
        assertThat(ret.partialText()).isEqualTo("Hello");
    }

    @Test
    @DisplayName("42 nobody listens: NETWORK")
    void closed_port_is_network() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.close();
            assertThat(error(calls.call()).category()).isEqualTo(Category.NETWORK);
        }
    }
}
