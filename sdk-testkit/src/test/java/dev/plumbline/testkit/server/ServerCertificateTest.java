package dev.plumbline.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** The scripted server over TLS: who trusts it is answered, faults and all, and nobody else. */
class ServerCertificateTest {
    private final ServerCertificate certificate = ServerCertificate.selfSigned();

    private static HttpClient trusting(SSLContext context) {
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static HttpRequest get(URI address) {
        return HttpRequest.newBuilder(address).timeout(Duration.ofMinutes(1)).build();
    }

    @Test
    void whoTrustsIt_isAnswered() throws IOException, InterruptedException {
        try (ScriptedServer server =
                ScriptedServer.overTls(certificate.server()).answers(ServerResponse.json("{\"area\":20}"))) {
            URI address = server.address();

            assertThat(address).hasScheme("https");
            assertThat(trusting(certificate.client())
                            .send(get(address), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("{\"area\":20}");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void localhost_isItsNameToo() throws IOException, InterruptedException {
        try (ScriptedServer server =
                ScriptedServer.overTls(certificate.server()).answers(ServerResponse.json("{}"))) {
            URI named = URI.create("https://localhost:" + server.address().getPort() + "/v1");

            assertThat(trusting(certificate.client())
                            .send(get(named), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void whoKnowsAnotherCertificate_refusesIt() {
        refused(certificate.server(), ServerCertificate.selfSigned().client());
    }

    private static void refused(SSLContext own, SSLContext theirs) {
        try (ScriptedServer server = ScriptedServer.overTls(own).answers(ServerResponse.json("{}"))) {
            assertThatThrownBy(() -> trusting(theirs).send(get(server.address()), BodyHandlers.ofString()))
                    .isInstanceOf(SSLHandshakeException.class);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void answerThatIsCut_isNoAnswer() {
        try (ScriptedServer server = ScriptedServer.overTls(certificate.server())
                .answers(ServerResponse.json("{\"area\":20}").closesAfter(5))) {
            assertThatThrownBy(
                            () -> trusting(certificate.client()).send(get(server.address()), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void stalledAnswer_endsWithTheClient() {
        try (ScriptedServer server =
                ScriptedServer.overTls(certificate.server()).stalls()) {
            CompletableFuture<?> waiting =
                    trusting(certificate.client()).sendAsync(get(server.address()), BodyHandlers.ofString());
            assertThat(server.awaitRequests(1, Duration.ofMinutes(1))).isTrue();
            waiting.cancel(true);

            assertThat(server.awaitClientClosed(Duration.ofMinutes(1))).isTrue();
        }
    }
}
