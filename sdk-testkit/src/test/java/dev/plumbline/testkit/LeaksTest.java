package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.testkit.server.ScriptedServer;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LeaksTest {
    private static final Duration SOON = Duration.ofMillis(200);

    @Test
    void threadLeftBehind_isListedWithItsStack() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Leaks leaks = Leaks.watch(SOON);
        Thread left = new Thread(() -> await(end), "planted leak");
        left.start();

        assertThatThrownBy(leaks::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("thread \"planted leak\"")
                .hasMessageContaining("LeaksTest.await(LeaksTest.java:");
        end.countDown();
        left.join();
    }

    @Test
    void threadThatEndsSoon_isWaitedFor() {
        try (Leaks leaks = Leaks.watch()) {
            assertThat(leaks).isNotNull();
            new Thread(() -> Waiting.until(() -> false, Duration.ofMillis(50)), "slow to end").start();
        }
    }

    @Test
    void uncaughtException_isListedWithoutItsMessage() throws Exception {
        Leaks leaks = Leaks.watch(SOON);
        Thread failing = new Thread(
                () -> {
                    throw new IllegalStateException("secret");
                },
                "failing");
        failing.start();
        failing.join();

        assertThatThrownBy(leaks::close)
                .hasMessageContaining("uncaught in thread \"failing\": java.lang.IllegalStateException")
                .hasMessageNotContaining("secret");
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNull();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void socketLeftBehind_isListed() throws Exception {
        assertThat(Files.isReadable(Path.of("/proc/self/net/tcp"))).isTrue();
        try (ScriptedServer server = ScriptedServer.openAiChat().stalls()) {
            Leaks leaks = Leaks.watch(SOON);
            try (Socket client =
                    new Socket(server.address().getHost(), server.address().getPort())) {
                assertThatThrownBy(leaks::close)
                        .hasMessageContaining("local port " + client.getLocalPort() + ", remote port "
                                + server.address().getPort());
            }
        }
    }

    @Test
    void httpClient_isGoneOnceNobodyHoldsIt() throws Exception {
        Leaks leaks = Leaks.watch();
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            ask(server);
        }

        leaks.close();
    }

    private static void ask(ScriptedServer server) throws Exception {
        HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.address()).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
