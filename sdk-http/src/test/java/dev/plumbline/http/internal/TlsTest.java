package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTPS with certificates made on the spot. */
class TlsTest {
    @TempDir
    Path folder;

    private static final ServerResponse END = ServerResponse.stream("data: one\n\ndata: end\n\n");

    private static NetworkSettings trusting(KeytoolTls made) {
        return NetworkSettings.ofDefaults().withTrustFile(made.pem());
    }

    @Test
    void trustFile_letsIn_andTheConnectionServesAgain() throws Exception {
        KeytoolTls made = KeytoolTls.local(folder);
        try (ScriptedServer server =
                        ScriptedServer.overTls(made.server()).answers(END).answers(END);
                TransportFixture wires = new TransportFixture(server.address(), trusting(made))) {
            assertThat(wires.run()).isEmpty();
            assertThat(wires.events).containsExactly("one", "end");
            TransportFixture.until(wires.transport::isIdle);
            assertThat(wires.run()).isEmpty();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    @Tag("SH25")
    @Tag("SH154")
    @Tag("F122")
    @Tag("M7")
    @DisplayName("122 a cancelled exchange closes its connection, and its caller is free")
    void cancel_closesTheConnection() throws Exception {
        KeytoolTls made = KeytoolTls.local(folder);
        try (ScriptedServer server = ScriptedServer.overTls(made.server()).answers(END.stallsAfter(11));
                TransportFixture wires = new TransportFixture(server.address(), trusting(made))) {
            Exchange exchange = wires.exchange();
            CompletableFuture<Optional<AiError>> running = wires.begin(exchange);
            TransportFixture.until(() -> !wires.events.isEmpty());
            exchange.cancel(AiError.of(Category.CANCELLED, "cancelled", "enough"));
            assertThat(TransportFixture.end(running).orElseThrow().category()).isEqualTo(Category.CANCELLED);
            assertThat(server.awaitClientClosed(Duration.ofMinutes(1))).isTrue();
        }
    }

    @Test
    void cancel_inTheHandshake_freesTheCaller() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
                TransportFixture wires = new TransportFixture(
                        URI.create("https://127.0.0.1:" + silent.getLocalPort()), NetworkSettings.ofDefaults())) {
            Exchange exchange = wires.exchange();
            CompletableFuture<Optional<AiError>> running = wires.begin(exchange);
            try (Socket accepted = silent.accept()) {
                assertThat(accepted.getInputStream().read()).isEqualTo(22); // a handshake record, RFC 8446 5.1
                exchange.cancel(AiError.of(Category.CANCELLED, "cancelled", "enough"));
                assertThat(TransportFixture.end(running).orElseThrow().code()).isEqualTo("cancelled");
                while (accepted.getInputStream().read() >= 0) {
                    // up to the end, which comes when the client has closed
                }
            }
        }
    }

    @Test
    @Tag("F41")
    @DisplayName("41 a certificate nobody knows is TLS, not retryable, and the message names the trust store")
    void unknownCertificate_isTls() throws Exception {
        refused(KeytoolTls.local(folder), NetworkSettings.ofDefaults());
    }

    @Test
    @Tag("F41")
    @DisplayName("41 a certificate for another host is TLS")
    void otherHost_isTls() throws Exception {
        KeytoolTls made = KeytoolTls.make(folder, "dns:elsewhere.example", "-1H");
        refused(made, trusting(made));
    }

    @Test
    @Tag("F41")
    @DisplayName("41 a certificate whose day is over is TLS")
    void expired_isTls() throws Exception {
        KeytoolTls made = KeytoolTls.make(folder, "ip:127.0.0.1", "-3d");
        refused(made, trusting(made));
    }

    @Test
    @Tag("F41")
    @DisplayName("41 a server that speaks nothing newer than TLS 1.1 is TLS")
    void oldProtocol_isTls() throws Exception {
        KeytoolTls made = KeytoolTls.local(folder);
        try (SSLServerSocket old = (SSLServerSocket)
                made.server().getServerSocketFactory().createServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            old.setEnabledProtocols(new String[] {"TLSv1.1"});
            Thread serving = new Thread(() -> refuses(old));
            serving.start();
            try (TransportFixture wires =
                    new TransportFixture(URI.create("https://127.0.0.1:" + old.getLocalPort()), trusting(made))) {
                refused(wires);
            }
            serving.join();
        }
    }

    private static void refuses(SSLServerSocket old) {
        try (SSLSocket socket = (SSLSocket) old.accept()) {
            socket.startHandshake();
        } catch (IOException expected) {
            // both sides refuse
        }
    }

    private static void refused(KeytoolTls made, NetworkSettings network) {
        try (ScriptedServer server = ScriptedServer.overTls(made.server()).answers(END);
                TransportFixture wires = new TransportFixture(server.address(), network)) {
            refused(wires);
        }
    }

    private static void refused(TransportFixture wires) {
        AiError error = wires.run().orElseThrow();
        assertThat(error.category()).isEqualTo(Category.TLS);
        assertThat(error.retryable()).isFalse();
        assertThat(error.message()).contains("trust store");
        assertThat(wires.events).isEmpty();
    }

    @Test
    void trustFile_withoutCertificates_isRefused() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");
        assertThatThrownBy(() -> NetworkSettings.ofDefaults().withTrustFile(empty))
                .isInstanceOfSatisfying(
                        AiException.class, e -> assertThat(e.error().category()).isEqualTo(Category.CONFIGURATION));
        assertThatThrownBy(() -> NetworkSettings.ofDefaults().withTrustFile(folder.resolve("none.pem")))
                .hasMessageContaining("withTrustFile");
    }
}
