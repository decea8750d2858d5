package dev.plumbline.providers;

import static dev.plumbline.providers.SseSamples.DONE;
import static dev.plumbline.providers.SseSamples.HELLO;
import static dev.plumbline.providers.SseSamples.STOP;
import static dev.plumbline.providers.SseSamples.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderCancelTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    private static Category category(AiReturn ret) {
        return ret.error().orElseThrow().category();
    }

    @Test
    @DisplayName("122 cancelled before it starts: nothing is sent")
    void cancelled_before_start_sends_nothing() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.cancellation.cancel("too late");
            assertThat(category(calls.call())).isEqualTo(Category.CANCELLED);
            calls.settle();
            assertThat(calls.server.connections()).isZero();
        }
    }

    @ParameterizedTest(name = "122 cancelled {0}: CANCELLED, what arrived is kept, the server sees the close")
    @Tag("SH25")
    @Tag("F122")
    @CsvSource({"before the headers,-1", "behind the headers,0", "mid-stream,70", "behind the finish reason,140"})
    void cancel_ends_the_call_and_the_connection(String state, int position) {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(stream(HELLO, STOP, DONE).stallsAfter(position));
            CompletableFuture<AiReturn> running = calls.begin();
            calls.server.awaitRequests(1, SOON);
            ProviderFixture.until(() -> position < 1 || !calls.shown.isEmpty());
            calls.cancellation.cancel("the user changed their mind");
            AiReturn ret = ProviderFixture.end(running);
            assertThat(category(ret)).isEqualTo(Category.CANCELLED);
            assertThat(ret.partialText()).isEqualTo(position < 1 ? "" : "Hello");
            assertThat(calls.server.awaitClientClosed(SOON)).isTrue();
        }
    }

    @Test
    @DisplayName("122 time that is up in the turn ends it as TIMEOUT_TOTAL")
    void expired_turn_is_a_timeout() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.stalls();
            CompletableFuture<AiReturn> running = calls.begin();
            calls.server.awaitRequests(1, SOON);
            calls.cancellation.expire("the turn's time is up");
            assertThat(category(ProviderFixture.end(running))).isEqualTo(Category.TIMEOUT_TOTAL);
        }
    }

    @Test
    @DisplayName("122 cancelled from within the sink: no further delta")
    void cancel_within_the_sink_stops_the_deltas() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(stream(HELLO, SseSamples.text(" there"), STOP, DONE));
            AiReturn ret = calls.provider.call(calls.question().withSink(delta -> {
                calls.shown.add(delta);
                calls.cancellation.cancel("enough");
            }));
            assertThat(category(ret)).isEqualTo(Category.CANCELLED);
            assertThat(ret.partialText()).isEqualTo("Hello").isEqualTo(calls.text());
        }
    }

    @Test
    @Tag("F123")
    @DisplayName("123 an interrupt is a cancel and keeps its flag")
    void interrupt_cancels_and_keeps_the_flag() throws InterruptedException {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.stalls();
            AtomicReference<AiReturn> ret = new AtomicReference<>();
            AtomicBoolean flag = new AtomicBoolean();
            Thread caller = new Thread(() -> {
                ret.set(calls.call());
                flag.set(Thread.currentThread().isInterrupted());
            });
            caller.start();
            calls.server.awaitRequests(1, SOON);
            caller.interrupt();
            caller.join(60_000);
            assertThat(category(ret.get())).isEqualTo(Category.CANCELLED);
            assertThat(flag).isTrue();
            assertThat(calls.cancellation.isCancelled()).isTrue();
            assertThat(calls.server.awaitClientClosed(SOON)).isTrue();
        }
    }

    @Test
    @Tag("F122")
    @DisplayName("122 cancelled while connecting, and TIMEOUT_CONNECT there")
    void connecting_can_be_ended() throws IOException {
        List<Socket> waiting = new ArrayList<>();
        InetAddress local = InetAddress.getByName("127.0.0.1");
        try (ServerSocket full = new ServerSocket(0, 1, local);
                ProviderFixture calls = new ProviderFixture("http://127.0.0.1:" + full.getLocalPort() + "/v1")) {
            for (int i = 0; i < 2; i++) {
                waiting.add(new Socket(local, full.getLocalPort()));
            }
            CompletableFuture<AiReturn> first = calls.begin();
            assertThat(calls.advanceUntilDone(first)).isGreaterThanOrEqualTo(10L);
            assertThat(category(ProviderFixture.end(first))).isEqualTo(Category.TIMEOUT_CONNECT);
            CompletableFuture<AiReturn> second = calls.begin();
            calls.cancellation.cancel("no");
            assertThat(category(ProviderFixture.end(second))).isEqualTo(Category.CANCELLED);
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    @Test
    @DisplayName("41 silence within the TLS handshake is TIMEOUT_CONNECT")
    void handshake_belongs_to_connecting() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
                ProviderFixture calls = new ProviderFixture("https://127.0.0.1:" + silent.getLocalPort() + "/v1")) {
            CompletableFuture<AiReturn> running = calls.begin();
            try (Socket accepted = silent.accept()) {
                assertThat(accepted.isConnected()).isTrue();
                calls.advanceUntilDone(running);
                assertThat(category(ProviderFixture.end(running))).isEqualTo(Category.TIMEOUT_CONNECT);
            }
        }
    }

    @Test
    @DisplayName("41 a server that speaks no TLS is TLS, not retryable")
    void plain_text_where_tls_is_due_is_tls() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
                ProviderFixture calls = new ProviderFixture("https://127.0.0.1:" + plain.getLocalPort() + "/v1")) {
            CompletableFuture<AiReturn> running = calls.begin();
            try (Socket accepted = plain.accept()) {
                accepted.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
                accepted.getOutputStream().flush();
                AiReturn ret = ProviderFixture.end(running);
                assertThat(category(ret)).isEqualTo(Category.TLS);
                assertThat(ret.error().orElseThrow().retryable()).isFalse();
            }
        }
    }

    @Test
    @DisplayName("124 close ends what runs and leaves no thread, socket or timer")
    void close_leaves_nothing() {
        LeakDetector leaks = LeakDetector.watch();
        try (leaks;
                ProviderFixture calls = new ProviderFixture()) {
            ServerResponse answer = stream(HELLO, STOP, DONE);
            calls.server
                    .answers(answer)
                    .answers(answer.stallsAfter(answer.size()))
                    .stalls();
            calls.call();
            calls.call();
            CompletableFuture<AiReturn> running = calls.begin();
            calls.server.awaitRequests(3, SOON);
            calls.provider.close();
            AiReturn ret = ProviderFixture.end(running);
            assertThat(category(ret)).isEqualTo(Category.CANCELLED);
            assertThat(ret.error().orElseThrow().code()).isEqualTo("closed");
            assertThat(category(calls.call())).isEqualTo(Category.CANCELLED);
            calls.provider.close();
        }
    }

    @Test
    @DisplayName("124 a provider with time of its own leaves no timer behind")
    void own_timer_ends_with_close() {
        LeakDetector leaks = LeakDetector.watch();
        try (leaks;
                ProviderFixture calls = new ProviderFixture();
                OpenAiChat own = OpenAiChat.builder("gpt-5-mini")
                        .baseUrl(calls.server.address().toString())
                        .build()) {
            calls.server.answers(stream(HELLO, STOP, DONE));
            assertThat(own.call(calls.question()).isOk()).isTrue();
        }
    }
}
