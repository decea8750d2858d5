package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo.Capability;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeModelsTest {
    private static final byte[] PRICES = file(
            "{'id': 'scripted:script', 'prices': {'from': '1970-01-01', 'source': 'a test', 'input': '1', 'cachedInput': '0.1', 'output': '3', 'currency': 'USD'}}");

    private final ScriptedProvider provider = ScriptedProvider.create().usage(Usage.of(1000, 100));

    @Test
    @Tag("B15")
    @Tag("B20")
    void cost_isSaidForTheTurnAndTheSession() {
        provider.callsTool("nobody", Map.of()).says("done").says("again");
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(provider)
                        .addModels(PRICES)
                        .build();
                ConversationSession session = ai.session(AiBody.builder().build())) {

            AiReturn turn = session.send("Draw a wall.");
            session.send("And another.");

            assertThat(turn.cost()).map(Cost::toString).contains("0.0026 USD");
            assertThat(session.cost()).map(Cost::toString).contains("0.0039 USD");
        }
    }

    @Test
    void cost_ofAnAnswerFromTheCacheIsNothing() {
        provider.says("done");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addModels(PRICES)
                .cache(ResponseStore.inMemory(10))
                .build()) {
            ai.send("Draw a wall.");
            assertThat(ai.send("Draw a wall.").cost()).map(Cost::toString).contains("0 USD");
        }
    }

    @Test
    @DisplayName("O1 a runtime estimates a body with its own options and tools, and sends nothing")
    void o1_estimate_hasOptionsAndTools() {
        AiBody body = AiBody.of("x".repeat(4_000));
        try (AiRuntime plain = AiRuntime.builder()
                        .addProvider(provider)
                        .addModels(PRICES)
                        .build();
                AiRuntime tooled = AiRuntime.builder()
                        .addProvider(provider)
                        .addModels(PRICES)
                        .addTools(new Walls())
                        .defaults(SessionOptions.ofModel(
                                ModelOptions.builder().maxOutputTokens(100).build()))
                        .build()) {
            assertThat(plain.estimate(body)).map(Cost::toString).contains("0.004 USD");
            BigDecimal withTools = tooled.estimate(body).orElseThrow().amount();
            AiBody filtered = body.toBuilder().toolFilter("").build();
            BigDecimal without = tooled.estimate(filtered).orElseThrow().amount();
            assertThat(without).isEqualByComparingTo("0.0013");
            assertThat(withTools).isGreaterThan(without);
            ModelOptions short50 = ModelOptions.builder().maxOutputTokens(50).build();
            assertThat(tooled.estimate(filtered, SessionOptions.ofModel(short50)))
                    .map(Cost::toString)
                    .contains("0.00115 USD");
            assertThat(plain.estimate(body, SessionOptions.ofModel(ModelId.parse("scripted:another"))))
                    .isEmpty();
        }
        assertThat(provider.calls()).isEmpty();
    }

    static final class Walls {
        @Tool("Draws a straight wall and returns its number.")
        int drawWall(int length) {
            return length;
        }
    }

    @Test
    void cost_withoutAPrice_isAbsent() {
        provider.says("done");
        try (AiRuntime ai = AiRuntime.of(provider);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            assertThat(session.send("Draw a wall.").cost()).isEmpty();
            assertThat(session.cost()).isEmpty();
        }
    }

    @Test
    @DisplayName("N11 a call to which nothing came costs nothing that is known of, and leaves the sum as it was")
    void n11_failureWithoutAnAnswer_leavesTheCost(@TempDir Path folder) {
        provider.says("one").fails(AiError.Category.AUTHENTICATION).says("three");
        String id;
        try (AiRuntime ai = priced(folder)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            id = session.id();
            session.send("Draw a wall.");
            assertThat(session.send("And another.").isOk()).isFalse();
            session.send("And a third.");
            assertThat(session.cost()).map(Cost::toString).contains("0.0026 USD");
        }
        try (AiRuntime ai = priced(folder)) {
            assertThat(ai.resume(id).cost()).map(Cost::toString).contains("0.0026 USD");
        }
    }

    private AiRuntime priced(Path folder) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addModels(PRICES)
                .journal(folder)
                .build();
    }

    @Test
    @DisplayName("N11 the cost of a conversation is known after a restart, unless that of an answer was not")
    void n11_cost_isKnownAfterARestart(@TempDir Path folder) {
        provider.says("one").says("two");
        String id;
        try (AiRuntime ai = priced(folder)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            id = session.id();
            session.send("Draw a wall.");
        }
        try (AiRuntime ai = priced(folder)) {
            ConversationSession session = ai.resume(id);
            assertThat(session.cost()).map(Cost::toString).contains("0.0013 USD");
            session.send("And another.");
            assertThat(session.cost()).map(Cost::toString).contains("0.0026 USD");
            assertThat(session.usage()).isEqualTo(Usage.of(2_000, 200).withCalls(2));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("N11 a stopped answer is billed and not reported: its cost and that of the conversation are unknown")
    void n11_costOfAStoppedAnswer_isUnknown(boolean inputReported, @TempDir Path folder) {
        List<AiDelta> begun = new ArrayList<>(List.of(new AiDelta.Text("tw")));
        if (inputReported) { // as Anthropic does, before the first piece
            begun.add(0, new AiDelta.UsageReport(Usage.of(1_000, 1)));
        }
        provider.says("one")
                .failsAfter(begun, AiError.of(AiError.Category.CANCELLED, "stopped", "stopped by the user"))
                .says("three");
        String id;
        try (AiRuntime ai = priced(folder)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            id = session.id();
            session.send("Draw a wall.");
            AiReturn cut = session.send("And another.");
            assertThat(cut.partialText()).isEqualTo("tw");
            assertThat(cut.cost()).isEmpty();
            assertThat(session.cost()).isEmpty();
            assertThat(ai.metrics().session(id).calls().cost())
                    .map(Cost::toString)
                    .contains("0.0013 USD");
        }
        try (AiRuntime ai = priced(folder)) {
            ConversationSession session = ai.resume(id);
            session.send("And a third.");
            assertThat(session.cost()).isEmpty();
        }
    }

    @Test
    @Tag("SH6")
    @Tag("M3")
    void refresh_replacesTheSnapshotAndLeavesTheOldOneAlone() {
        try (AiRuntime ai = AiRuntime.of(provider)) {
            ModelCatalog before = ai.models();

            ModelCatalog after = ai.refreshModels(file("{'id': 'scripted:eyes', 'can': ['IMAGE_INPUT']}"));

            assertThat(before.all()).isEmpty();
            assertThat(ai.models()).isSameAs(after);
            assertThat(after.require(Capability.IMAGE_INPUT).id()).isEqualTo(ModelId.parse("scripted:eyes"));
            assertThatThrownBy(() -> ai.refreshModels(file("{'id': 'scripted:eyes', 'can': ['FLY']}")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(ai.models()).isSameAs(after);
        }
    }

    private static byte[] file(String rows) {
        return ("{'format': 'plumbline-models/1', 'models': [" + rows + "]}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8);
    }
}
