package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another model or account goes on with a conversation: no request is refused, and each reads what it can read. */
@Timeout(300)
class OtherReadersTest {
    private static final AiBody BODY = AiBody.builder().addSystem("You draw.").build();

    private static final List<String> CLAUDE =
            List.of("claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-fable-5-1", "claude-opus-5");
    private static final List<String> GPT = List.of("gpt-6.2", "gpt-6.2-mini");
    private static final List<String> KEYS = List.of("key-of-organization-1-1", "key-of-organization-2-1");

    /** The key of the next request. */
    private volatile String key = KEYS.get(0);

    private Secret key() {
        return Secret.from(() -> key.toCharArray());
    }

    private AnthropicMessages anthropic(EmulatedAnthropic server) {
        return AnthropicMessages.builder("claude-opus-5-5")
                .apiKey(key())
                .baseUrl(server.address())
                .streaming(false)
                .build();
    }

    private OpenAiResponses openAi(EncryptingServer server) {
        return openAi(server, builder -> builder);
    }

    private OpenAiResponses openAi(EncryptingServer server, UnaryOperator<ProviderBuilder<OpenAiResponses>> more) {
        return more.apply(OpenAiResponses.builder("gpt-6.2")
                        .apiKey(key())
                        .baseUrl(server.address())
                        .streaming(false))
                .build();
    }

    private static EmulatedAnthropic server() {
        return new EmulatedAnthropic(request -> EmulatedAnthropic.says("Yes."));
    }

    private static SessionOptions model(String id) {
        return SessionOptions.builder()
                .model(ModelOptions.builder().model(ModelId.parse(id)).build())
                .build();
    }

    private static AiReturn ask(ConversationSession session, String model) {
        return session.send(Interaction.user("A question for " + model), model(model));
    }

    private static String trace(AiReturn ret) {
        return ret.trace().table();
    }

    @Test
    @DisplayName("P11 another Claude model and back: the service leaves out what it cannot read, and reads it again")
    void p11_claudeModels() {
        try (EmulatedAnthropic server = server();
                AiRuntime ai =
                        AiRuntime.builder().addProvider(anthropic(server)).build();
                ConversationSession session = ai.session(BODY)) {
            ask(session, "anthropic:claude-opus-5-5");
            ask(session, "anthropic:claude-opus-5-5");
            AiReturn other = ask(session, "anthropic:claude-sonnet-5-5");
            AiReturn same = ask(session, "anthropic:claude-sonnet-5-5");
            AiReturn back = ask(session, "anthropic:claude-opus-5-5");

            assertThat(server.service.refused()).isEmpty();
            assertThat(server.service.dropped()).isEmpty();
            assertThat(server.service.read()).containsExactly(0, 1, 0, 1, 4);
            assertThat(trace(other)).contains("starts over: other model than claude-opus-5-5");
            assertThat(trace(same)).doesNotContain("starts over");
            assertThat(trace(back)).contains("starts over: other model than claude-sonnet-5-5");
        }
    }

    @Test
    @DisplayName(
            "P11 another account at Anthropic, after a restart: the service leaves its blocks out, and the trace says so")
    void p11_claudeAccount() {
        Map<String, List<Json>> records = new ConcurrentHashMap<>();
        try (EmulatedAnthropic server = server()) {
            String id;
            try (AiRuntime ai = stored(anthropic(server), records);
                    ConversationSession session = ai.session(BODY)) {
                id = session.id();
                ask(session, "anthropic:claude-haiku-5-5");
            }
            key = KEYS.get(1);
            try (AiRuntime ai = stored(anthropic(server), records);
                    ConversationSession session = ai.resume(id)) {
                assertThat(trace(ask(session, "anthropic:claude-haiku-5-5")))
                        .contains("starts over: other account; the service leaves out");
                assertThat(trace(ask(session, "anthropic:claude-haiku-5-5"))).doesNotContain("starts over");
            }
            assertThat(server.service.refused()).isEmpty();
            assertThat(server.service.dropped()).isEmpty();
            assertThat(server.service.read()).containsExactly(0, 0, 1);
            assertThat(records.toString()).doesNotContain("key-of-organization");
        }
    }

    private static AiRuntime stored(AiProvider provider, Map<String, List<Json>> records) {
        return AiRuntime.builder()
                .addProvider(provider)
                .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                .build();
    }

    @Test
    @DisplayName("P11 blocks that one server has signed are not sent to another one, which cannot decrypt them")
    void p11_otherAddress() {
        Map<String, List<Json>> records = new ConcurrentHashMap<>();
        try (EmulatedAnthropic one = server();
                EmulatedAnthropic two = server()) {
            String id;
            try (AiRuntime ai = stored(anthropic(one), records);
                    ConversationSession session = ai.session(BODY)) {
                id = session.id();
                ask(session, "anthropic:claude-haiku-5-5");
            }
            try (AiRuntime ai = stored(anthropic(two), records);
                    ConversationSession session = ai.resume(id)) {
                AiReturn first = ask(session, "anthropic:claude-haiku-5-5");
                assertThat(first.error()).isEmpty();
                assertThat(trace(first))
                        .contains("starts over: other address; signed parts of 1 earlier answer"
                                + " in message 3 are left out");
                assertThat(trace(ask(session, "anthropic:claude-haiku-5-5"))).doesNotContain("starts over");
            }
            try (AiRuntime ai = stored(anthropic(one), records);
                    ConversationSession session = ai.resume(id)) {
                assertThat(ask(session, "anthropic:claude-haiku-5-5").error()).isEmpty();
            }
            assertThat(one.service.refused()).isEmpty();
            assertThat(two.service.refused()).isEmpty();
            assertThat(one.service.dropped()).isEmpty();
            assertThat(two.service.dropped()).isEmpty();
            assertThat(two.service.read()).containsExactly(0, 1);
            assertThat(one.service.read()).containsExactly(0, 1);
        }
    }

    @Test
    @DisplayName(
            "P11 encrypted reasoning of another organization or model is left out, and read again when its own is back")
    void p11_openAi() throws IOException {
        try (EncryptingServer server = new EncryptingServer();
                AiRuntime ai = AiRuntime.builder().addProvider(openAi(server)).build();
                ConversationSession session = ai.session(BODY)) {
            ask(session, "openai:gpt-6.2");
            AiReturn model = ask(session, "openai:gpt-6.2-mini");
            key = KEYS.get(1);
            AiReturn account = ask(session, "openai:gpt-6.2-mini");
            key = KEYS.get(0);
            AiReturn back = ask(session, "openai:gpt-6.2");
            AiReturn same = ask(session, "openai:gpt-6.2");

            assertThat(server.refused).isEmpty();
            assertThat(server.dropped).isEmpty();
            assertThat(server.read).containsExactly(0, 0, 0, 1, 2);
            assertThat(trace(model)).contains("other model than gpt-6.2; signed parts of 1 earlier answer");
            assertThat(trace(account)).contains("other account; signed parts of 2 earlier answers");
            assertThat(trace(back)).contains("other account; signed parts of 2 earlier answers");
            assertThat(trace(same)).doesNotContain("starts over");
        }
    }

    @Test
    @DisplayName("P11 a key that was replaced is another account, unless the account has a name")
    void p11_replacedKey() throws IOException {
        for (boolean named : List.of(true, false)) {
            try (EncryptingServer server = new EncryptingServer();
                    AiRuntime ai = AiRuntime.builder()
                            .addProvider(named ? openAi(server, builder -> builder.account("firm")) : openAi(server))
                            .build();
                    ConversationSession session = ai.session(BODY)) {
                key = "key-of-organization-1-1";
                ask(session, "openai:gpt-6.2");
                key = "key-of-organization-1-2";
                AiReturn second = ask(session, "openai:gpt-6.2");

                assertThat(server.refused).isEmpty();
                assertThat(server.read).containsExactly(0, named ? 1 : 0);
                assertThat(trace(second).contains("starts over: other account")).isNotEqualTo(named);
            }
        }
    }

    @Test
    @DisplayName("P11 another provider and back: each has what it has written, and the trace says where it starts over")
    void p11_otherProvider() throws IOException {
        try (EmulatedAnthropic claude = server();
                EncryptingServer gpt = new EncryptingServer();
                AiRuntime ai = AiRuntime.builder()
                        .addProvider(anthropic(claude))
                        .addProvider(openAi(gpt))
                        .build();
                ConversationSession session = ai.session(BODY)) {
            ask(session, "anthropic:claude-opus-5-5");
            assertThat(trace(ask(session, "openai:gpt-6.2")))
                    .contains("starts over: other provider than anthropic; signed parts of 1 earlier answer");
            ask(session, "openai:gpt-6.2");
            ask(session, "anthropic:claude-opus-5-5");
            ask(session, "anthropic:claude-opus-5-5");

            assertThat(claude.service.refused()).isEmpty();
            assertThat(claude.service.dropped()).isEmpty();
            assertThat(claude.service.read()).containsExactly(0, 1, 2);
            assertThat(gpt.refused).isEmpty();
            assertThat(gpt.read).containsExactly(0, 1);
        }
    }

    @Test
    @DisplayName(
            "P11 no request of a random sequence of models and accounts is refused, and each reads all that it can")
    void p11_randomSequences() throws IOException {
        for (int seed = 0; seed < 15; seed++) {
            Random random = new Random(seed);
            List<String> asked = new ArrayList<>();
            try (EmulatedAnthropic claude = server();
                    EncryptingServer gpt = new EncryptingServer();
                    AiRuntime ai = AiRuntime.builder()
                            .addProvider(anthropic(claude))
                            .addProvider(openAi(gpt))
                            .build();
                    ConversationSession session = ai.session(BODY)) {
                List<Integer> ofGpt = new ArrayList<>();
                for (int i = 0; i < 12; i++) {
                    key = KEYS.get(random.nextInt(2));
                    boolean claudes = random.nextBoolean();
                    String model = claudes
                            ? "anthropic:" + CLAUDE.get(random.nextInt(CLAUDE.size()))
                            : "openai:" + GPT.get(random.nextInt(GPT.size()));
                    String reader = model + " " + key;
                    if (!claudes) {
                        ofGpt.add((int) asked.stream().filter(reader::equals).count());
                    }
                    asked.add(reader);
                    AiReturn ret = ask(session, model);
                    assertThat(ret.error()).as("seed %s: %s", seed, asked).isEmpty();
                }
                assertThat(claude.service.refused())
                        .as("seed %s: %s", seed, asked)
                        .isEmpty();
                assertThat(claude.service.dropped())
                        .as("seed %s: %s", seed, asked)
                        .isEmpty();
                assertThat(gpt.refused).as("seed %s: %s", seed, asked).isEmpty();
                assertThat(gpt.dropped).as("seed %s: %s", seed, asked).isEmpty();
                assertThat(gpt.read).as("seed %s: %s", seed, asked).isEqualTo(ofGpt);
            }
        }
    }
}
