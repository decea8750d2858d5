package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import javax.swing.JLabel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of docs/cost.md. */
@Timeout(120)
class CostDocTest {
    /** 1 USD for a million tokens sent, a tenth of it for those read from the prompt cache, 1.25 for those written, 5 for those received. */
    private static final byte[] PRICES = ("{\"format\":\"plumbline-models/1\",\"models\":[{\"id\":\"scripted:script\","
                    + "\"prices\":{\"from\":\"2026-01-01\",\"input\":\"1\",\"cachedInput\":\"0.1\",\"cacheWrites\":\"1.25\",\"output\":\"5\","
                    + "\"currency\":\"USD\",\"source\":\"a test\"}}]}")
            .getBytes(StandardCharsets.UTF_8);

    private final ScriptedProvider model =
            ScriptedProvider.create().usage(Usage.of(20_000, 1_000).withCachedInput(10_000));

    private AiRuntime.Builder priced() {
        return AiRuntime.builder().addProvider(model).addModels(PRICES);
    }

    private static String printed(AiRuntime ai, String question) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AskWithPrice.ask(ai, question, new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    @DisplayName("O1 a program shows an estimate, the answer and its cost, and the limit when it is reached")
    void o1_program_showsEstimateAndCost() {
        model.says("Lead.").says("Brass.");
        try (AiRuntime ai =
                priced().spending(SpendingLimits.of("USD").withDay("0.02")).build()) {
            assertThat(printed(ai, "x".repeat(400)))
                    .isEqualTo("Estimate: $0.0051\nLead.\nCost: $0.016, 21000 tokens\n");
            assertThat(printed(ai, "Of what?"))
                    .isEqualTo("Estimate: $0.005\nThe spending limit is reached.\nCost: unknown, 0 tokens\n");
        }
    }

    @Test
    @DisplayName("O1 the prices of the page's file are those of the program's model")
    void o1_fileOfThePage_hasThePriceOfItsModel() throws IOException {
        try (ScriptedServer server = ScriptedServer.onPort(0);
                AiRuntime ai = AiRuntime.builder()
                        .addProvider(AnthropicMessages.builder("claude-haiku-4-5")
                                .apiKey(Secret.of("key".toCharArray()))
                                .baseUrl(server.address().toString())
                                .build())
                        .addModels(Files.readAllBytes(Path.of("../../docs/prices.json")))
                        .build()) {
            server.otherwise(AnthropicScript.create().says("Lead."));
            assertThat(ai.estimate(AiBody.of("Of what?"))).isPresent();
            assertThat(printed(ai, "Of what?")).contains("Estimate: $0.005", "Lead.", "Cost: $");
        }
    }

    @Test
    @DisplayName("O1 P8 the option of the page asks Anthropic to cache what was sent for an hour")
    void o1_promptCache_isAskedFor() {
        try (ScriptedServer server = ScriptedServer.onPort(0);
                AiRuntime ai = CostExamples.withPromptCacheForAnHour(AnthropicMessages.builder("claude-haiku-4-5")
                        .apiKey(Secret.of("key".toCharArray()))
                        .baseUrl(server.address().toString())
                        .build())) {
            server.otherwise(AnthropicScript.create().says("Lead."));
            AiBody body = AiBody.builder()
                    .addSystem("You draw floor plans.")
                    .addUser("Of what?")
                    .build();
            assertThat(ai.send(body).text()).isEqualTo("Lead.");
            assertThat(server.requests().get(0).text()).contains("cache_control", "\"ttl\":\"1h\"");
        }
    }

    @Test
    @DisplayName("O1 an estimate decides before a question is sent, and a label shows what it cost")
    void o1_label_showsTheCost() {
        model.says("Lead.").says("Brass.");
        JLabel label = new JLabel();
        try (AiRuntime ai = priced().build();
                ConversationSession session = ai.session(AiBody.builder().build())) {
            session.observe(CostExamples.costLine(ai, session, label));
            assertThat(CostExamples.costsLessThan(new BigDecimal("0.01"), ai, session, "Of what?"))
                    .isTrue();
            assertThat(CostExamples.costsLessThan(new BigDecimal("0.001"), ai, session, "Of what?"))
                    .isFalse();
            assertThat(session.send("Of what?").isOk()).isTrue();
            assertThat(session.send("And a level?").isOk()).isTrue();
            Await.until(() -> label.getText().contains(digits("0.032")), label::getText);
            assertThat(label.getText()).startsWith("This answer: ").contains(digits("0.016"));
            assertThat(model.calls()).hasSize(2);
        }
    }

    private static String digits(String amount) {
        return AskWithPrice.shown(Optional.of(new Cost(new BigDecimal(amount), "USD")), Locale.getDefault());
    }

    @Test
    @DisplayName("O1 what the prompt cache saved is the price of the same tokens without it, less the cost")
    void o1_promptCache_savesTheDifference() {
        model.says("Lead.");
        try (AiRuntime ai = priced().build()) {
            AiReturn ret = ai.send("Of what?");
            assertThat(CostExamples.savedByThePromptCache(ai, ret))
                    .hasValueSatisfying(saved -> assertThat(saved).isEqualByComparingTo("0.009"));
        }
    }

    @Test
    @DisplayName("P9 what is written to the prompt cache and not read costs more than without the cache")
    void p9_writes_saveNothing() {
        model.usage(Usage.of(20_000, 1_000).withCacheWrites(10_000)).says("Lead.");
        try (AiRuntime ai = priced().build()) {
            AiReturn ret = ai.send("Of what?");
            assertThat(ret.cost()).map(Cost::toString).contains("0.0275 USD");
            assertThat(CostExamples.savedByThePromptCache(ai, ret))
                    .hasValueSatisfying(saved -> assertThat(saved).isEqualByComparingTo("-0.0025"));
        }
    }

    @Test
    @DisplayName("O1 a cached answer costs nothing, and an estimate says what it would have cost")
    void o1_cachedAnswer_costsNothing() {
        model.says("Lead.");
        try (AiRuntime ai = priced().cache(ResponseStore.inMemory(10)).build()) {
            assertThat(printed(ai, "Of what?")).contains("Cost: $0.016");
            assertThat(printed(ai, "Of what?")).isEqualTo("Estimate: $0.005\nLead.\nCost: $0.00, 0 tokens\n");
        }
    }
}
