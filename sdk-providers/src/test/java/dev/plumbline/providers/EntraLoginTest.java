package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Logins of Entra, with a login service on loopback and a virtual clock. */
class EntraLoginTest {
    private static final String PENDING = "{\"error\":\"authorization_pending\",\"error_description\":\"x\"}";

    private final VirtualClock clock = VirtualClock.create();
    private final ScriptedServer logins = ScriptedServer.openAiChat();
    private final ScriptedServer models = ScriptedServer.openAiChat();
    private final List<TokenSource.DeviceCode> shown = new ArrayList<>();

    @AfterEach
    void close() {
        logins.close();
        models.close();
    }

    private URI login() {
        return logins.address();
    }

    private OpenAiChat azure(TokenSource source) {
        return OpenAiChat.builder("m")
                .baseUrl(models.address().toString())
                .dialect("azure")
                .tokenSource(source)
                .time(clock)
                .build();
    }

    private AiReturn ask(OpenAiChat azure) {
        models.answers(ServerResponse.json(
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Yes.\"},\"finish_reason\":\"stop\"}]}"));
        return azure.call(AiCall.builder(AiBody.of("hi"), ModelId.parse("openai:m"))
                .cancellation(Cancellation.create(clock))
                .build());
    }

    private void answers(int status, String body) {
        logins.answers(ServerResponse.json(body).withStatus(status));
    }

    @Test
    @DisplayName("W23 an application logs in with its secret, and Azure gets a bearer token and no api-key")
    void w23_clientSecret() {
        answers(200, "{\"token_type\":\"Bearer\",\"expires_in\":3599,\"access_token\":\"eyJ.a\"}");
        try (OpenAiChat azure =
                azure(EntraLogin.clientSecret(login(), "contoso.com", "app-1", Secret.of("s3cr3t".toCharArray())))) {
            assertThat(ask(azure).isOk()).isTrue();
        }
        assertThat(logins.requests().get(0).target()).isEqualTo("/contoso.com/oauth2/v2.0/token");
        assertThat(logins.requests().get(0).text())
                .isEqualTo("grant_type=client_credentials&client_id=app-1&client_secret=s3cr3t"
                        + "&scope=https%3A%2F%2Fcognitiveservices.azure.com%2F.default");
        assertThat(models.requests().get(0).header("authorization")).contains("Bearer eyJ.a");
        assertThat(models.requests().get(0).header("api-key")).isEmpty();
        assertThatThrownBy(() -> EntraLogin.clientSecret("a/b", "c", Secret.of(new char[0])))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void w23_managedIdentity_readsSecondsThatAreAText() {
        answers(200, "{\"access_token\":\"mi1\",\"expires_in\":\"600\",\"token_type\":\"Bearer\"}");
        answers(200, "{\"access_token\":\"mi2\",\"expires_in\":\"600\",\"token_type\":\"Bearer\"}");
        try (OpenAiChat azure = azure(EntraLogin.managedIdentity(login()))) {
            ask(azure);
            clock.advance(Duration.ofSeconds(299));
            ask(azure);
            clock.advance(Duration.ofSeconds(2));
            ask(azure);
        }
        assertThat(logins.requests()).hasSize(2);
        assertThat(logins.requests().get(0).header("metadata")).contains("true");
        assertThat(logins.requests().get(0).target())
                .isEqualTo("/metadata/identity/oauth2/token?api-version=2018-02-01"
                        + "&resource=https%3A%2F%2Fcognitiveservices.azure.com");
        assertThat(models.requests().get(2).header("authorization")).contains("Bearer mi2");
    }

    private void asksForACode() {
        answers(
                200,
                "{\"user_code\":\"ABCD-EFGH\",\"device_code\":\"dev-1\",\"verification_uri\":"
                        + "\"https://microsoft.com/devicelogin\",\"expires_in\":900,\"interval\":5,\"message\":\"m\"}");
    }

    @Test
    @DisplayName("W23 a user logs in with a code, is waited for, and is not asked again while the login lasts")
    void w23_deviceCode_isShown_andWaitedFor() {
        asksForACode();
        answers(400, PENDING);
        answers(400, "{\"error\":\"slow_down\"}");
        answers(200, "{\"access_token\":\"u1\",\"expires_in\":3600,\"refresh_token\":\"r1\"}");
        answers(200, "{\"access_token\":\"u2\",\"expires_in\":3600,\"refresh_token\":\"r2\"}");
        answers(400, "{\"error\":\"invalid_grant\"}");
        asksForACode();
        answers(200, "{\"access_token\":\"u3\",\"expires_in\":3600}");
        try (OpenAiChat azure = azure(EntraLogin.deviceCode(login(), "organizations", "app", shown::add))) {
            java.time.Instant before = clock.instant();
            assertThat(ask(azure).isOk()).isTrue();
            assertThat(Duration.between(before, clock.instant())).isEqualTo(Duration.ofSeconds(5 + 5 + 10));
            assertThat(shown).hasSize(1);
            assertThat(shown.get(0).userMessage()).contains("https://microsoft.com/devicelogin", "ABCD-EFGH");
            clock.advance(Duration.ofHours(1));
            assertThat(ask(azure).isOk()).isTrue();
            assertThat(shown).hasSize(1);
            clock.advance(Duration.ofHours(1));
            assertThat(ask(azure).isOk()).isTrue();
            assertThat(shown).hasSize(2);
        }
        assertThat(logins.requests().get(1).text())
                .contains("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code", "device_code=dev-1");
        assertThat(logins.requests().get(4).text()).contains("grant_type=refresh_token", "refresh_token=r1");
        assertThat(logins.requests().get(5).text()).contains("refresh_token=r2");
        assertThat(models.requests())
                .extracting(request -> request.header("authorization").orElse(""))
                .containsExactly("Bearer u1", "Bearer u2", "Bearer u3");
    }

    @Test
    void w23_declinedLogin_isAnError_andExpiredCodeIsOne() {
        asksForACode();
        answers(400, "{\"error\":\"authorization_declined\"}");
        try (OpenAiChat azure = azure(EntraLogin.deviceCode(login(), "t", "app", shown::add))) {
            AiError declined = ask(azure).error().orElseThrow();
            assertThat(declined.code()).isEqualTo("authorization_declined");
            assertThat(declined.category()).isEqualTo(AiError.Category.AUTHENTICATION);
            asksForACode();
            logins.otherwise(request -> ServerResponse.json(PENDING).withStatus(400));
            assertThat(ask(azure).error().orElseThrow().code()).isEqualTo("login-expired");
        }
        assertThat(models.requests()).isEmpty();
    }

    @Test
    @DisplayName("S24 a login service that names the largest number of seconds is waited for, and breaks nothing")
    void s24_hugeSeconds_areWaitedFor() {
        answers(
                200,
                "{\"user_code\":\"ABCD-EFGH\",\"device_code\":\"dev-1\",\"verification_uri\":"
                        + "\"https://microsoft.com/devicelogin\",\"expires_in\":9223372036854775807,"
                        + "\"interval\":9223372036854775807,\"message\":\"m\"}");
        answers(200, "{\"access_token\":\"u1\",\"expires_in\":9223372036854775807,\"refresh_token\":\"r1\"}");
        try (OpenAiChat azure = azure(EntraLogin.deviceCode(login(), "organizations", "app", shown::add))) {
            assertThat(ask(azure).error()).isEmpty();
        }
    }
}
