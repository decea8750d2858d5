package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of Google Cloud, with a login service on loopback and a key made here. */
class GoogleLoginTest {
    private static final String OK =
            "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Yes.\"}]},\"finishReason\":\"STOP\"}]}";

    @TempDir
    private Path folder;

    private final VirtualClock clock = VirtualClock.create();
    private final ScriptedServer server = ScriptedServer.openAiChat();

    @AfterEach
    void close() {
        server.close();
    }

    private AiReturn ask(TokenSource login) {
        try (GeminiGenerateContent vertex = GeminiGenerateContent.vertex("m", "p", "global")
                .baseUrl(server.address().toString())
                .tokenSource(login)
                .time(clock)
                .build()) {
            return vertex.call(AiCall.of(AiBody.of("hi"), new ModelId("vertex", "m")));
        }
    }

    private static Map<String, String> form(ServerRequest request) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : request.text().split("&")) {
            int at = field.indexOf('=');
            fields.put(field.substring(0, at), URLDecoder.decode(field.substring(at + 1), StandardCharsets.UTF_8));
        }
        return fields;
    }

    @Test
    @DisplayName("W23 a service account signs its assertion, and the token is sent as a bearer token")
    void w23_serviceAccount_signsAnAssertion() throws IOException, GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair pair = generator.generateKeyPair();
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(pair.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        Path file = Files.writeString(
                folder.resolve("login.json"),
                Json.object()
                        .with("type", "service_account")
                        .with("client_email", "robot@p.iam.gserviceaccount.com")
                        .with("private_key_id", "k1")
                        .with("private_key", pem)
                        .with("token_uri", server.address() + "/token")
                        .text());
        server.answers(
                ServerResponse.json("{\"access_token\":\"ya29.x\",\"expires_in\":3599,\"token_type\":\"Bearer\"}"));
        server.answers(ServerResponse.sse(List.of(OK)));
        assertThat(ask(GoogleLogin.ofFile(file)).orThrow().text()).isEqualTo("Yes.");
        Map<String, String> form = form(server.requests().get(0));
        assertThat(form.get("grant_type")).isEqualTo("urn:ietf:params:oauth:grant-type:jwt-bearer");
        String[] parts = form.get("assertion").split("\\.");
        Signature check = Signature.getInstance("SHA256withRSA");
        check.initVerify(pair.getPublic());
        check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(check.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
        Json head = Json.parse(Base64.getUrlDecoder().decode(parts[0]));
        assertThat(head.get("alg").asText()).isEqualTo("RS256");
        assertThat(head.get("kid").asText()).isEqualTo("k1");
        Json claims = Json.parse(Base64.getUrlDecoder().decode(parts[1]));
        assertThat(claims.get("iss").asText()).isEqualTo("robot@p.iam.gserviceaccount.com");
        assertThat(claims.get("aud").asText()).isEqualTo(server.address() + "/token");
        assertThat(claims.get("iat").asLong()).isEqualTo(clock.instant().getEpochSecond());
        assertThat(claims.get("exp").asLong() - claims.get("iat").asLong()).isEqualTo(3600);
        assertThat(server.requests().get(1).header("authorization")).contains("Bearer ya29.x");
        assertThat(server.requests().get(1).header("x-goog-api-key")).isEmpty();
        assertThat(server.requests().get(1).target()).isEqualTo("/v1/models/m:streamGenerateContent?alt=sse");
    }

    @Test
    void w23_loginOfAUser_isRefreshed() throws IOException {
        Path file = Files.writeString(
                folder.resolve("login.json"),
                "{\"type\":\"authorized_user\",\"client_id\":\"c\",\"client_secret\":\"s\",\"refresh_token\":\"r\","
                        + "\"token_uri\":\"" + server.address() + "/token\"}");
        server.answers(ServerResponse.json("{\"access_token\":\"u\",\"expires_in\":3599}"));
        server.answers(ServerResponse.sse(List.of(OK)));
        assertThat(ask(GoogleLogin.ofFile(file)).isOk()).isTrue();
        assertThat(form(server.requests().get(0)))
                .containsEntry("grant_type", "refresh_token")
                .containsEntry("refresh_token", "r");
    }

    @Test
    void w23_metadataServer_isAskedWithItsHeader() {
        server.answers(ServerResponse.json("{\"access_token\":\"m\",\"expires_in\":200,\"token_type\":\"Bearer\"}"));
        server.answers(ServerResponse.sse(List.of(OK)));
        assertThat(ask(GoogleLogin.metadataServer(server.address())).isOk()).isTrue();
        assertThat(server.requests().get(0).header("metadata-flavor")).contains("Google");
        assertThat(server.requests().get(0).target())
                .isEqualTo("/computeMetadata/v1/instance/service-accounts/default/token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "canary",
                "{\"type\":\"canary\"}",
                "{\"type\":\"service_account\",\"private_key\":\"canary\"}",
                "{\"type\":\"service_account\",\"client_email\":\"e\",\"private_key\":\"canary\"}",
                "{\"type\":\"authorized_user\",\"client_id\":\"canary\"}",
                "{\"type\":\"authorized_user\",\"client_id\":\"c\",\"client_secret\":\"s\",\"refresh_token\":\"r\","
                        + "\"token_uri\":\"canary canary\"}"
            })
    void w23_unusableFile_isNamedWithoutItsContent(String content) throws IOException {
        Path file = content.isEmpty()
                ? folder.resolve("missing.json")
                : Files.writeString(folder.resolve("login.json"), content);
        AiError error = ask(GoogleLogin.ofFile(file)).error().orElseThrow();
        assertThat(error.category()).isEqualTo(AiError.Category.CONFIGURATION);
        assertThat(error.code()).isEqualTo("login-file");
        assertThat(error.toString()).doesNotContain("canary");
        assertThat(server.requests()).isEmpty();
    }
}
