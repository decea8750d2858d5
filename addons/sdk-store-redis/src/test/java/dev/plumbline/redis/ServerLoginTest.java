package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.Await;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Connection;

/** Addresses, users, passwords and TLS. */
@Tag("external")
class ServerLoginTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ResponseStore.Key KEY = Answers.key(1);

    @Test
    @DisplayName("RD3 a password that is changed on the server is read for the next connection, and is in no message")
    void rd3_password_isRotated() {
        AtomicReference<String> password = new AtomicReference<>("first-word");
        try (RedisProcess server = RedisProcess.start("--requirepass", "first-word");
                RedisResponseStore store = RedisResponseStore.on(RedisServer.at(server.uri())
                        .withPassword(Secret.from(() -> password.get().toCharArray()))
                        .withLimit(PATIENCE))) {
            store.put(KEY, Answers.entry("a"));
            try (Connection admin = new Connection(RedisProcess.HOST, server.port())) {
                RedisProcess.on(admin, "AUTH", "first-word");
                RedisProcess.on(admin, "CONFIG", "SET", "requirepass", "second-word");
                RedisProcess.on(admin, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
            }
            assertThat(Await.until(() -> failure(store).contains("WRONGPASS"), PATIENCE)) // at first it may be cut
                    .isTrue();
            assertThat(failure(store)).contains("withPassword").doesNotContain("first-word");
            password.set("second-word");
            assertThat(store.find(KEY)).isPresent();
            assertThat(store.toString()).doesNotContain("second-word");
        }
    }

    private static String failure(RedisResponseStore store) {
        try {
            return store.find(KEY).toString();
        } catch (UncheckedIOException refused) {
            return refused.toString();
        }
    }

    @Test
    @DisplayName("RD3 a user with the rights of docs/teams.md can do everything, and sees nothing of others")
    void rd3_user_needsFewRights() {
        try (RedisProcess server = RedisProcess.start()) {
            server.command(
                    "ACL",
                    "SETUSER",
                    "desk",
                    "on",
                    ">pass-word",
                    "~plumbline:*",
                    "-@all",
                    "+@connection",
                    "+@scripting",
                    "+@string",
                    "+@sortedset",
                    "+@hash",
                    "+del",
                    "+type",
                    "+pexpire",
                    "+time");
            RedisServer address = RedisServer.at("redis://desk:pass-word@127.0.0.1:" + server.port())
                    .withLimit(PATIENCE);
            try (RedisResponseStore store = RedisResponseStore.on(address);
                    RedisResponseStore other = RedisResponseStore.on(address).withPrefix("other");
                    RedisBudgetStore budgets = RedisBudgetStore.on(address)) {
                store.put(KEY, Answers.entry("a", "tag"));
                assertThat(store.find(KEY)).isPresent();
                ResponseStore.Lease lease = store.lease(KEY, "", PATIENCE, Cancellation.create());
                assertThat(lease.state()).isEqualTo(ResponseStore.Lease.State.HELD);
                lease.release(false);
                assertThat(store.invalidate(ResponseStore.Selection.ofTag("tag")))
                        .isEqualTo(1);
                BudgetStore.Budget one = new BudgetStore.Budget("one", 1, PATIENCE);
                assertThat(budgets.take(one, BudgetStore.Amount.of(1)).isGranted())
                        .isTrue();
                assertThatThrownBy(() -> other.find(KEY))
                        .hasMessageContaining("NOPERM")
                        .hasMessageContaining("docs/teams.md");
            }
        }
    }

    @Test
    @DisplayName("RD3 TLS checks the certificate and the name of the server")
    void rd3_tls() throws Exception {
        Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "tls");
        SSLContext trust = certificate(folder);
        int port = RedisProcess.freePort();
        try (RedisProcess server = RedisProcess.start(
                "--tls-port", String.valueOf(port),
                "--tls-cert-file", folder.resolve("cert.pem").toString(),
                "--tls-key-file", folder.resolve("key.pem").toString(),
                "--tls-ca-cert-file", folder.resolve("cert.pem").toString(),
                "--tls-auth-clients", "no")) {
            assertThat(server.port()).isNotEqualTo(port);
            RedisServer address = RedisServer.at("rediss://127.0.0.1:" + port).withLimit(PATIENCE);
            try (RedisResponseStore store = RedisResponseStore.on(address.withTls(trust));
                    RedisResponseStore untrusting = RedisResponseStore.on(address);
                    RedisResponseStore misnamed = RedisResponseStore.on(RedisServer.at("rediss://localhost:" + port)
                            .withTls(trust)
                            .withLimit(PATIENCE))) {
                for (int i = 0; i < 10; i++) {
                    store.put(KEY, Answers.entry("a".repeat(100_000)));
                    assertThat(store.find(KEY)).isPresent();
                }
                for (RedisResponseStore refused : List.of(untrusting, misnamed)) {
                    assertThatThrownBy(() -> refused.find(KEY)).isInstanceOf(UncheckedIOException.class);
                }
            }
        }
    }

    /** Makes a certificate of 127.0.0.1 and returns what trusts it. */
    private static SSLContext certificate(Path folder) throws Exception {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=test",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "3650",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "change-it")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "change-it".toCharArray());
        }
        pem(
                folder.resolve("key.pem"),
                "PRIVATE KEY",
                keys.getKey("server", "change-it".toCharArray()).getEncoded());
        pem(
                folder.resolve("cert.pem"),
                "CERTIFICATE",
                keys.getCertificate("server").getEncoded());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static void pem(Path file, String kind, byte[] bytes) throws Exception {
        Files.writeString(
                file,
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + kind
                        + "-----\n");
    }

    @ParameterizedTest
    @DisplayName("RD3 an address that is not understood is refused with the rule, without its password")
    @ValueSource(
            strings = {
                "http://pass-word@host",
                "redis:host",
                "redis://a,b",
                "redis://u:pass-word@ho st",
                "redis://host:port",
                "redis://host/name",
                "redis+sentinel://host",
                "rediss+other://host",
                ""
            })
    void rd3_badAddress_isRefused(String uri) {
        assertThatThrownBy(() -> RedisServer.at(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("for example redis://user@localhost:6379/0")
                .hasMessageNotContaining("pass-word");
    }

    @Test
    @DisplayName("RD3 the parts of addresses")
    void rd3_addresses() {
        ServerAddress sentinel = ServerAddress.parse("rediss+sentinel://us%40er:p%2Fw@a,b:7/first/3");
        assertThat(sentinel.user()).isEqualTo("us@er");
        assertThat(sentinel.password()).isNotNull();
        assertThat(sentinel.primary()).isEqualTo("first");
        assertThat(sentinel.database()).isEqualTo(3);
        assertThat(sentinel.isTls()).isTrue();
        assertThat(sentinel.nodes()).hasToString("[a:26379, b:7]");
        assertThat(ServerAddress.parse("redis://host").nodes()).hasToString("[host:6379]");
        assertThat(RedisServer.at("redis+cluster://u:pass-word@a:1,b:2"))
                .hasToString("RedisServer[redis CLUSTER [a:1, b:2]]");
        assertThatThrownBy(() -> RedisServer.at("redis://host").withTls(SSLContext.getDefault()))
                .hasMessageContaining("rediss");
    }
}
