package dev.plumbline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTPS with certificates made on the spot, and HTTP/2 as its frames are seen by a server. */
class TlsTest {
    @TempDir
    Path folder;

    private static Network trusting(Certificates made) {
        return Network.ofDefaults().withHttp2(true).withTrustFile(made.pem());
    }

    @Test
    void trustFile_lettingIn_speaksHttp2() throws Exception {
        Certificates made = Certificates.local(folder);
        try (H2Server server = new H2Server(made.server(), List.of("one", "end"), true);
                Wires wires = new Wires(server.address(), trusting(made))) {
            assertThat(wires.run()).isEmpty();
            assertThat(wires.events).containsExactly("one", "end");
            assertThat(server.seen).contains("h2");
        }
    }

    @Test
    @DisplayName("122 a cancelled exchange resets its HTTP/2 stream")
    void cancel_resetsTheStream() throws Exception {
        Certificates made = Certificates.local(folder);
        try (H2Server server = new H2Server(made.server(), List.of("one"), false);
                Wires wires = new Wires(server.address(), trusting(made))) {
            Exchange exchange = wires.exchange();
            CompletableFuture<Optional<AiError>> running = wires.begin(exchange);
            Wires.until(() -> !wires.events.isEmpty());
            exchange.stop(AiError.of(Category.CANCELLED, "cancelled", "enough"));
            assertThat(Wires.end(running).orElseThrow().category()).isEqualTo(Category.CANCELLED);
            Wires.until(() -> server.seen.contains("reset"));
        }
    }

    @Test
    @DisplayName("41 a certificate nobody knows is TLS, not retryable, and the message names the trust store")
    void unknownCertificate_isTls() throws Exception {
        refused(Certificates.local(folder), Network.ofDefaults());
    }

    @Test
    @DisplayName("41 a certificate for another host is TLS")
    void otherHost_isTls() throws Exception {
        Certificates made = Certificates.make(folder, "dns:elsewhere.example", "-1H");
        refused(made, trusting(made));
    }

    @Test
    @DisplayName("41 a certificate whose day is over is TLS")
    void expired_isTls() throws Exception {
        Certificates made = Certificates.make(folder, "ip:127.0.0.1", "-3d");
        refused(made, trusting(made));
    }

    @Test
    @DisplayName("41 a server that speaks nothing newer than TLS 1.1 is TLS")
    void oldProtocol_isTls() throws Exception {
        Certificates made = Certificates.local(folder);
        refused(made, trusting(made), "TLSv1.1");
    }

    private static void refused(Certificates made, Network network) throws Exception {
        refused(made, network, "TLSv1.3");
    }

    private static void refused(Certificates made, Network network, String protocol) throws Exception {
        try (H2Server server = new H2Server(made.server(), List.of("end"), true, protocol);
                Wires wires = new Wires(server.address(), network)) {
            AiError error = wires.run().orElseThrow();
            assertThat(error.category()).isEqualTo(Category.TLS);
            assertThat(error.retryable()).isFalse();
            assertThat(error.message()).contains("trust store");
            assertThat(wires.events).isEmpty();
        }
    }

    @Test
    void trustFile_withoutCertificates_isRefused() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");
        assertThatThrownBy(() -> Network.ofDefaults().withTrustFile(empty))
                .isInstanceOfSatisfying(
                        AiException.class, e -> assertThat(e.error().category()).isEqualTo(Category.CONFIGURATION));
        assertThatThrownBy(() -> Network.ofDefaults().withTrustFile(folder.resolve("none.pem")))
                .hasMessageContaining("withTrustFile");
    }
}
