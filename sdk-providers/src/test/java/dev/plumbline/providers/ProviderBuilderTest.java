package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.State;
import dev.plumbline.call.internal.RequestName;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderBuilderTest {
    private static final String CANARY = "sk-canary-4711";

    private static ProviderBuilder<OpenAiChat> builder() {
        return OpenAiChat.builder("gpt-5-mini");
    }

    @Test
    void key_is_needed_but_for_this_machine() {
        assertThatThrownBy(() -> builder().build()).isInstanceOfSatisfying(AiException.class, e -> {
            assertThat(e.error().category()).isEqualTo(Category.CONFIGURATION);
            assertThat(e.error().message()).contains("OPENAI_API_KEY", "apiKey(Secret)");
        });
        assertThatThrownBy(() ->
                        builder().baseUrl("https://api.groq.com/openai/v1").build())
                .hasMessageContaining("GROQ_API_KEY");
        assertThatCode(() ->
                        builder().baseUrl("http://localhost:11434/v1").build().close())
                .doesNotThrowAnyException();
    }

    @Test
    void missing_variable_is_named_with_the_way_out() {
        ServerDialect keyless = Stream.of("openai", "azure", "groq", "openrouter")
                .map(ServerDialect::of)
                .filter(dialect -> System.getenv(dialect.keyVariable()) == null)
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(
                        () -> builder().dialect(keyless.name()).apiKeyFromEnv().build())
                .isInstanceOfSatisfying(
                        AiException.class,
                        e -> assertThat(e.error().message())
                                .isEqualTo(keyless.keyVariable()
                                        + " is not set. Set it, or pass a key with apiKey(Secret)."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://api.openai.com/v1",
                "http://localhost.evil.com/v1",
                "http://127.0.0.1.evil.com",
                "ftp://localhost",
                "file:///etc/passwd",
                "https://user:pw@host/v1",
                "https://host/v1#x",
                "localhost:11434",
                "https:///v1",
                "no url at all",
                "http://127.1/v1",
                "http://0.0.0.0/v1"
            })
    void address_that_could_leak_is_refused(String url) {
        assertThatThrownBy(() -> builder().baseUrl(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baseUrl")
                .message()
                .doesNotContain("pw");
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.openai.com/v1,openai",
        "https://me.openai.azure.com/openai/v1,azure",
        "https://api.groq.com/openai/v1,groq",
        "https://openrouter.ai/api/v1,openrouter",
        "http://localhost:11434/v1,ollama",
        "http://127.0.0.1:1234/v1,lm-studio",
        "http://[::1]:8000/v1,vllm",
        "https://openrouter.ai.example.org/v1,compatible",
        "https://ai.example.org:11434/v1,compatible",
    })
    void dialect_is_guessed_from_the_address(String url, String dialect) {
        assertThat(ServerDialect.guess(EndpointUrls.base(url)).name()).isEqualTo(dialect);
        assertThat(ServerDialect.of(dialect).name()).isEqualTo(dialect);
    }

    @Test
    @DisplayName("C10 a missing model and a missing key are named at once")
    void c10_missing_model_and_key_are_named_at_once() {
        assertThatThrownBy(() -> OpenAiChat.builder().build())
                .isInstanceOf(AiException.class)
                .hasMessageContaining("no model is named for chat completions at OpenAI")
                .hasMessageContaining("no key is set for provider openai")
                .hasMessageContaining("OPENAI_API_KEY");
        assertThatThrownBy(() -> OpenAiChat.builder()
                        .apiKey(Secret.of("sk-1".toCharArray()))
                        .build())
                .hasMessageContaining("no model is named")
                .hasMessageNotContaining("no key");
    }

    @Test
    void unknown_dialect_names_those_there_are() {
        assertThatThrownBy(() -> builder().dialect("klingon"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("openrouter");
    }

    @Test
    void query_of_the_base_stays_behind_the_path() {
        assertThat(EndpointUrls.below(
                        EndpointUrls.base("https://h/openai/deployments/d?api-version=1"), "/chat/completions"))
                .hasToString("https://h/openai/deployments/d/chat/completions?api-version=1");
        assertThat(EndpointUrls.below(EndpointUrls.base("https://h/v1/"), "/chat/completions"))
                .hasToString("https://h/v1/chat/completions");
    }

    @Test
    void provider_says_who_and_where_it_is() {
        try (OpenAiChat chat =
                builder().id("mine").apiKey(Secret.of(CANARY.toCharArray())).build()) {
            assertThat(chat.id()).isEqualTo("mine");
            assertThat(chat.defaultModel()).isEqualTo("gpt-5-mini");
            assertThat(chat.endpoint()).isEqualTo("https://api.openai.com/v1");
            assertThat(chat.schemaDialect().allRequired()).isTrue();
            assertThat(chat.toString()).contains("mine:gpt-5-mini").doesNotContain(CANARY);
        }
    }

    @Test
    @Tag("D5")
    void build_starts_no_thread() {
        try (OpenAiChat chat =
                builder().id("unstarted").baseUrl("http://localhost:1/v1").build()) {
            assertThat(chat.id()).isEqualTo("unstarted");
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("plumbline-unstarted"));
        }
    }

    @Test
    @Tag("SH113")
    @Tag("F34")
    @DisplayName("34 the id of the request is the key that makes it idempotent")
    void attempts_of_one_request_share_their_key() {
        try (ProviderFixture calls = new ProviderFixture()) {
            ServerResponse answer = SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE);
            calls.server.answers(answer).answers(answer).answers(answer);
            AiCall call = AiCall.builder(AiBody.of("x"), ModelId.parse("openai:gpt-5-mini"))
                    .ids(new CallIds("s", "t", 1, "req_1"))
                    .build();
            calls.provider.call(call);
            calls.provider.call(call);
            calls.provider.call(calls.question());
            assertThat(calls.server.requests())
                    .extracting(request -> request.header("idempotency-key").orElse("none"))
                    .containsExactly("req_1", "req_1", "none");
        }
    }

    @Test
    @DisplayName("T3 a request of a session with a name has a key of the name and its body, whatever its id is")
    void t3_namedRequests_haveOneKeyInEveryProcess() {
        try (ProviderFixture calls = new ProviderFixture()) {
            ServerResponse answer = SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE);
            calls.server.answers(answer).answers(answer).answers(answer);
            for (String question : List.of("x", "x", "y")) {
                State state = State.inMemory();
                String unused = state.update(RequestName.KEY, none -> "plb1:7 1 0");
                AiCall call = AiCall.builder(AiBody.of(question), ModelId.parse("openai:gpt-5-mini"))
                        .state(state)
                        .build();
                calls.provider.call(call);
            }
            List<String> keys = calls.server.requests().stream()
                    .map(request -> request.header("idempotency-key").orElse("none"))
                    .toList();
            assertThat(keys.get(0)).hasSize(64).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2));
        }
    }

    @Test
    void request_speaks_http_1_1_with_the_key_in_its_header() {
        try (ProviderFixture calls = new ProviderFixture();
                OpenAiChat chat = builder()
                        .baseUrl(calls.server.address().toString())
                        .apiKey(Secret.of(CANARY.toCharArray()))
                        .build()) {
            calls.server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            assertThat(chat.call(calls.question()).isOk()).isTrue();
            ServerRequest request = calls.server.requests().get(0);
            assertThat(request.protocol()).isEqualTo("HTTP/1.1");
            assertThat(request.upgrade()).isFalse();
            assertThat(request.target()).isEqualTo("/v1/chat/completions");
            assertThat(request.header("authorization")).contains("Bearer " + CANARY);
            assertThat(request.header("accept-encoding")).isEmpty();
        }
    }

    @Test
    void azure_takes_the_key_in_a_header_of_its_own() {
        try (ProviderFixture calls = new ProviderFixture();
                OpenAiChat chat = builder()
                        .baseUrl(calls.server.address().toString())
                        .dialect("azure")
                        .apiKey(Secret.of(CANARY.toCharArray()))
                        .build()) {
            calls.server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            chat.call(calls.question());
            assertThat(calls.server.requests().get(0).header("api-key")).contains(CANARY);
            assertThat(calls.server.requests().get(0).header("authorization")).isEmpty();
        }
    }

    @Test
    @Tag("SH163")
    @Tag("F109")
    @DisplayName("109 a key that no header can hold, and a key store that fails, do not show in the error")
    void unusable_key_is_a_value_without_the_key() {
        try (ProviderFixture calls = new ProviderFixture()) {
            for (Secret secret : new Secret[] {
                Secret.of((CANARY + "\n").toCharArray()),
                Secret.of(new char[0]),
                Secret.from(() -> {
                    throw new IllegalStateException(CANARY);
                })
            }) {
                try (OpenAiChat chat = builder()
                        .baseUrl(calls.server.address().toString())
                        .apiKey(secret)
                        .build()) {
                    AiReturn ret = chat.call(calls.question());
                    assertThat(ret.error().orElseThrow().category()).isEqualTo(Category.CONFIGURATION);
                    assertThat(ret.error().toString() + ret).doesNotContain(CANARY);
                }
            }
            assertThat(calls.server.connections()).isZero();
        }
    }

    @Test
    @DisplayName(
            "N11 a call says that there is no key when the store of the host has none, and why, if the store says so")
    void n11_storeWithoutTheKey_isNamed() {
        AiError locked = AiError.of(Category.CONFIGURATION, "no-key", "The keyring is locked.");
        Secret thrown = Secret.from(() -> {
            throw new AiException(locked);
        });
        try (ProviderFixture calls = new ProviderFixture()) {
            assertThat(failure(calls, thrown)).isEqualTo(locked);
            AiError none = failure(calls, Secret.from(() -> null));
            assertThat(none.code()).isEqualTo("no-key");
            assertThat(none.message()).contains("Secret.from returned null");
        }
    }

    private AiError failure(ProviderFixture calls, Secret secret) {
        String address = calls.server.address().toString();
        try (OpenAiChat chat = builder().baseUrl(address).apiKey(secret).build()) {
            return chat.call(calls.question()).error().orElseThrow();
        }
    }

    @Test
    @Tag("F40")
    @DisplayName("40 a proxy that wants a login is PROXY")
    void proxy_that_refuses_is_proxy() {
        try (ProviderFixture calls = new ProviderFixture();
                ScriptedServer proxy = ScriptedServer.openAiChat()
                        .answers(ServerResponse.json("")
                                .withStatus(407)
                                .withHeader("Proxy-Authenticate", "Basic realm=x"));
                OpenAiChat chat = builder()
                        .baseUrl(calls.server.address().toString())
                        .network(NetworkSettings.ofDefaults()
                                .withProxy(ProxySelector.of(new InetSocketAddress(
                                        "127.0.0.1", proxy.address().getPort()))))
                        .build()) {
            assertThat(chat.call(calls.question()).error().orElseThrow().category())
                    .isEqualTo(Category.PROXY);
            assertThat(calls.server.connections()).isZero();
        }
    }

    @Test
    void timeouts_are_longer_than_zero() {
        assertThatThrownBy(() -> Timeouts.ofDefaults().withIdle(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("idle");
        assertThat(Timeouts.ofDefaults().withTotal(Duration.ofHours(1)).total()).isEqualTo(Duration.ofHours(1));
        assertThat(Timeouts.ofDefaults().connect()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void n15_missingKey_saysWhereToPutIt() {
        assertThatThrownBy(() -> OpenAiChat.builder("m").build())
                .isInstanceOfSatisfying(
                        AiException.class,
                        e -> assertThat(e.error().userMessage())
                                .isEqualTo(
                                        "There is no key for OpenAI. Set OPENAI_API_KEY, or enter a key in the settings."));
        assertThatThrownBy(() -> Secret.fromEnv("PLUMBLINE_TEST_NO_SUCH_VARIABLE"))
                .isInstanceOfSatisfying(
                        AiException.class,
                        e -> assertThat(e.error().userMessage()).contains("Set PLUMBLINE_TEST_NO_SUCH_VARIABLE"));
    }

    @Test
    void n15_unreachedServer_isNamed() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        String address = "127.0.0.1:" + closed;
        AiCall call = AiCall.of(AiBody.of("hi"), ModelId.parse("ollama:m"));
        ProviderBuilder<OpenAiChat> local = OpenAiChat.builder("m").baseUrl("http://" + address + "/v1");
        try (OpenAiChat named = local.dialect("ollama").build();
                OpenAiChat other = local.dialect("compatible").build()) {
            assertThat(named.call(call).error().orElseThrow().userMessage())
                    .isEqualTo("Cannot reach " + address + ": is Ollama running?");
            assertThat(other.call(call).error().orElseThrow().userMessage())
                    .isEqualTo("Cannot reach " + address + ". Check the address and the connection.");
        }
    }

    @Test
    void n11_unreachedServer_isNamedInTheExceptionToo() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        AiCall call = AiCall.of(AiBody.of("hi"), ModelId.parse("openai:m"));
        try (OpenAiChat chat = OpenAiChat.builder("m")
                .baseUrl("http://127.0.0.1:" + closed + "/path/v1?user=canary")
                .build()) {
            String line = "NETWORK connect: 127.0.0.1:" + closed + ": no connection to the host";
            assertThat(chat.call(call).error().orElseThrow()).hasToString(line);
            assertThatThrownBy(chat::fetchModels).hasMessage(line);
        }
    }
}
