package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.EgressRules.EgressLimits;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.tool.ToolContext.SandboxedHttp;
import dev.plumbline.tool.ToolContext.SandboxedHttp.Request;
import dev.plumbline.tool.ToolException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the HTTP access of tools: responses, redirects, and what ends it. */
class ToolCallHttpTest {
    @RegisterExtension
    private final SandboxHttpFixture trial = new SandboxHttpFixture();

    @Test
    @Tag("SH161")
    void allowedHost_isReachedAtTheCheckedAddress() {
        SandboxedHttp.Response answer = trial.get("files.test/fine");
        assertThat(answer.text()).isEqualTo("fine");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().mediaType()).isEqualTo("text/plain");
        assertThat(trial.server.seen).containsExactly("GET files.test/fine  key=null proxy=null");
        assertThat(trial.visitor.decisions())
                .containsExactly("http http.listed ALLOWED", "http.connect http.address ALLOWED");
    }

    @Test
    @Tag("SH86")
    @Tag("F132")
    @DisplayName("132 39 each step of a redirect is decided")
    void redirect_toAHostThatIsNotAllowed_refused() {
        trial.server.leads("/away", 302, trial.at("other.test/fine").toString());
        trial.server.leads("/down", 301, "http://files.test/fine");
        trial.server.leads("/inside", 307, "https://127.0.0.1:" + trial.server.port() + "/fine");
        trial.server.leads("/file", 302, "file:///etc/passwd");
        SandboxHttpFixture.refused(Code.EGRESS_DENIED, () -> trial.get("files.test/away"));
        assertThat(trial.visitor.lastDecision()).isEqualTo("http http.not-listed REFUSED");
        SandboxHttpFixture.refused(Code.EGRESS_DENIED, () -> trial.get("files.test/down"));
        assertThat(trial.visitor.lastDecision()).isEqualTo("http http.not-https REFUSED");
        SandboxHttpFixture.refused(Code.EGRESS_DENIED, () -> trial.get("files.test/inside"));
        assertThat(trial.visitor.lastDecision()).isEqualTo("http http.address-literal REFUSED");
        SandboxHttpFixture.refused(Code.EGRESS_DENIED, () -> trial.get("files.test/file"));
        assertThat(trial.server.seen).noneMatch(request -> request.contains("/fine"));
    }

    @Test
    @Tag("F132")
    @DisplayName("132 a redirect into the private range is refused at its address")
    void redirect_leadingInside_refused() {
        trial.use(EgressRules.none().withPrivateHost(trial.host("files.test")).withHost(trial.host("other.test")));
        trial.server.leads("/other", 302, trial.at("other.test/fine").toString());
        SandboxHttpFixture.refused(Code.EGRESS_DENIED, () -> trial.get("files.test/other"));
        assertThat(trial.visitor.lastDecision()).isEqualTo("http.connect http.address-local REFUSED");
    }

    @Test
    @DisplayName("39 what the program added does not follow to another origin")
    void redirect_toAnotherOrigin_dropsHeadersAndKeepsBodies() {
        String[] hosts = {trial.host("files.test"), trial.host("other.test")};
        trial.use(EgressRules.none().withPrivateHost(hosts[0], "GET", "POST").withPrivateHost(hosts[1], "GET", "POST"));
        trial.server.leads("/moved", 302, trial.at("other.test/fine").toString());
        trial.server.leads("/moved-here", 302, "/fine");
        trial.server.leads("/strict", 307, trial.at("other.test/fine").toString());
        Request keyed = Request.get(trial.at("files.test/moved")).withHeader("X-Key", "k");
        assertThat(trial.http().send(keyed).text()).isEqualTo("fine");
        assertThat(trial.http()
                        .send(Request.get(trial.at("files.test/moved-here")).withHeader("X-Key", "k"))
                        .isOk())
                .isTrue();
        assertThat(trial.server.seen)
                .containsExactly(
                        "GET files.test/moved  key=k proxy=null",
                        "GET other.test/fine  key=null proxy=null",
                        "GET files.test/moved-here  key=k proxy=null",
                        "GET files.test/fine  key=k proxy=null");
        trial.server.seen.clear();
        Blob content = Blob.of("body".getBytes(StandardCharsets.UTF_8), "text/plain");
        assertThat(trial.http()
                        .send(Request.post(trial.at("files.test/moved"), content))
                        .isOk())
                .isTrue();
        SandboxHttpFixture.refused(
                Code.EGRESS_DENIED, () -> trial.http().send(Request.post(trial.at("files.test/strict"), content)));
        assertThat(trial.server.seen)
                .containsExactly(
                        "POST files.test/moved body key=null proxy=null",
                        "GET other.test/fine  key=null proxy=null",
                        "POST files.test/strict body key=null proxy=null");
    }

    @Test
    @DisplayName("39 redirects come to an end")
    void redirect_inCircles_refused() {
        trial.server.leads("/circle", 302, "/circle");
        SandboxHttpFixture.refused(Code.EGRESS_DENIED, () -> trial.get("files.test/circle"));
        assertThat(trial.server.seen).hasSize(6);
    }

    @Test
    void body_isBounded() {
        trial.use(EgressRules.none()
                .withPrivateHost(trial.host("files.test"), "GET", "POST")
                .withLimits(new EgressLimits(1, 1, 1_000, 10, 1, Duration.ofSeconds(5))));
        trial.server.says("/small", "x".repeat(1_000));
        trial.server.says("/large", "x".repeat(1_001));
        trial.server.says("/huge", "x".repeat(5_000_000));
        assertThat(trial.get("files.test/small").text()).hasSize(1_000);
        SandboxHttpFixture.refused(Code.QUOTA, () -> trial.get("files.test/large"));
        SandboxHttpFixture.refused(Code.QUOTA, () -> trial.get("files.test/huge"));
        Request much = Request.post(trial.at("files.test/small"), Blob.of(new byte[11], "text/plain"));
        SandboxHttpFixture.refused(Code.QUOTA, () -> trial.http().send(much));
    }

    @Test
    void badStatus_isAnAnswer() {
        trial.server.answers("/gone", 410, Map.of("Content-Type", "nonsense"), "gone".getBytes(StandardCharsets.UTF_8));
        assertThat(trial.get("files.test/gone").status()).isEqualTo(410);
        assertThat(trial.get("files.test/gone").text()).isEqualTo("gone");
        SandboxHttpFixture.refused(
                Code.FAILED, () -> trial.get("files.test/gone").orThrow());
    }

    @Test
    void connection_thatFails_isFailed() throws Exception {
        trial.names.remove("files.test");
        assertThatThrownBy(() -> trial.get("files.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("There is no host of that name.");
        int nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = socket.getLocalPort();
        }
        trial.use(EgressRules.none().withPrivateHost("other.test:" + nobody));
        assertThatThrownBy(() -> trial.http().get(URI.create("https://other.test:" + nobody + "/")))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("ConnectException");
    }

    @Test
    @DisplayName("41 a certificate that is not trusted is not accepted")
    void certificate_ofAStranger_refused() {
        trial.sandbox.close();
        trial.sandbox = trial.visitor
                .sandbox(EgressRules.none().withPrivateHost(trial.host("files.test")))
                .resolver(trial::resolve)
                .build();
        trial.reach = trial.visitor.reach(trial.sandbox);
        assertThatThrownBy(() -> trial.get("files.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("The host's certificate was not accepted.");
    }

    @Test
    @DisplayName("41 a certificate is checked against the name, though the address is what is connected to")
    void certificate_ofAnotherName_refused() {
        trial.use(EgressRules.none().withPrivateHost(trial.host("stranger.test")));
        trial.names.put("stranger.test", List.of("127.0.0.1"));
        assertThatThrownBy(() -> trial.get("stranger.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("The host's certificate was not accepted.");
    }

    @Test
    void call_thatEnds_endsWhatIsUnderWay() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        trial.server.stalls("/stall", reached::countDown);
        Thread ender = new Thread(() -> {
            try {
                reached.await();
                trial.reach.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        ender.start();
        SandboxHttpFixture.refused(Code.CANCELLED, () -> trial.get("files.test/stall"));
        assertThatThrownBy(() -> trial.http()).isInstanceOf(IllegalStateException.class);
        ender.join();
    }

    @Test
    void cancellation_endsWhatIsUnderWay() {
        trial.server.stalls("/stalled", () -> trial.visitor.cancellation.cancel("the turn ended"));
        SandboxHttpFixture.refused(Code.CANCELLED, () -> trial.get("files.test/stalled"));
    }

    @Test
    void header_ofTheProxy_isNotForTools() {
        assertThatThrownBy(() -> trial.http()
                        .send(Request.get(trial.at("files.test/fine")).withHeader("Proxy-Authorization", "Bearer x")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closed_leavesNothing() {
        trial.sandbox.close();
        LeakDetector leaks = LeakDetector.watch();
        trial.use(EgressRules.none().withPrivateHost(trial.host("files.test")));
        for (int i = 0; i < 20; i++) {
            assertThat(trial.get("files.test/fine").isOk()).isTrue();
        }
        trial.sandbox.close();
        SandboxHttpFixture.refused(Code.FAILED, () -> trial.get("files.test/fine"));
        leaks.close();
    }
}
