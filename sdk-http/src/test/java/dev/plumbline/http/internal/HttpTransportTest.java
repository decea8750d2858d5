package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that are opened, kept, given up and closed. */
class HttpTransportTest {
    private static final ServerResponse END = ServerResponse.stream("data: end\n\n");

    @Test
    @Tag("J13")
    @Tag("FM2")
    @DisplayName("M2 J13 after close the server sees every connection end, without a garbage collection")
    void close_leavesNoConnection() {
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            TransportFixture wires = TransportFixture.to(server);
            server.answers(END).answers(END.stallsAfter(0));
            assertThat(wires.run()).isEmpty();
            TransportFixture.until(wires.transport::isIdle);
            CompletableFuture<Optional<AiError>> running = wires.begin(wires.exchange());
            server.awaitRequests(2, Duration.ofMinutes(1));
            wires.close();
            assertThat(TransportFixture.end(running).orElseThrow().code()).isEqualTo("closed");
            TransportFixture.until(() -> server.openConnections() == 0);
            assertThat(wires.run().orElseThrow().code()).isEqualTo("closed");
        }
    }

    @Test
    void idleConnection_isClosedAfterThirtySeconds() {
        VirtualClock clock = VirtualClock.create();
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires =
                        new TransportFixture(server.address(), NetworkSettings.ofDefaults(), Optional.of(clock))) {
            server.answers(END);
            assertThat(wires.run()).isEmpty();
            TransportFixture.until(wires.transport::isIdle);
            clock.advance(Duration.ofSeconds(29));
            assertThat(server.openConnections()).isEqualTo(1);
            clock.advance(Duration.ofSeconds(31));
            TransportFixture.until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void interrupt_freesTheCaller_andKeepsTheFlag() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires = TransportFixture.to(server)) {
            server.answers(END.stallsAfter(-1));
            AtomicReference<AiError> error = new AtomicReference<>();
            AtomicReference<Boolean> flag = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                wires.run().ifPresent(error::set);
                flag.set(Thread.currentThread().isInterrupted());
            });
            caller.start();
            server.awaitRequests(1, Duration.ofMinutes(1));
            caller.interrupt();
            caller.join(60_000);
            assertThat(error.get().category()).isEqualTo(Category.CANCELLED);
            assertThat(error.get().code()).isEqualTo("interrupted");
            assertThat(flag.get()).isTrue();
        }
    }

    @ParameterizedTest(name = "{0} is refused before anything is sent")
    @CsvSource({"X-A, 'a\r\nX-B: c'", "'X A', a", "Content-Length, 7", "Host, elsewhere", "'X\n', a", "X-A, 'ł'"})
    void header_thatHttpDoesNotHave(String name, String value) {
        try (TransportFixture wires =
                new TransportFixture(URI.create("http://127.0.0.1:9/v1"), NetworkSettings.ofDefaults())) {
            Request request = Request.get(URI.create("http://127.0.0.1:9/v1"), Map.of(name, value));
            assertThatThrownBy(() -> wires.transport.exchange(request, BudgetTracker.unlimited(), Optional.empty()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("header");
        }
    }

    @ParameterizedTest(name = "an address like {0} is refused")
    @ValueSource(strings = {"ftp://127.0.0.1/v1", "/v1", "http:///v1"})
    void address_withoutHost(String address) {
        try (TransportFixture wires =
                new TransportFixture(URI.create("http://127.0.0.1:9/v1"), NetworkSettings.ofDefaults())) {
            Request request = Request.get(URI.create(address), Map.of());
            assertThatThrownBy(() -> wires.transport.exchange(request, BudgetTracker.unlimited(), Optional.empty()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("http");
        }
    }
}
