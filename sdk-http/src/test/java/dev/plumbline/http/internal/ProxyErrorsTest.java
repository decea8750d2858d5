package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.VirtualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever keeps a proxy from letting a connection through, the error names the proxy and the cause, and says what to do. */
class ProxyErrorsTest {
    private static final String LOGIN =
            "HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
    private static final String NO = "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n";

    private static NetworkSettings via(InetSocketAddress proxy) {
        return NetworkSettings.ofDefaults().withProxy(ProxySelector.of(proxy));
    }

    private static NetworkSettings withLogin(NetworkSettings network) {
        return network.withProxyLogin("anna", Secret.of("canary".toCharArray()));
    }

    private static AiError error(String server, NetworkSettings network) {
        try (TransportFixture wires = new TransportFixture(URI.create(server + "/v1"), network)) {
            return wires.run().orElseThrow();
        }
    }

    private static void assertError(AiError error, String code, String proxy, String advice) {
        assertThat(error.category()).isEqualTo(Category.PROXY);
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.message()).contains("the proxy " + proxy + " ").doesNotContain("canary");
        assertThat(error.userMessage()).contains(proxy, advice).doesNotContain("{", "canary");
        for (Locale other : new Locale[] {Locale.GERMAN, Locale.FRENCH}) {
            assertThat(error.userMessage(other))
                    .contains(proxy)
                    .doesNotContain("{")
                    .isNotEqualTo(error.userMessage());
        }
    }

    private static String name(RawServer proxy) {
        return "127.0.0.1:" + proxy.socketAddress().getPort();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://api.example.com", "http://api.example.com"})
    @DisplayName("S10 a proxy that asks for a login, and one that refuses it, say so, for both kinds of addresses")
    void s10_login_isMissingOrRefused(String server) throws IOException {
        try (RawServer proxy = new RawServer(RawServer.says(LOGIN))) {
            assertError(error(server, via(proxy.socketAddress())), "login-missing", name(proxy), "Enter its user name");
        }
        try (RawServer proxy = new RawServer(RawServer.says(LOGIN), RawServer.says(LOGIN))) {
            assertError(
                    error(server, withLogin(via(proxy.socketAddress()))),
                    "login-refused",
                    name(proxy),
                    "Check its user name and password");
        }
    }

    @Test
    @DisplayName("S10 a proxy that forbids the server has its status in the sentence")
    void s10_forbidden_hasItsStatus() throws IOException {
        try (RawServer proxy = new RawServer(RawServer.says(NO))) {
            AiError error = error("https://api.example.com", via(proxy.socketAddress()));
            assertError(error, "tunnel", name(proxy), "(status 403). Ask who runs it");
        }
    }

    private static Stream<String> servers() {
        return Stream.of("https://api.example.com", "http://api.example.com");
    }

    @ParameterizedTest
    @MethodSource("servers")
    @DisplayName("S10 a proxy that is down, unknown, or no proxy at all is named, and not the server")
    void s10_proxyThatIsNotThere_isNamed(String server) throws IOException {
        int closed;
        try (ServerSocket free = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            closed = free.getLocalPort();
        }
        assertError(
                error(server, via(new InetSocketAddress("127.0.0.1", closed))),
                "connect",
                "127.0.0.1:" + closed,
                "Check its name and port");
        assertError(
                error(server, via(InetSocketAddress.createUnresolved("proxy.invalid", 3128))),
                "unknown-host",
                "proxy.invalid:3128",
                "Check its name");
    }

    @Test
    @DisplayName("S10 what is no HTTP proxy is said to be none")
    void s10_otherServer_isNoProxy() throws IOException {
        try (RawServer proxy = new RawServer(RawServer.says("SSH-2.0-OpenSSH_9.6\r\n"))) {
            assertError(
                    error("https://api.example.com", via(proxy.socketAddress())),
                    "no-proxy",
                    name(proxy),
                    "is not an HTTP proxy");
        }
    }

    @Test
    @DisplayName("S10 a proxy that says nothing within the limit to connect is named, and not the server")
    void s10_silentProxy_isNamed() throws IOException {
        VirtualClock clock = VirtualClock.create();
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
                TransportFixture wires = new TransportFixture(
                        URI.create("https://api.example.com/v1"),
                        via(new InetSocketAddress("127.0.0.1", silent.getLocalPort())),
                        Optional.of(clock))) {
            CompletableFuture<Optional<AiError>> running = wires.begin(wires.exchange());
            silent.accept(); // CONNECT is sent, or about to be
            clock.advance(Timeouts.ofDefaults().connect());
            AiError error = TransportFixture.end(running).orElseThrow();
            assertError(error, "silent", "127.0.0.1:" + silent.getLocalPort(), "does not answer");
            assertThat(error.message()).contains("PT10S");
        }
    }
}
