package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.testkit.VirtualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which host cannot be reached, in the message of the error: host and port, and nothing else of the address. */
class NamedHostsTest {
    private static final String PATH = "/canary/v1?canary=1";

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String message(String address, NetworkSettings network) {
        try (TransportFixture wires = new TransportFixture(URI.create(address + PATH), network)) {
            wires.transport.nameHosts();
            AiError error = wires.run().orElseThrow();
            assertThat(error.toString()).doesNotContain("canary");
            return error.toString();
        }
    }

    @Test
    void n11_refusedConnection_namesHostAndPort() throws IOException {
        String host = "127.0.0.1:" + closedPort();
        assertThat(message("http://" + host, NetworkSettings.ofDefaults()))
                .isEqualTo("NETWORK connect: " + host + ": no connection to the host");
    }

    @Test
    void n11_proxy_isNamedBesideTheHost() throws IOException {
        int closed = closedPort();
        NetworkSettings down =
                NetworkSettings.ofDefaults().withProxy(ProxySelector.of(new InetSocketAddress("127.0.0.1", closed)));
        assertThat(message("https://api.example.com", down))
                .startsWith("PROXY connect: api.example.com:443: the proxy 127.0.0.1:" + closed + " cannot be reached");
    }

    @Test
    void n11_unknownName_isNamed_ofHostAndOfProxy() {
        assertThat(message("https://nowhere.invalid", NetworkSettings.ofDefaults()))
                .isEqualTo("NETWORK unknown-host: nowhere.invalid:443: the host has no address");
        NetworkSettings lost = NetworkSettings.ofDefaults()
                .withProxy(ProxySelector.of(InetSocketAddress.createUnresolved("proxy.invalid", 8080)));
        assertThat(message("https://api.example.com", lost))
                .startsWith("PROXY unknown-host: api.example.com:443: the proxy proxy.invalid:8080 has no address");
    }

    @Test
    void n11_forbiddenHost_isNamed() {
        assertThat(message(
                        "https://api.example.com", NetworkSettings.ofDefaults().withHosts(Set.of("other.example"))))
                .startsWith("EGRESS_DENIED host: api.example.com:443: this host may not be spoken to");
    }

    @Test
    void n11_handshake_namesItsHost_whenItFails_andWhenItHangs() throws IOException {
        VirtualClock clock = VirtualClock.create();
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
                TransportFixture wires = new TransportFixture(
                        URI.create("https://127.0.0.1:" + server.getLocalPort() + PATH),
                        NetworkSettings.ofDefaults(),
                        Optional.of(clock))) {
            wires.transport.nameHosts();
            String host = "127.0.0.1:" + server.getLocalPort() + ": ";
            CompletableFuture<Optional<AiError>> plain = wires.begin(wires.exchange());
            try (Socket accepted = server.accept()) {
                accepted.getOutputStream().write("no TLS at all\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(TransportFixture.end(plain).orElseThrow())
                        .asString()
                        .startsWith("TLS tls: " + host + "no secure connection");
            }
            CompletableFuture<Optional<AiError>> silent = wires.begin(wires.exchange());
            try (Socket accepted = server.accept()) {
                assertThat(accepted.isConnected()).isTrue();
                clock.advance(Timeouts.ofDefaults().connect());
                assertThat(TransportFixture.end(silent).orElseThrow())
                        .asString()
                        .startsWith("TIMEOUT_CONNECT connect: " + host + "no connection within PT10S");
            }
        }
    }

    @Test
    void n11_addressThatTheProgramDidNotConfigure_isNotNamed() throws IOException {
        try (TransportFixture wires = new TransportFixture(
                URI.create("http://127.0.0.1:" + closedPort() + PATH), NetworkSettings.ofDefaults())) {
            assertThat(wires.run().orElseThrow()).hasToString("NETWORK connect: no connection to the host");
        }
    }
}
