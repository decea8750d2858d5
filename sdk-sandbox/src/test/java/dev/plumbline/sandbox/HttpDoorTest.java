package dev.plumbline.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.testkit.Leaks;
import dev.plumbline.tool.GuardedHttp;
import dev.plumbline.tool.GuardedHttp.Request;
import dev.plumbline.tool.Reach;
import dev.plumbline.tool.ToolException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The door of addresses over a real https server on loopback, by names that only the test's resolver knows. */
class HttpDoorTest {
    private static SecureServer server;

    private final Visitor visitor = new Visitor();
    private final Map<String, List<String>> names = new ConcurrentHashMap<>();
    private final AtomicInteger lookups = new AtomicInteger();
    private ToolSandbox sandbox;
    private Reach reach;

    @BeforeAll
    static void serve(@TempDir Path folder) throws Exception {
        server = new SecureServer(folder);
        server.says("/fine", "fine");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        names.put("files.test", List.of("127.0.0.1"));
        names.put("sub.files.test", List.of("127.0.0.1"));
        names.put("other.test", List.of("127.0.0.1"));
        server.seen.clear();
        use(EgressRules.nothing().withPrivateHost("files.test:" + server.port(), "GET", "POST", "HEAD"));
    }

    private void use(EgressRules rules) {
        if (sandbox != null) {
            sandbox.close();
        }
        sandbox = visitor.sandbox(rules.withTrust(server.context))
                .resolver(this::resolve)
                .build();
        reach = visitor.reach(sandbox);
    }

    @AfterEach
    void close() {
        sandbox.close();
    }

    private List<InetAddress> resolve(String host) throws UnknownHostException {
        lookups.incrementAndGet();
        List<String> literals = names.get(host);
        if (literals == null) {
            throw new UnknownHostException(host);
        }
        InetAddress[] all = new InetAddress[literals.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = InetAddress.getByName(literals.get(i));
        }
        return List.of(all);
    }

    private URI at(String hostAndPath) {
        int slash = hostAndPath.indexOf('/');
        return URI.create(
                "https://" + hostAndPath.substring(0, slash) + ":" + server.port() + hostAndPath.substring(slash));
    }

    private GuardedHttp.Response get(String hostAndPath) {
        return reach.http().get(at(hostAndPath));
    }

    private static void refused(Code code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ToolException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
                .hasMessageNotContainingAny("files.test", "other.test", "127.0");
    }

    private void denied(String decision, ThrowingCallable call) {
        refused(Code.EGRESS_DENIED, call);
        assertThat(visitor.lastDecision()).isEqualTo(decision + " REFUSED");
        assertThat(server.seen).isEmpty();
    }

    @Test
    void allowedHost_isReachedAtTheCheckedAddress() {
        GuardedHttp.Response answer = get("files.test/fine");
        assertThat(answer.text()).isEqualTo("fine");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().mediaType()).isEqualTo("text/plain");
        assertThat(server.seen).containsExactly("GET files.test/fine  key=null proxy=null");
        assertThat(visitor.decisions())
                .containsExactly("http http.listed ALLOWED", "http.connect http.address ALLOWED");
    }

    @ParameterizedTest(name = "131 {0} is refused by {1}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "file:///etc/passwd,                 http.not-https",
                "jar:file:/x.jar!/y,                 http.not-https",
                "data:text/plain;base64;eA==,        http.not-https",
                "javascript:alert(1),                http.not-https",
                "http://files.test/fine,             http.not-https",
                "ftp://files.test/,                  http.not-https",
                "//files.test/fine,                  http.not-https",
                "https://files.test@other.test/,     http.user-info",
                "https://user:pw@files.test/,        http.user-info",
                "https:///x,                         http.malformed",
                "https:files.test,                   http.malformed",
                "https://b\u00fccher.test/,          http.malformed",
                "https://fi_les.test/,               http.malformed",
                "https://127.0.0.1/,                 http.address-literal",
                "https://127.1/,                     http.malformed",
                "https://0x7f.1/,                    http.malformed",
                "https://0177.0.0.1/,                http.address-literal",
                "https://2130706433/,                http.address-literal",
                "https://0x7f000001/,                http.address-literal",
                "https://[::1]/,                     http.address-literal",
                "https://[::ffff:169.254.169.254]/,  http.address-literal",
                "https://169.254.169.254/latest,     http.address-literal",
                "https://files.test./fine,           http.trailing-dot",
                "https://other.test/,                http.not-listed",
                "https://files.test/fine,            http.not-listed",
                "https://files.test.evil.test/,      http.not-listed",
                "https://notfiles.test/,             http.not-listed",
                "https://sub.files.test/,            http.not-listed",
                "https://xn--fls-hya.test/,          http.not-listed",
                "https://localhost/,                 http.not-listed",
            })
    @DisplayName("131 134 addresses that are not allowed are refused before anything is looked up")
    void address_refusedByItsText(String address, String rule) {
        try {
            URI uri = URI.create(address);
            denied("http " + rule, () -> reach.http().get(uri));
        } catch (IllegalArgumentException noAddress) {
            assertThat(rule).isEqualTo("http.malformed");
        }
        assertThat(lookups).hasValue(0);
    }

    @ParameterizedTest(name = "131 a name that leads to {0} is refused")
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "192.168.0.1",
                "172.20.0.1",
                "100.64.0.1",
                "169.254.169.254",
                "0.0.0.0",
                "::1",
                "fd00::1",
                "fe80::1",
                "::ffff:127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::1",
                "224.0.0.1",
                "168.63.129.16"
            })
    @DisplayName("131 an allowed name is refused at the address it leads to")
    void publicHost_leadingInside_refused(String literal) {
        use(EgressRules.nothing().withHost("files.test:" + server.port()));
        names.put("files.test", List.of(literal));
        refused(Code.EGRESS_DENIED, () -> get("files.test/fine"));
        assertThat(visitor.lastDecision())
                .startsWith("http.connect http.address-")
                .endsWith(" REFUSED");
        assertThat(server.seen).isEmpty();
    }

    @Test
    @DisplayName("132 one bad address among good ones refuses the name")
    void address_mixed_refused() {
        use(EgressRules.nothing().withHost("files.test:" + server.port()));
        names.put("files.test", List.of("8.8.8.8", "127.0.0.1"));
        denied("http.connect http.address-local", () -> get("files.test/fine"));
    }

    @Test
    @DisplayName("132 where machines keep their keys nobody goes, not even to a host of the own network")
    void keys_neverAllowed() {
        names.put("files.test", List.of("169.254.169.254"));
        denied("http.connect http.address-keys", () -> get("files.test/fine"));
        use(EgressRules.nothing().withLoggingOnly());
        denied("http.connect http.address-keys", () -> get("files.test/fine"));
    }

    @Test
    @DisplayName("132 a name is looked up once, and the address that was checked is the one connected to")
    void rebinding_cannotChangeTheCheckedAddress() {
        String[] later = {"127.0.0.1"};
        EgressRules rebinding = EgressRules.nothing()
                .withPrivateHost("files.test:" + server.port())
                .withTrust(server.context);
        sandbox.close();
        sandbox = visitor.sandbox(rebinding)
                .resolver(host -> {
                    lookups.incrementAndGet();
                    InetAddress now = InetAddress.getByName(later[0]);
                    later[0] = "169.254.169.254";
                    return List.of(now);
                })
                .build();
        reach = visitor.reach(sandbox);
        assertThat(get("files.test/fine").text()).isEqualTo("fine");
        assertThat(lookups).hasValue(1);
        sandbox.close();
        sandbox = visitor.sandbox(rebinding)
                .resolver(host -> List.of(InetAddress.getByName(later[0])))
                .build();
        reach = visitor.reach(sandbox);
        server.seen.clear();
        denied("http.connect http.address-keys", () -> get("files.test/fine"));
    }

    @Test
    @DisplayName("132 a tunnel of a tool that may go inside does not serve one that may not")
    void tunnel_isNotSharedAcrossRights() {
        String host = "files.test:" + server.port();
        use(EgressRules.nothing()
                .withTools(Selector.of("inside"), EgressRules.nothing().withPrivateHost(host))
                .withTools(Selector.of("outside"), EgressRules.nothing().withHost(host)));
        assertThat(visitor.reach(sandbox, "inside")
                        .http()
                        .get(at("files.test/fine"))
                        .ok())
                .isTrue();
        server.seen.clear();
        denied(
                "http.connect http.address-local",
                () -> visitor.reach(sandbox, "outside").http().get(at("files.test/fine")));
    }

    @Test
    @DisplayName("132 39 each hop of a redirect is decided")
    void redirect_toAHostThatIsNotAllowed_refused() {
        server.leads("/away", 302, at("other.test/fine").toString());
        server.leads("/down", 301, "http://files.test/fine");
        server.leads("/inside", 307, "https://127.0.0.1:" + server.port() + "/fine");
        server.leads("/file", 302, "file:///etc/passwd");
        refused(Code.EGRESS_DENIED, () -> get("files.test/away"));
        assertThat(visitor.lastDecision()).isEqualTo("http http.not-listed REFUSED");
        refused(Code.EGRESS_DENIED, () -> get("files.test/down"));
        assertThat(visitor.lastDecision()).isEqualTo("http http.not-https REFUSED");
        refused(Code.EGRESS_DENIED, () -> get("files.test/inside"));
        assertThat(visitor.lastDecision()).isEqualTo("http http.address-literal REFUSED");
        refused(Code.EGRESS_DENIED, () -> get("files.test/file"));
        assertThat(server.seen).noneMatch(request -> request.contains("/fine"));
    }

    @Test
    @DisplayName("132 a redirect into the private range is refused at its address")
    void redirect_leadingInside_refused() {
        use(EgressRules.nothing()
                .withPrivateHost("files.test:" + server.port())
                .withHost("other.test:" + server.port()));
        server.leads("/other", 302, at("other.test/fine").toString());
        refused(Code.EGRESS_DENIED, () -> get("files.test/other"));
        assertThat(visitor.lastDecision()).isEqualTo("http.connect http.address-local REFUSED");
    }

    @Test
    @DisplayName("39 what the program added does not follow to another origin")
    void redirect_toAnotherOrigin_dropsHeadersAndKeepsBodies() {
        String[] hosts = {"files.test:" + server.port(), "other.test:" + server.port()};
        use(EgressRules.nothing().withPrivateHost(hosts[0], "GET", "POST").withPrivateHost(hosts[1], "GET", "POST"));
        server.leads("/moved", 302, at("other.test/fine").toString());
        server.leads("/moved-here", 302, "/fine");
        server.leads("/strict", 307, at("other.test/fine").toString());
        Request keyed = Request.get(at("files.test/moved")).withHeader("X-Key", "k");
        assertThat(reach.http().send(keyed).text()).isEqualTo("fine");
        assertThat(reach.http()
                        .send(Request.get(at("files.test/moved-here")).withHeader("X-Key", "k"))
                        .ok())
                .isTrue();
        assertThat(server.seen)
                .containsExactly(
                        "GET files.test/moved  key=k proxy=null",
                        "GET other.test/fine  key=null proxy=null",
                        "GET files.test/moved-here  key=k proxy=null",
                        "GET files.test/fine  key=k proxy=null");
        server.seen.clear();
        Blob content = Blob.of("body".getBytes(StandardCharsets.UTF_8), "text/plain");
        assertThat(reach.http()
                        .send(Request.post(at("files.test/moved"), content))
                        .ok())
                .isTrue();
        refused(Code.EGRESS_DENIED, () -> reach.http().send(Request.post(at("files.test/strict"), content)));
        assertThat(server.seen)
                .containsExactly(
                        "POST files.test/moved body key=null proxy=null",
                        "GET other.test/fine  key=null proxy=null",
                        "POST files.test/strict body key=null proxy=null");
    }

    @Test
    @DisplayName("39 redirects come to an end")
    void redirect_inCircles_refused() {
        server.leads("/circle", 302, "/circle");
        refused(Code.EGRESS_DENIED, () -> get("files.test/circle"));
        assertThat(server.seen).hasSize(6);
    }

    @Test
    void method_notAllowed_refused() {
        use(EgressRules.nothing().withPrivateHost("files.test:" + server.port()));
        Request post = Request.post(at("files.test/fine"), Blob.of(new byte[1], "text/plain"));
        denied("http http.method", () -> reach.http().send(post));
    }

    @Test
    void below_coversNamesBelowAndNotTheDomain() {
        use(EgressRules.nothing().withPrivateHost("*.files.test:" + server.port()));
        assertThat(get("sub.files.test/fine").ok()).isTrue();
        server.seen.clear();
        denied("http http.not-listed", () -> get("files.test/fine"));
    }

    @Test
    void literal_thatIsListed_isReached() {
        use(EgressRules.nothing().withPrivateHost("127.0.0.1:" + server.port()));
        names.put("127.0.0.1", List.of("127.0.0.1"));
        assertThat(get("127.0.0.1/fine").ok()).isTrue();
    }

    @Test
    void body_isBounded() {
        use(EgressRules.nothing()
                .withPrivateHost("files.test:" + server.port(), "GET", "POST")
                .withLimits(new EgressLimits(1, 1, 1_000, 10, 1, Duration.ofSeconds(5))));
        server.says("/small", "x".repeat(1_000));
        server.says("/large", "x".repeat(1_001));
        server.says("/huge", "x".repeat(5_000_000));
        assertThat(get("files.test/small").text()).hasSize(1_000);
        refused(Code.QUOTA, () -> get("files.test/large"));
        refused(Code.QUOTA, () -> get("files.test/huge"));
        Request much = Request.post(at("files.test/small"), Blob.of(new byte[11], "text/plain"));
        refused(Code.QUOTA, () -> reach.http().send(much));
    }

    @Test
    void badStatus_isAnAnswer() {
        server.answers("/gone", 410, Map.of("Content-Type", "nonsense"), "gone".getBytes(StandardCharsets.UTF_8));
        assertThat(get("files.test/gone").status()).isEqualTo(410);
        assertThat(get("files.test/gone").text()).isEqualTo("gone");
        refused(Code.FAILED, () -> get("files.test/gone").orThrow());
    }

    @Test
    void connection_thatFails_isFailed() throws Exception {
        names.remove("files.test");
        assertThatThrownBy(() -> get("files.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("There is no host of that name.");
        int nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = socket.getLocalPort();
        }
        use(EgressRules.nothing().withPrivateHost("other.test:" + nobody));
        assertThatThrownBy(() -> reach.http().get(URI.create("https://other.test:" + nobody + "/")))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("ConnectException");
    }

    @Test
    @DisplayName("41 a certificate that is not trusted is not accepted")
    void certificate_ofAStranger_refused() {
        sandbox.close();
        sandbox = visitor.sandbox(EgressRules.nothing().withPrivateHost("files.test:" + server.port()))
                .resolver(this::resolve)
                .build();
        reach = visitor.reach(sandbox);
        assertThatThrownBy(() -> get("files.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("The host's certificate was not accepted.");
    }

    @Test
    @DisplayName("41 a certificate is checked against the name, though the address is what is connected to")
    void certificate_ofAnotherName_refused() {
        use(EgressRules.nothing().withPrivateHost("stranger.test:" + server.port()));
        names.put("stranger.test", List.of("127.0.0.1"));
        assertThatThrownBy(() -> get("stranger.test/fine"))
                .isInstanceOf(ToolException.class)
                .hasMessage("The host's certificate was not accepted.");
    }

    @Test
    void call_thatEnds_endsWhatIsUnderWay() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        server.stalls("/stall", reached::countDown);
        Thread ender = new Thread(() -> {
            try {
                reached.await();
                reach.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        ender.start();
        refused(Code.CANCELLED, () -> get("files.test/stall"));
        assertThatThrownBy(() -> reach.http()).isInstanceOf(IllegalStateException.class);
        ender.join();
    }

    @Test
    void cancellation_endsWhatIsUnderWay() {
        server.stalls("/stalled", () -> visitor.cancellation.cancel("the turn ended"));
        refused(Code.CANCELLED, () -> get("files.test/stalled"));
    }

    @Test
    void header_ofTheProxy_isNotForTools() {
        assertThatThrownBy(() -> reach.http()
                        .send(Request.get(at("files.test/fine")).withHeader("Proxy-Authorization", "Bearer x")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void loggingOnly_letsThroughAndHints() {
        use(EgressRules.nothing().withLoggingOnly());
        assertThat(get("files.test/fine").text()).isEqualTo("fine");
        assertThat(visitor.decisions())
                .containsExactly("http http.not-listed WOULD_REFUSE", "http.connect http.address-local WOULD_REFUSE");
        assertThat(sandbox.hints())
                .extracting(hint -> hint.tool() + " " + hint.rule() + " " + hint.times() + " " + hint.wayOut())
                .containsExactlyInAnyOrder(
                        "render http.not-listed 1 withHost(…) or withPrivateHost(…)",
                        "render http.address-local 1 withPrivateHost(…), if it is a host of the own machine or network");
        refused(Code.EGRESS_DENIED, () -> reach.http().get(URI.create("http://files.test/fine")));
    }

    @Test
    void closed_leavesNothing() {
        sandbox.close();
        Leaks leaks = Leaks.watch();
        use(EgressRules.nothing().withPrivateHost("files.test:" + server.port()));
        for (int i = 0; i < 20; i++) {
            assertThat(get("files.test/fine").ok()).isTrue();
        }
        sandbox.close();
        refused(Code.FAILED, () -> get("files.test/fine"));
        leaks.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*.test",
                "a b",
                "https://files.test",
                "files.test/x",
                "files.test:0",
                "u@files.test",
                "a_b.test"
            })
    void host_thatIsNone_refusedWhenGiven(String host) {
        assertThatThrownBy(() -> EgressRules.nothing().withHost(host)).isInstanceOf(IllegalArgumentException.class);
    }
}
