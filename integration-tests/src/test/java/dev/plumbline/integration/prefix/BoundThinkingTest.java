package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Budget;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.tool.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A conversation goes on although something before its thinking has changed, with the default model of Anthropic. */
@Timeout(120)
class BoundThinkingTest {

    private static final AiBody BODY = AiBody.builder().toolFilter("*").build();

    private final AtomicInteger calls = new AtomicInteger();

    private static List<Json> answers(Json request) {
        return List.of(PrefixCheckingServer.text("Yes."));
    }

    /** Returns a builder of a runtime with a policy that rewrites the first question, as no policy of ours does. */
    private AiRuntime.Builder changing(PrefixCheckingServer server) {
        RequestPolicy clock = call -> {
            List<Interaction> said = new ArrayList<>(call.effective());
            said.set(0, Interaction.user("Call " + calls.incrementAndGet()));
            return call.withEffective(said);
        };
        return runtime(server, provider -> provider).addPolicy("clock", 1, clock);
    }

    private static AiRuntime.Builder runtime(
            PrefixCheckingServer server, UnaryOperator<ProviderBuilder<AnthropicMessages>> more) {
        return AiRuntime.builder()
                .addProvider(more.apply(AnthropicMessages.builder()
                                .apiKey(Secret.of("key".toCharArray()))
                                .baseUrl(server.address())
                                .streaming(false))
                        .build());
    }

    private static Json binding(Json request) {
        return request.at("/thinking/block_binding/prefix_mismatch_behavior");
    }

    @Test
    @DisplayName("P1 a conversation whose first question is rewritten is asked again once, and goes on")
    void p1_rewrittenQuestion_isAskedAgainOnce() throws IOException {
        try (PrefixCheckingServer server = new PrefixCheckingServer(BoundThinkingTest::answers);
                AiRuntime ai = changing(server).build();
                ConversationSession session = ai.session(BODY)) {
            assertThat(session.send("One?").isOk()).isTrue();
            AiReturn second = session.send("Two?");
            AiReturn third = session.send("Three?");

            assertThat(second.error()).isEmpty();
            assertThat(second.trace().steps().toString())
                    .contains("asked again without thinking", "prefix_binding_mismatch");
            assertThat(third.error()).isEmpty();
            assertThat(server.refused).hasSize(1);
            assertThat(server.dropped).isNotEmpty();
            assertThat(binding(server.requests.get(0)).exists()).isFalse();
            assertThat(server.requests.subList(2, 4))
                    .allMatch(request -> binding(request).asText().equals("drop_block"));
        }
    }

    @Test
    @DisplayName("P1 a resumed conversation remembers that its thinking was refused")
    void p1_resumed_isNotRefusedAgain() throws IOException {
        Map<String, List<Json>> records = new ConcurrentHashMap<>();
        try (PrefixCheckingServer server = new PrefixCheckingServer(BoundThinkingTest::answers)) {
            String id;
            try (AiRuntime ai = changing(server)
                            .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                            .build();
                    ConversationSession session = ai.session(BODY)) {
                id = session.id();
                session.send("One?");
                session.send("Two?");
            }
            try (AiRuntime ai = changing(server)
                            .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                            .build();
                    ConversationSession session = ai.resume(id)) {
                assertThat(session.send("Three?").error()).isEmpty();
            }
            assertThat(server.refused).hasSize(1);
        }
    }

    @Test
    @DisplayName("P1 a conversation that was not refused sends nothing of it, and one setting sends it always")
    void p1_setting_sendsItAlways() throws IOException {
        ModelOptions always = ModelOptions.builder()
                .addExtra(AnthropicMessages.DROP_CHANGED_THINKING, true)
                .build();
        try (PrefixCheckingServer server = new PrefixCheckingServer(BoundThinkingTest::answers);
                AiRuntime ai = changing(server).build();
                ConversationSession session =
                        ai.session(BODY, SessionOptions.builder().model(always).build())) {
            session.send("One?");
            session.send("Two?");

            assertThat(server.refused).isEmpty();
            assertThat(server.requests).allMatch(request -> binding(request).exists());
        }
        try (PrefixCheckingServer server = new PrefixCheckingServer(BoundThinkingTest::answers);
                AiRuntime ai = runtime(server, provider -> provider).build();
                ConversationSession session = ai.session(BODY)) {
            session.send("One?");
            session.send("Two?");

            assertThat(server.refused).isEmpty();
            assertThat(server.requests).noneMatch(request -> binding(request).exists());
        }
    }

    @Test
    @DisplayName("P1 F11 where redaction took a value out, thinking is left out and not dropped by the service")
    void p1_f11_redacted_isLeftOut() throws IOException {
        try (PrefixCheckingServer server = new PrefixCheckingServer(BoundThinkingTest::answers);
                AiRuntime ai = changing(server)
                        .redaction(RedactionOptions.ofDefaults())
                        .build();
                ConversationSession session = ai.session(BODY)) {
            session.send("One?");
            AiReturn second = session.send("Write to jane@example.org.");
            AiReturn third = session.send("Three?");

            assertThat(second.error()).isEmpty();
            assertThat(second.trace().steps().toString()).contains("all of it is left out");
            assertThat(third.error()).isEmpty();
            assertThat(server.refused).hasSize(1);
            assertThat(server.dropped).isEmpty();
            assertThat(server.requests.subList(2, 4))
                    .allMatch(request -> !request.text().contains("\"signature\"")
                            && !binding(request).exists());
        }
    }

    /** Tools that the model calls until they are forbidden. */
    public static final class Plan {
        @Tool("Draws a wall")
        public String draw() {
            return "drawn";
        }
    }

    @Test
    @DisplayName("P13 the last round of a turn is not refused")
    void p13_lastRound_isNotRefused() throws IOException {
        try (PrefixCheckingServer server = new PrefixCheckingServer(request -> List.of(
                        request.get("tool_choice").exists()
                                ? PrefixCheckingServer.text("Done.")
                                : PrefixCheckingServer.call(request, "draw")));
                AiRuntime ai = runtime(server, provider -> provider)
                        .addTools(new Plan())
                        .build();
                ConversationSession session = ai.session(
                        BODY,
                        SessionOptions.builder()
                                .budget(Budget.ofDefaults().withRounds(3))
                                .build())) {
            AiReturn ret = session.send("Draw.");

            assertThat(ret.error()).isEmpty();
            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(server.requests).hasSize(4);
            assertThat(server.refused).isEmpty();
        }
    }
}
