package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.login.AccessToken;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins of AWS, with their services on loopback, files in a folder and a virtual clock. */
class AwsLoginTest {
    private static final String CANARY = "canary/5150+secret";

    @TempDir
    private Path home;

    private final VirtualClock clock = VirtualClock.create();
    private final ScriptedServer logins = ScriptedServer.openAiChat();
    private final ScriptedServer models = ScriptedServer.openAiChat();
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void begin() {
        environment.put("HOME", home.toString());
        models.otherwise(request -> ServerResponse.json(
                "{\"output\":{\"message\":{\"content\":[{\"text\":\"Yes.\"}]}},\"stopReason\":\"end_turn\"}"));
    }

    @AfterEach
    void close() {
        logins.close();
        models.close();
    }

    private BedrockConverse bedrock(TokenSource source) {
        return BedrockConverse.builder("m", "eu-central-1")
                .baseUrl(models.address().resolve("/").toString())
                .tokenSource(source)
                .time(clock)
                .build();
    }

    private AiReturn ask(BedrockConverse bedrock) {
        return bedrock.call(AiCall.builder(AiBody.of("hi"), ModelId.parse("bedrock:m"))
                .cancellation(Cancellation.create(clock))
                .build());
    }

    private AiReturn ask() {
        try (BedrockConverse bedrock = bedrock(AwsLogin.of(environment::get))) {
            return ask(bedrock);
        }
    }

    private String signed() {
        return models.lastRequest().header("authorization").orElse("");
    }

    private void key(String id, Duration valid) {
        logins.answers(ServerResponse.json("{\"Code\":\"Success\",\"AccessKeyId\":\"" + id + "\",\"SecretAccessKey\":\""
                + CANARY + "\",\"Token\":\"session-" + id + "\",\"Expiration\":\""
                + clock.instant().plus(valid) + "\"}"));
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(home.resolve(".aws"));
        Files.writeString(home.resolve(".aws").resolve(file), text);
    }

    @Test
    @DisplayName("W23 keys of the environment sign each request")
    void w23_environment() {
        environment.put("AWS_ACCESS_KEY_ID", "AKIDENV");
        environment.put("AWS_SECRET_ACCESS_KEY", CANARY);
        environment.put("AWS_SESSION_TOKEN", "session-1");
        assertThat(ask().isOk()).isTrue();
        assertThat(signed())
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIDENV/")
                .contains(
                        "/eu-central-1/bedrock/aws4_request",
                        "SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token");
        assertThat(models.requests().get(0).header("x-amz-security-token")).contains("session-1");
    }

    @Test
    @DisplayName("W23 a profile has its keys in the file of credentials, or in that of the configuration")
    void w23_profile() throws IOException {
        write("credentials", "[default]\naws_access_key_id = AKIDDEFAULT\naws_secret_access_key=" + CANARY + "\n");
        write(
                "config",
                "# companies\n[ profile  work ]\nregion = eu-west-1\naws_access_key_id=AKIDWORK\ns3 =\n  aws_access_key_id=NO\n"
                        + "aws_secret_access_key = " + CANARY + "\n[profile sso]\nsso_session = x\nregion=us-west-2\n");
        assertThat(ask().isOk()).isTrue();
        assertThat(signed()).contains("Credential=AKIDDEFAULT/");
        environment.put("AWS_PROFILE", "work");
        assertThat(ask().isOk()).isTrue();
        assertThat(signed()).contains("Credential=AKIDWORK/");
        assertThat(AwsLogin.region(environment::get)).contains("eu-west-1");
        environment.put("AWS_PROFILE", "sso");
        AiError error = ask().error().orElseThrow();
        assertThat(error.code()).isEqualTo("login-profile");
        assertThat(error.message()).contains("sso_session", "export-credentials");
        environment.put("AWS_PROFILE", "nobody");
        assertThat(ask().error().orElseThrow().message()).contains("no key in the profile nobody");
    }

    @Test
    void w23_container_isAskedWithItsToken() throws IOException {
        Path token = Files.writeString(home.resolve("token"), "Bearer-of-pod\n");
        environment.put(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                logins.address().resolve("/creds").toString());
        environment.put("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", token.toString());
        key("AKIDPOD", Duration.ofHours(1));
        assertThat(ask().isOk()).isTrue();
        assertThat(signed()).contains("Credential=AKIDPOD/");
        assertThat(logins.requests().get(0).target()).isEqualTo("/creds");
        assertThat(logins.requests().get(0).header("authorization")).contains("Bearer-of-pod");
    }

    @Test
    @DisplayName("W23 an instance is asked by version 2, and its key is replaced before its end")
    void w23_instance_andItsRenewal() {
        environment.put(
                "AWS_EC2_METADATA_SERVICE_ENDPOINT",
                logins.address().resolve("/").toString().replaceAll("/$", ""));
        try (BedrockConverse bedrock = bedrock(AwsLogin.of(environment::get))) {
            for (String id : new String[] {"AKIDONE", "AKIDTWO"}) {
                logins.answers(ServerResponse.of("text/plain", "imds-token".getBytes(StandardCharsets.UTF_8)))
                        .answers(ServerResponse.of("text/plain", "my-role\n".getBytes(StandardCharsets.UTF_8)));
                key(id, Duration.ofHours(1));
                assertThat(ask(bedrock).isOk()).isTrue();
                assertThat(ask(bedrock).isOk()).isTrue();
                assertThat(signed()).contains("Credential=" + id + "/");
                clock.advance(Duration.ofMinutes(56));
            }
        }
        assertThat(logins.requests())
                .extracting(request -> request.target())
                .startsWith(
                        "/latest/api/token",
                        "/latest/meta-data/iam/security-credentials/",
                        "/latest/meta-data/iam/security-credentials/my-role");
        assertThat(logins.requests()).hasSize(6);
        assertThat(logins.requests().get(0).header("x-aws-ec2-metadata-token-ttl-seconds"))
                .contains("21600");
        assertThat(logins.requests().get(2).header("x-aws-ec2-metadata-token")).contains("imds-token");
    }

    @Test
    @DisplayName("W23 a kept key that AWS calls expired is replaced once")
    void w23_expiredKey_isReplacedOnce() {
        environment.put(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                logins.address().resolve("/creds").toString());
        try (BedrockConverse bedrock = bedrock(AwsLogin.of(environment::get))) {
            key("AKIDONE", Duration.ofHours(1));
            key("AKIDTWO", Duration.ofHours(1));
            assertThat(ask(bedrock).isOk()).isTrue();
            models.answers(
                    ServerResponse.json("{\"message\":\"The security token included in the request is expired\"}")
                            .withStatus(403)
                            .withHeader("x-amzn-ErrorType", "ExpiredTokenException:http://internal.amazon.com/coral/"));
            assertThat(ask(bedrock).isOk()).isTrue();
        }
        assertThat(models.requests()).hasSize(3);
        assertThat(signed()).contains("Credential=AKIDTWO/");
    }

    @Test
    void w23_nothingFound_saysWhatToDo() {
        environment.put("AWS_EC2_METADATA_DISABLED", "true");
        AiError error = ask().error().orElseThrow();
        assertThat(error.category()).isEqualTo(AiError.Category.CONFIGURATION);
        assertThat(error.message()).contains("AWS_ACCESS_KEY_ID", "aws configure");
        assertThat(models.requests()).isEmpty();
    }

    @Test
    void w23_nothingSecretOfAws_isShown() {
        environment.put(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                logins.address().resolve("/creds").toString());
        logins.answers(ServerResponse.json("{\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"" + CANARY + "\"}"));
        AiError error = ask().error().orElseThrow();
        assertThat(error.toString()).doesNotContain(CANARY).contains("without its end");
        AccessToken key = new AccessToken(
                Secret.of(CANARY.toCharArray()),
                clock.instant(),
                Optional.of(new AccessToken.AwsKey("AKID", Optional.empty())));
        assertThat(key + " " + key.aws()).doesNotContain(CANARY, "AKID");
        environment.clear();
        environment.put("AWS_ACCESS_KEY_ID", CANARY);
        environment.put("AWS_SECRET_ACCESS_KEY", CANARY);
        assertThat(ask().error().orElseThrow().toString()).doesNotContain(CANARY);
    }

    @Test
    void w23_keyOfAws_signsNothingForOtherServices() {
        try (OpenAiChat other = OpenAiChat.builder("m")
                .baseUrl(models.address().toString())
                .tokenSource(AwsLogin.accessKey("AKID", Secret.of(CANARY.toCharArray())))
                .build()) {
            AiReturn ret = other.call(AiCall.of(AiBody.of("hi"), ModelId.parse("openai:m")));
            assertThat(ret.error().orElseThrow().message()).contains("BedrockConverse");
        }
        assertThat(models.requests()).isEmpty();
    }
}
