package dev.plumbline.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.testkit.Leaks;
import dev.plumbline.tool.GuardedHttp;
import dev.plumbline.tool.GuardedHttp.Request;
import dev.plumbline.tool.ToolException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What comes through the door of addresses, by redirects too, and what ends it. */
class HttpDoorTest {
    @RegisterExtension
    private final HttpTrial door = new HttpTrial();

    @Test
    void allowedHost_isReachedAtTheCheckedAddress() {
        GuardedHttp.Response answer = door.get("files.test/fine");
        assertThat(answer.text()).isEqualTo("fine");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().mediaType()).isEqualTo("text/plain");
        assertThat(door.server.seen).containsExactly("GET files.test/fine  key=null proxy=null");
        assertThat(door.visitor.decisions())
                .containsExactly("http http.listed ALLOWED", "http.connect http.address ALLOWED");
    }

    @Test
    @DisplayName("132 39 each hop of a redirect is decided")
    void redirect_toAHostThatIsNotAllowed_refused() {
        door.server.leads("/away", 302, door.at("other.test/fine").toString());
        door.server.leads("/down", 301, "http://files.test/fine");
        door.server.leads("/inside", 307, "https://127.0.0.1:" + door.server.port() + "/fine");
        door.server.leads("/file", 302, "file:///etc/passwd");
        HttpTrial.refused(Code.EGRESS_DENIED, () -> door.get("files.test/away"));
        assertThat(door.visitor.lastDecision()).isEqualTo("http http.not-listed REFUSED");
        HttpTrial.refused(Code.EGRESS_DENIED, () -> door.get("files.test/down"));
        assertThat(door.visitor.lastDecision()).isEqualTo("http http.not-https REFUSED");
        HttpTrial.refused(Code.EGRESS_DENIED, () -> door.get("files.test/inside"));
        assertThat(door.visitor.lastDecision()).isEqualTo("http http.address-literal REFUSED");
        HttpTrial.refused(Code.EGRESS_DENIED, () -> door.get("files.test/file"));
        assertThat(door.server.seen).noneMatch(request -> request.contains("/fine"));
    }

    @Test
    @DisplayName("132 a redirect into the private range is refused at its address")
    void redirect_leadingInside_refused() {
        door.use(EgressRules.none().withPrivateHost(door.host("files.test")).withHost(door.host("other.test")));
        door.server.leads("/other", 302, door.at("other.test/fine").toString());
        HttpTrial.refused(Code.EGRESS_DENIED, () -> door.get("files.test/other"));
        assertThat(door.visitor.lastDecision()).isEqualTo("http.connect http.address-local REFUSED");
    }

    @Test
    @DisplayName("39 what the program added does not follow to another origin")
    void redirect_toAnotherOrigin_dropsHeadersAndKeepsBodies() {
        String[] hosts = {door.host("files.test"), door.host("other.test")};
        door.use(EgressRules.none().withPrivateHost(hosts[0], "GET", "POST").withPrivateHost(hosts[1], "GET", "POST"));
        door.server.leads("/moved", 302, door.at("other.test/fine").toString());
        door.server.leads("/moved-here", 302, "/fine");
        door.server.leads("/strict", 307, door.at("other.test/fine").toString());
        Request keyed = Request.get(door.at("files.test/moved")).withHeader("X-Key", "k");
        assertThat(door.http().send(keyed).text()).isEqualTo("fine");
        assertThat(door.http()
                        .send(Request.get(door.at("files.test/moved-here")).withHeader("X-Key", "k"))
                        .isOk())
                .isTrue();
        assertThat(door.server.seen)
                .containsExactly(
                        "GET files.test/moved  key=k proxy=null",
                        "GET other.test/fine  key=null proxy=null",
                        "GET files.test/moved-here  key=k proxy=null",
                        "GET files.test/fine  key=k proxy=null");
        door.server.seen.clear();
        Blob content = Blob.of("body".getBytes(StandardCharsets.UTF_8), "text/plain");
        assertThat(door.http()
                        .send(Request.post(door.at("files.test/moved"), content))
                        .isOk())
                .isTrue();
        HttpTrial.refused(
                Code.EGRESS_DENIED, () -> door.http().send(Request.post(door.at("files.test/strict"), content)));
        assertThat(door.server.seen)
                .containsExactly(
                        "POST files.test/moved body key=null proxy=null",
                        "GET other.test/fine  key=null proxy=null",
                        "POST files.test/strict body key=null proxy=null");
    }

    @Test
    @DisplayName("39 redirects come to an end")
    void redirect_inCircles_refused() {
        door.server.leads("/circle", 302, "/circle");
        HttpTrial.refused(Code.EGRESS_DENIED, () -> door.get("files.test/circle"));
        assertThat(door.server.seen).hasSize(6);
    }

    @Test
    void body_isBounded() {
        door.use(EgressRules.none()
                .withPrivateHost(door.host("files.test"), "GET", "POST")
                .withLimits(new EgressLimits(1, 1, 1_000, 10, 1, Duration.ofSeconds(5))));
        door.server.says("/small", "x".repeat(1_000));
        door.server.says("/large", "x".repeat(1_001));
        door.server.says("/huge", "x".repeat(5_000_000));
        assertThat(door.get("files.test/small").text()).hasSize(1_000);
        HttpTrial.refused(Code.QUOTA, () -> door.get("files.test/large"));
        HttpTrial.refused(Code.QUOTA, () -> door.get("files.test/huge"));
        Request much = Request.post(door.at("files.test/small"), Blob.of(new byte[11], "text/plain"));
        HttpTrial.refused(Code.QUOTA, () -> door.http().send(much));
    }

    @Test
    void badStatus_isAnAnswer() {
        door.server.answers("/gone", 410, Map.of("Content-Type", "nonsense"), "gone".getBytes(StandardCharsets.UTF_8));
        assertThat(door.get("files.test/gone").status()).isEqualTo(410);
        assertThat(door.get("files.test/gone").text()).isEqualTo("gone");
        HttpTrial.refused(Code.FAILED, () -> door.get("files.test/gone").orThrow());
    }

    @Test
    void connection_thatFails_isFailed() throws Exception {
        door.names.remove("files.test");
        assertThatThrownBy(() -> door.get("files.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("There is no host of that name.");
        int nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = socket.getLocalPort();
        }
        door.use(EgressRules.none().withPrivateHost("other.test:" + nobody));
        assertThatThrownBy(() -> door.http().get(URI.create("https://other.test:" + nobody + "/")))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("ConnectException");
    }

    @Test
    @DisplayName("41 a certificate that is not trusted is not accepted")
    void certificate_ofAStranger_refused() {
        door.sandbox.close();
        door.sandbox = door.visitor
                .sandbox(EgressRules.none().withPrivateHost(door.host("files.test")))
                .resolver(door::resolve)
                .build();
        door.reach = door.visitor.reach(door.sandbox);
        assertThatThrownBy(() -> door.get("files.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("The host's certificate was not accepted.");
    }

    @Test
    @DisplayName("41 a certificate is checked against the name, though the address is what is connected to")
    void certificate_ofAnotherName_refused() {
        door.use(EgressRules.none().withPrivateHost(door.host("stranger.test")));
        door.names.put("stranger.test", List.of("127.0.0.1"));
        assertThatThrownBy(() -> door.get("stranger.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("The host's certificate was not accepted.");
    }

    @Test
    void call_thatEnds_endsWhatIsUnderWay() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        door.server.stalls("/stall", reached::countDown);
        Thread ender = new Thread(() -> {
            try {
                reached.await();
                door.reach.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        ender.start();
        HttpTrial.refused(Code.CANCELLED, () -> door.get("files.test/stall"));
        assertThatThrownBy(() -> door.http()).isInstanceOf(IllegalStateException.class);
        ender.join();
    }

    @Test
    void cancellation_endsWhatIsUnderWay() {
        door.server.stalls("/stalled", () -> door.visitor.cancellation.cancel("the turn ended"));
        HttpTrial.refused(Code.CANCELLED, () -> door.get("files.test/stalled"));
    }

    @Test
    void header_ofTheProxy_isNotForTools() {
        assertThatThrownBy(() -> door.http()
                        .send(Request.get(door.at("files.test/fine")).withHeader("Proxy-Authorization", "Bearer x")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closed_leavesNothing() {
        door.sandbox.close();
        Leaks leaks = Leaks.watch();
        door.use(EgressRules.none().withPrivateHost(door.host("files.test")));
        for (int i = 0; i < 20; i++) {
            assertThat(door.get("files.test/fine").isOk()).isTrue();
        }
        door.sandbox.close();
        HttpTrial.refused(Code.FAILED, () -> door.get("files.test/fine"));
        leaks.close();
    }
}
