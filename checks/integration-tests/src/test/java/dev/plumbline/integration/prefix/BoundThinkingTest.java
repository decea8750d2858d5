package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.tool.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A conversation goes on although something before its thinking has changed, with the default model of Anthropic. */
@Timeout(120)
class BoundThinkingTest {

    private static final AiBody BODY = AiBody.builder().toolFilter("*").build();

    /** A conversation with thinking that a program has stored without what it was bound to. */
    private static final AiBody STORED = AiBody.builder()
            .addUser("Zero?")
            .add(new Interaction.Assistant(List.of(
                    new Part.Opaque(
                            "anthropic", Json.parse("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"s\"}")),
                    Part.text("Yes."))))
            .toolFilter("*")
            .build();

    private final AtomicInteger calls = new AtomicInteger();

    private static AnthropicScript answers(Json request) {
        return EmulatedAnthropic.says("Yes.");
    }

    private static AiRuntime.Builder runtime(EmulatedAnthropic server) {
        return runtime(server, provider -> provider);
    }

    private static AiRuntime.Builder runtime(
            EmulatedAnthropic server, UnaryOperator<ProviderBuilder<AnthropicMessages>> more) {
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
    @DisplayName("P1 a conversation with thinking that is refused is asked again once, and goes on")
    void p1_refusedThinking_isAskedAgainOnce() throws IOException {
        try (EmulatedAnthropic server = new EmulatedAnthropic(BoundThinkingTest::answers);
                AiRuntime ai = runtime(server).build();
                ConversationSession session = ai.session(STORED)) {
            AiReturn first = session.send("One?");
            AiReturn second = session.send("Two?");

            assertThat(first.error()).isEmpty();
            assertThat(first.trace().steps().toString())
                    .contains("asked again without thinking", "prefix_binding_mismatch");
            assertThat(second.error()).isEmpty();
            assertThat(server.service.refused()).hasSize(1);
            assertThat(server.service.dropped()).isNotEmpty();
            assertThat(binding(server.requests().get(0)).exists()).isFalse();
            assertThat(server.requests().subList(1, 3))
                    .allMatch(request -> binding(request).asText().equals("drop_block"));
        }
    }

    @Test
    @DisplayName("P1 a resumed conversation remembers that its thinking was refused")
    void p1_resumed_isNotRefusedAgain() throws IOException {
        Map<String, List<Json>> records = new ConcurrentHashMap<>();
        try (EmulatedAnthropic server = new EmulatedAnthropic(BoundThinkingTest::answers)) {
            String id;
            try (AiRuntime ai = runtime(server)
                            .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                            .build();
                    ConversationSession session = ai.session(STORED)) {
                id = session.id();
                session.send("One?");
                session.send("Two?");
            }
            try (AiRuntime ai = runtime(server)
                            .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                            .build();
                    ConversationSession session = ai.resume(id)) {
                assertThat(session.send("Three?").error()).isEmpty();
            }
            assertThat(server.service.refused()).hasSize(1);
        }
    }

    @Test
    @DisplayName("P1 a conversation that was not refused sends nothing of it, and one setting sends it always")
    void p1_setting_sendsItAlways() throws IOException {
        ModelOptions always = ModelOptions.builder()
                .addExtra(AnthropicMessages.DROP_CHANGED_THINKING, true)
                .build();
        try (EmulatedAnthropic server = new EmulatedAnthropic(BoundThinkingTest::answers);
                AiRuntime ai = runtime(server).build();
                ConversationSession session =
                        ai.session(BODY, SessionOptions.builder().model(always).build())) {
            session.send("One?");
            session.send("Two?");

            assertThat(server.service.refused()).isEmpty();
            assertThat(server.requests()).allMatch(request -> binding(request).exists());
        }
        try (EmulatedAnthropic server = new EmulatedAnthropic(BoundThinkingTest::answers);
                AiRuntime ai = runtime(server, provider -> provider).build();
                ConversationSession session = ai.session(BODY)) {
            session.send("One?");
            session.send("Two?");

            assertThat(server.service.refused()).isEmpty();
            assertThat(server.requests()).noneMatch(request -> binding(request).exists());
        }
    }

    @Test
    @DisplayName("P1 F11 where redaction took a value out, thinking is left out and not dropped by the service")
    void p1_f11_redacted_isLeftOut() throws IOException {
        try (EmulatedAnthropic server = new EmulatedAnthropic(BoundThinkingTest::answers);
                AiRuntime ai =
                        runtime(server).redaction(RedactionOptions.ofDefaults()).build();
                ConversationSession session = ai.session(STORED)) {
            AiReturn first = session.send("Write to jane@example.org.");
            AiReturn second = session.send("Two?");

            assertThat(first.error()).isEmpty();
            assertThat(first.trace().steps().toString()).contains("all of it is left out");
            assertThat(second.error()).isEmpty();
            assertThat(server.service.refused()).hasSize(1);
            assertThat(server.service.dropped()).isEmpty();
            assertThat(server.requests().subList(1, 3))
                    .allMatch(request -> !request.text().contains("\"signature\"")
                            && !binding(request).exists());
        }
    }

    @Test
    @DisplayName("P1 a policy that rewrites what was sent starts over once, and nothing is refused")
    void p1_rewritingPolicy_startsOver() throws IOException {
        AtomicBoolean rewrites = new AtomicBoolean();
        RequestPolicy policy = call -> {
            List<Interaction> said = new ArrayList<>(call.effective());
            said.set(0, Interaction.user(rewrites.get() ? "[hidden]" : "One?"));
            return call.withEffective(said);
        };
        try (EmulatedAnthropic server = new EmulatedAnthropic(BoundThinkingTest::answers);
                AiRuntime ai = runtime(server).addPolicy("rewriting", 1, policy).build();
                ConversationSession session = ai.session(BODY)) {
            session.send("One?");
            session.send("Two?");
            rewrites.set(true);
            AiReturn third = session.send("Three?");
            AiReturn fourth = session.send("Four?");

            assertThat(third.trace().table()).contains("starts over: other messages before message 2");
            assertThat(fourth.trace().table()).doesNotContain("starts over");
            assertThat(server.service.refused()).isEmpty();
            assertThat(server.service.dropped()).isEmpty();
            assertThat(server.requests().get(3).text().split("signature", -1)).hasSize(2);
        }
    }

    @Test
    @DisplayName("F11 a password that is recognised late is in no later request, nor what was bound to it")
    void f11_lateSecret_startsOver() throws IOException {
        try (EmulatedAnthropic server = new EmulatedAnthropic(BoundThinkingTest::answers);
                AiRuntime ai =
                        runtime(server).redaction(RedactionOptions.ofDefaults()).build();
                ConversationSession session = ai.session(BODY)) {
            session.send("The box is called Nairobi-4711-Xq.");
            session.send("password: Nairobi-4711-Xq");
            AiReturn third = session.send("Three?");

            assertThat(third.error()).isEmpty();
            assertThat(server.service.refused()).isEmpty();
            assertThat(server.service.dropped()).isEmpty();
            assertThat(server.requests().get(1).text()).doesNotContain("Nairobi", "signature");
            assertThat(server.requests().get(2).text())
                    .doesNotContain("Nairobi")
                    .contains("signature");
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
        try (EmulatedAnthropic server = new EmulatedAnthropic(
                        request -> request.get("tool_choice").exists()
                                ? EmulatedAnthropic.says("Done.")
                                : EmulatedAnthropic.calls("draw"));
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
            assertThat(server.requests()).hasSize(4);
            assertThat(server.service.refused()).isEmpty();
        }
    }
}
