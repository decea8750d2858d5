package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program sets in requests by itself: versions, headers, members of the body, plain http. */
class CustomRequestTest {
    private static final String CANARY = "canary-7391";
    private static final Secret KEY = Secret.of("key".toCharArray());

    private static AiCall call(ModelOptions options, List<String> remarks) {
        return AiCall.builder(AiBody.of("hi"), new ModelId("p", "claude-haiku-4-5"))
                .options(options)
                .sink(new Remarks(remarks))
                .build();
    }

    private record Remarks(List<String> remarks) implements DeltaSink {
        @Override
        public void accept(AiDelta delta) {}

        @Override
        public boolean hasDelivered() {
            return false;
        }

        @Override
        public void remark(String note) {
            remarks.add(note);
        }
    }

    private static Json sent(ApiFormat format, ModelOptions options) {
        RequestRoundTrip form = new RequestRoundTrip(
                format, format == ApiFormat.MESSAGES ? ServerDialect.ANTHROPIC : ServerDialect.OPENAI);
        return Json.parse(form.encode(call(options, new ArrayList<>())));
    }

    @Test
    @DisplayName("W6 the version of Anthropic's API is set and switchable, and what it refuses is left out with"
            + " a remark")
    void w6_versionOfAnthropic_isSetAndSwitchable() {
        assertThat(headers("2026-10-21").header("anthropic-version")).contains("2026-10-21");
        assertThat(headers("2026-10-21").header("authorization")).contains("Bearer key");
        assertThat(headers("2026-10-21").header("x-api-key")).isEmpty();
        assertThat(headers("").header("anthropic-version")).contains("2023-06-01");
        assertThat(headers("").header("x-api-key")).contains("key");
        assertThatThrownBy(() -> AnthropicMessages.builder("m")
                        .apiKey(KEY)
                        .apiVersion("latest")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2026-10-21");
        assertThatThrownBy(() -> OpenAiChat.builder("m")
                        .apiKey(KEY)
                        .apiVersion("2026-10-21")
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ServerRequest headers(String version) {
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            server.answers(SseSamples.stream(SseSamples.DONE));
            ProviderBuilder<AnthropicMessages> builder = AnthropicMessages.builder("claude-haiku-4-5")
                    .baseUrl(server.address().toString())
                    .apiKey(KEY);
            try (AnthropicMessages provider = (version.isEmpty() ? builder : builder.apiVersion(version)).build()) {
                provider.call(call(ModelOptions.none(), new ArrayList<>()));
            }
            return server.requests().get(0);
        }
    }

    @Test
    void w6_whatTheVersionRefuses_isLeftOutWithARemark() {
        ModelOptions warm = ModelOptions.builder().temperature(0.5).topP(0.9).build();
        List<String> remarks = new ArrayList<>();
        try (AnthropicMessages latest = AnthropicMessages.builder("claude-haiku-4-5")
                        .apiKey(KEY)
                        .build();
                AnthropicMessages first = AnthropicMessages.builder("claude-haiku-4-5")
                        .apiKey(KEY)
                        .apiVersion("2023-06-01")
                        .build()) {
            Json left = Json.parse(latest.encode(call(warm, remarks)));
            assertThat(left.get("temperature").exists() || left.get("top_p").exists())
                    .isFalse();
            assertThat(remarks).anyMatch(remark -> remark.contains("temperature") && remark.contains("2026-10-21"));
            assertThat(Json.parse(first.encode(call(warm, remarks)))
                            .get("temperature")
                            .asDouble())
                    .isEqualTo(0.5);
        }
    }

    @Test
    @DisplayName("W20 headers and body members of one's own are sent, keyed, and refused where the provider sets them")
    void w20_headers_areSent_andKnownByNameAlone() {
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            try (OpenAiChat provider = OpenAiChat.builder("m")
                    .baseUrl(server.address().toString())
                    .addHeader("OpenAI-Project", "proj_1")
                    .addHeader("X-Gateway", Secret.of(("Basic " + CANARY).toCharArray()))
                    .build()) {
                AiReturn ret = provider.call(call(ModelOptions.none(), new ArrayList<>()));
                assertThat(ret.isOk()).isTrue();
                assertThat(server.requests().get(0).header("openai-project")).contains("proj_1");
                assertThat(server.requests().get(0).header("x-gateway")).contains("Basic " + CANARY);
                assertThat(provider.toString()).contains("x-gateway").doesNotContain(CANARY, "proj_1");
                assertThat(provider.requestAttributes()).containsEntry("header.x-gateway", "secret");
                assertThat(provider.requestAttributes().toString()).doesNotContain(CANARY, "proj_1");
            }
        }
    }

    private static final TypedKey<String> TICKET = TypedKey.of("acme.ticket", String.class);

    @Test
    @DisplayName("F12 a policy sets a header of a call that the provider allows, and no other")
    void f12_headerOfACall() {
        TypedKey<String> other = TypedKey.of("acme.other", String.class);
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            for (int i = 0; i < 2; i++) {
                server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            }
            try (OpenAiChat provider = OpenAiChat.builder("m")
                    .baseUrl(server.address().toString())
                    .addHeader("X-Ticket", TICKET)
                    .build()) {
                AiCall call = call(ModelOptions.none(), new ArrayList<>());
                assertThat(provider.call(call.withAttribute(TICKET, CANARY).withAttribute(other, "x"))
                                .isOk())
                        .isTrue();
                assertThat(provider.call(call).isOk()).isTrue();
                assertThat(server.requests().get(0).header("x-ticket")).contains(CANARY);
                assertThat(server.requests().get(1).header("x-ticket")).isEmpty();
                assertThat(provider.toString()).contains("X-Ticket").doesNotContain(CANARY);
                assertThat(provider.call(call.withAttribute(TICKET, CANARY + "\r\nx-b: 1"))
                                .error())
                        .hasValueSatisfying(error -> assertThat(error.toString())
                                .contains("CONFIGURATION", "X-Ticket")
                                .doesNotContain(CANARY));
                assertThat(server.requests()).hasSize(2);
            }
        }
        assertThatThrownBy(() -> OpenAiChat.builder("m").addHeader("Authorization", TICKET))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OpenAiChat.builder("m").addHeader("X-A", "1").addHeader("x-a", TICKET))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> OpenAiChat.builder("m").addHeader("X-A", TICKET).addHeader("x-a", "1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void w20_valueOfAHeader_isInTheCacheKey() {
        assertThat(attributes("a")).isEqualTo(attributes("a")).isNotEqualTo(attributes("b"));
    }

    private static Object attributes(String value) {
        try (OpenAiChat provider =
                OpenAiChat.builder("m").apiKey(KEY).addHeader("X-Route", value).build()) {
            return provider.requestAttributes();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Authorization", "x-api-key", "API-KEY", "Content-Type", "anthropic-version", "Host", "a b", ""})
    void w20_headersOfOurs_areRefused(String name) {
        assertThatThrownBy(() -> OpenAiChat.builder("m").addHeader(name, "x"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void w20_headerThatCannotBeSent_isRefusedWithoutItsValue() {
        assertThatThrownBy(() -> OpenAiChat.builder("m").addHeader("x-a", CANARY + "\r\nx-b: 1"))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain(CANARY);
        assertThatThrownBy(() -> OpenAiChat.builder("m").addHeader("x-a", "1").addHeader("X-A", "2"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(ApiFormat.class)
    void w20_rawMembers_areSent_andPartOfTheFingerprint(ApiFormat format) {
        ModelOptions options = ModelOptions.builder()
                .addRaw("top_k", Json.of(40))
                .addRaw("generationConfig", Json.object().with("x", true))
                .build();
        Json sent = sent(format, options);
        assertThat(sent.get("top_k").asInt()).isEqualTo(40);
        assertThat(sent.at("/generationConfig/x").asBoolean()).isTrue();
        AiCall with = call(options, new ArrayList<>());
        AiCall other = call(options.toBuilder().addRaw("top_k", Json.of(41)).build(), new ArrayList<>());
        assertThat(with.fingerprint()).isNotEqualTo(other.fingerprint());
        assertThat(with.fingerprint())
                .isNotEqualTo(call(ModelOptions.none(), new ArrayList<>()).fingerprint());
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "messages", "input", "stream", "tools", "temperature", "max_tokens"})
    void w20_rawMemberThatWeSet_isRefusedBeforeSending(String name) {
        try (OpenAiChat provider = OpenAiChat.builder("m").apiKey(KEY).build()) {
            AiReturn ret = provider.call(
                    call(ModelOptions.builder().addRaw(name, Json.of(1)).build(), new ArrayList<>()));
            assertThat(ret.error().orElseThrow().code()).isEqualTo("raw-member");
        }
    }

    @Test
    @DisplayName("N4 an option that nobody knows is remarked")
    void n4_optionThatNobodyKnows_isRemarked() {
        List<String> remarks = new ArrayList<>();
        ModelOptions options = ModelOptions.builder()
                .addExtra(TypedKey.of("openai.frequency_penalty", Double.class), 0.5)
                .build();
        new RequestRoundTrip(ApiFormat.CHAT, ServerDialect.OPENAI).encode(call(options, remarks));
        assertThat(remarks).anyMatch(remark -> remark.contains("openai.frequency_penalty is not sent"));
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-box,http://gpu-box:11434/v1",
        "GPU-box,http://gpu-box:8000/v1",
        "192.168.1.20,http://192.168.1.20:11434/v1",
        "10.0.0.7,http://10.0.0.7/v1",
        "host.docker.internal,http://host.docker.internal:11434/v1",
        "[fd00::7],http://[fd00::7]:8080/v1"
    })
    @DisplayName("W21 http goes to named hosts of the local network, and to this machine in any spelling")
    void w21_namedHostOfTheLocalNetwork_isReachedByHttp(String host, String url) {
        assertThatThrownBy(() -> OpenAiChat.builder("m").baseUrl(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowPlainHttp");
        assertThatCode(() -> OpenAiChat.builder("m")
                        .allowPlainHttp(host)
                        .baseUrl(url)
                        .build()
                        .close())
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> OpenAiChat.builder("m").allowPlainHttp(host).baseUrl("http://other-box/v1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.openai.com",
                "8.8.8.8",
                "2130706433",
                "0.0.0.0",
                "172.32.0.1",
                "evil.com:80",
                "a b",
                "",
                "[2001:db8::1]"
            })
    void w21_hostThatMayBeElsewhere_isRefused(String host) {
        assertThatThrownBy(() -> OpenAiChat.builder("m").allowPlainHttp(host))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("local network");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://LOCALHOST:1/v1",
                "http://Localhost.:1/v1",
                "http://[0:0:0:0:0:0:0:1]:1/v1",
                "http://[::ffff:127.0.0.1]:1/v1"
            })
    void w21_loopback_isKnownInAnySpelling(String url) {
        assertThatCode(() -> OpenAiChat.builder("m").baseUrl(url).build().close())
                .doesNotThrowAnyException();
    }
}
