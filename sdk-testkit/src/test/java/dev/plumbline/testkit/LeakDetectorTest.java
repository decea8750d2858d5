package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.testkit.server.ScriptedServer;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LeakDetectorTest {
    private static final Duration SOON = Duration.ofMillis(200);

    @Test
    void threadLeftBehind_isListedWithItsStack() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        LeakDetector leaks = LeakDetector.watch(SOON);
        Thread left = new Thread(() -> await(end), "planted leak");
        left.start();

        assertThatThrownBy(leaks::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("thread \"planted leak\"")
                .hasMessageContaining("LeakDetectorTest.await(LeakDetectorTest.java:");
        end.countDown();
        left.join();
    }

    @Test
    void threadThatEndsSoon_isWaitedFor() {
        try (LeakDetector leaks = LeakDetector.watch()) {
            assertThat(leaks).isNotNull();
            new Thread(() -> Await.until(() -> false, Duration.ofMillis(50)), "slow to end").start();
        }
    }

    @Test
    void uncaughtException_isListedWithoutItsMessage() throws Exception {
        LeakDetector leaks = LeakDetector.watch(SOON);
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
            LeakDetector leaks = LeakDetector.watch(SOON);
            try (Socket client =
                    new Socket(server.address().getHost(), server.address().getPort())) {
                assertThatThrownBy(leaks::close)
                        .hasMessageContaining("local port " + client.getLocalPort() + ", remote port "
                                + server.address().getPort());
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void fileLeftOpen_isListed(@TempDir Path folder) throws Exception {
        LeakDetector leaks = LeakDetector.watch(SOON);
        try (OutputStream open = Files.newOutputStream(folder.resolve("journal.log"))) {
            open.write(1);
            assertThatThrownBy(leaks::close).hasMessageContaining("open file").hasMessageContaining("journal.log");
        }
    }

    @Test
    void classLoaderThatIsHeld_isListed_andOneThatIsNotIsGone() throws Exception {
        LeakDetector leaks = LeakDetector.watch(SOON.multipliedBy(25)); // the collector runs meanwhile
        List<ClassLoader> held = new ArrayList<>();
        held.add(new URLClassLoader(new URL[0]));
        leaks.track(held.get(0)).track(new URLClassLoader(new URL[0]));

        assertThatThrownBy(leaks::close)
                .hasMessageContaining("1 left behind")
                .hasMessageContaining("still reachable: java.net.URLClassLoader 1");
        assertThat(held).hasSize(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
