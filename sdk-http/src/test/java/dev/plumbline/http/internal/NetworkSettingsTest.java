package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The way to the network, over real sockets of this machine. */
class NetworkSettingsTest {
    private static final ServerResponse END = ServerResponse.stream("data: end\n\n");

    private static ProxySelector proxy(int port) {
        return ProxySelector.of(new InetSocketAddress("127.0.0.1", port));
    }

    /** A port below those that the system gives to clients, one of which could take it meanwhile. */
    private static int freePort() throws IOException {
        Random random = new Random();
        while (true) {
            int port = 12_000 + random.nextInt(9_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                continue;
            }
        }
    }

    @Test
    @Tag("F26")
    @DisplayName("26 a connection the server has closed meanwhile is not used, and its request is sent once")
    void closedMeanwhile_isReplacedBeforeItIsUsed() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires = TransportFixture.to(server)) {
            server.answers(END.closesAfter(END.size())).answers(END).answers(END);
            assertThat(wires.run()).isEmpty();
            TransportFixture.until(() -> server.openConnections() == 0);
            assertThat(wires.run()).isEmpty();
            TransportFixture.until(wires.transport::isIdle);
            assertThat(wires.run()).isEmpty();
            assertThat(server.requests()).hasSize(3);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    @Tag("SH166")
    @Tag("F26")
    @DisplayName("26 a server that took a request and died does not get it twice")
    void takenRequest_isNotSentAgain() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires = TransportFixture.to(server)) {
            server.answers(END).answers(END.closesAfter(-1)).answers(END);
            assertThat(wires.run()).isEmpty();
            TransportFixture.until(wires.transport::isIdle);
            assertThat(wires.run().orElseThrow().category()).isEqualTo(Category.NETWORK);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    @Tag("F24")
    @DisplayName("24 26 a fresh connection that breaks is not tried again here")
    void freshConnection_isNotReplaced() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires = TransportFixture.to(server)) {
            server.answers(END.closesAfter(-1)).answers(END);
            assertThat(wires.run().orElseThrow().category()).isEqualTo(Category.NETWORK);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    @Tag("F40")
    @Tag("D15")
    @DisplayName("40 a proxy that is down is PROXY, not the server's fault")
    void proxyDown_isProxy() throws IOException {
        NetworkSettings network = NetworkSettings.ofDefaults().withProxy(proxy(freePort()));
        try (TransportFixture wires = new TransportFixture(URI.create("https://api.example.com/v1"), network)) {
            assertThat(wires.run().orElseThrow().category()).isEqualTo(Category.PROXY);
        }
    }

    @Test
    @Tag("F40")
    @Tag("D15")
    @DisplayName("40 a proxy that asks for a login gets it; a server never does, and it is not printed")
    void proxyLogin_isForProxiesAlone() {
        try (ScriptedServer proxy = ScriptedServer.openAiChat()) {
            proxy.answers(ServerResponse.json("").withStatus(407).withHeader("Proxy-Authenticate", "Basic realm=\"x\""))
                    .answers(END);
            NetworkSettings network = NetworkSettings.ofDefaults()
                    .withProxy(proxy(proxy.address().getPort()))
                    .withProxyLogin("me", Secret.of("canary".toCharArray()));
            assertThat(network.toString()).doesNotContain("canary");
            try (TransportFixture wires = new TransportFixture(URI.create("http://127.0.0.1:9/v1"), network)) {
                assertThat(wires.run()).isEmpty();
                assertThat(proxy.requests().get(1).header("proxy-authorization"))
                        .contains("Basic bWU6Y2FuYXJ5");
            }
        }
    }

    @Test
    @Tag("F42")
    @DisplayName("42 a host without an address is NETWORK")
    void unknownHost_isNetwork() {
        try (TransportFixture wires =
                new TransportFixture(URI.create("https://nowhere.invalid/v1"), NetworkSettings.ofDefaults())) {
            AiError error = wires.run().orElseThrow();
            assertThat(error.category()).isEqualTo(Category.NETWORK);
            assertThat(error.code()).isEqualTo("unknown-host");
        }
    }

    @Test
    @Tag("F42")
    @DisplayName("42 an address that leads nowhere is an error of the network within the limit to connect")
    void deadAddress_isNetwork() {
        try (TransportFixture wires =
                new TransportFixture(URI.create("http://[100::1]/v1"), NetworkSettings.ofDefaults())) {
            assertThat(wires.run().orElseThrow().category()).isIn(Category.NETWORK, Category.TIMEOUT_CONNECT);
        }
    }

    @Test
    @Tag("F42")
    @DisplayName("42 who hangs while the way is looked up ends with the limit to connect")
    void hangingLookup_endsWithinTheLimit() {
        VirtualClock clock = VirtualClock.create();
        HangingLookup lookup = new HangingLookup();
        NetworkSettings network = NetworkSettings.ofDefaults().withProxy(lookup);
        try (TransportFixture wires =
                new TransportFixture(URI.create("http://127.0.0.1:9/v1"), network, Optional.of(clock))) {
            CompletableFuture<Optional<AiError>> running = wires.begin(wires.exchange());
            TransportFixture.until(() -> lookup.asked.getCount() == 0);
            clock.advance(Timeouts.ofDefaults().connect());
            assertThat(TransportFixture.end(running).orElseThrow().category()).isEqualTo(Category.TIMEOUT_CONNECT);
        } finally {
            lookup.found.countDown();
        }
    }

    /** The way to a server is found out on the same thread as its address: who never answers here stands for both. */
    private static final class HangingLookup extends ProxySelector {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch found = new CountDownLatch(1);

        @Override
        public List<Proxy> select(URI uri) {
            asked.countDown();
            try {
                found.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return List.of(Proxy.NO_PROXY);
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
    }

    @Test
    @Tag("F43")
    @DisplayName("43 when the network is back, the same transport goes on")
    void networkBack_goesOn() throws IOException {
        int port = freePort();
        try (TransportFixture wires =
                new TransportFixture(URI.create("http://127.0.0.1:" + port + "/v1"), NetworkSettings.ofDefaults())) {
            assertThat(wires.run().orElseThrow().category()).isEqualTo(Category.NETWORK);
            try (ScriptedServer server = ScriptedServer.onPort(port)) {
                server.answers(END);
                assertThat(wires.run()).isEmpty();
            }
        }
    }

    @Test
    void otherHost_isDeniedBeforeAnythingIsSent() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires = new TransportFixture(
                        server.address(), NetworkSettings.ofDefaults().withHosts(Set.of("API.example.com")))) {
            assertThat(wires.run().orElseThrow().category()).isEqualTo(Category.EGRESS_DENIED);
            assertThat(server.connections()).isZero();
        }
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires = new TransportFixture(
                        server.address(), NetworkSettings.ofDefaults().withHosts(Set.of("127.0.0.1")))) {
            server.answers(END);
            assertThat(wires.run()).isEmpty();
        }
    }
}
