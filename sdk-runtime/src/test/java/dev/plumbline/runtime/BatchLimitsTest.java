package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.FileBudgetStore;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Limits of money beside many calls, and over the end of a program. An answer of these tests costs 0.001 USD. */
@Timeout(60)
class BatchLimitsTest {
    private static final String PRICES = "{\"format\": \"plumbline-models/1\", \"models\": [{\"id\": \"echo:small\","
            + " \"prices\": {\"from\": \"1970-01-01\", \"source\": \"a test\", \"input\": \"10\", \"output\": \"10\","
            + " \"currency\": \"USD\"}}]}";

    @TempDir
    private Path folder;

    private static AiReturn priced(String text) {
        return AiReturn.builder()
                .interactions(List.of(new Interaction.Assistant(List.of(new Part.Text(text)))))
                .usage(Usage.of(50, 50))
                .model(new ModelId("echo", "small"))
                .build();
    }

    private AiRuntime.Builder builder(EchoProvider service, SpendingLimits limits) {
        return AiRuntime.builder()
                .addProvider(service)
                .addModels(PRICES.getBytes(StandardCharsets.UTF_8))
                .clock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)) // one day, also at midnight
                .spending(limits);
    }

    @Test
    @DisplayName("F16 a batch with many calls at a time spends its limit, and leaves the rest for another day")
    void f16_batch_spendsItsLimit() throws IOException {
        Set<String> repeated = ConcurrentHashMap.newKeySet();
        EchoProvider service = new EchoProvider((text, times) -> priced(text));
        Path file = folder.resolve("answers.jsonl");
        try (AiRuntime ai =
                builder(service, SpendingLimits.of("USD").withDay("0.60")).build()) {
            Batch.Progress end = ai.batch(EchoProvider.bodies(1_000))
                    .withParallel(24)
                    .withProgress(now -> now.stopped().ifPresent(why -> repeated.add(why.code())))
                    .writeTo(file);

            assertThat(end.costs()).hasSize(1);
            assertThat(end.costs().get(0).amount()).isBetween(new BigDecimal("0.57"), new BigDecimal("0.60"));
            assertThat(end.failed()).as("none of the rest is a failure").isZero();
            assertThat(end.left()).isEqualTo(1_000 - end.answered());
            assertThat(end.stopped().map(AiError::code)).contains("spending-limit");
            assertThat(repeated).containsExactly("spending-limit");
        }
    }

    @Test
    @DisplayName("F16 a limit whose budgets are in a file goes on in the next program")
    void f16_limitInAFile_outlivesTheProgram() throws IOException {
        EchoProvider service = new EchoProvider((text, times) -> priced(text));
        Path file = folder.resolve("answers.jsonl");
        long answered = 0;
        for (int program = 0; program < 3; program++) {
            try (AiRuntime ai = builder(service, SpendingLimits.of("USD").withDay("0.10"))
                    .budgets(FileBudgetStore.of(folder.resolve("budgets.json")))
                    .build()) {
                answered = ai.batch(EchoProvider.bodies(1_000)).writeTo(file).answered();
            }
        }
        assertThat(answered).as("answers for a thousandth each").isBetween(90L, 100L);
    }

    @Test
    @DisplayName("F7 the limit of a session goes on after it was resumed")
    void f7_limitOfASession_goesOnAfterResume() {
        EchoProvider service = new EchoProvider((text, times) -> priced(text));
        SpendingLimits limits = SpendingLimits.of("USD").withSession("0.02");
        String id = "";
        int answered = 0;
        for (int program = 0; program < 4; program++) {
            try (AiRuntime ai =
                    builder(service, limits).journal(folder.resolve("journal")).build()) {
                ConversationSession session =
                        id.isEmpty() ? ai.session(AiBody.builder().build()) : ai.resume(id);
                id = session.id();
                for (int i = 0; i < 6; i++) {
                    answered += session.send("Question " + i).isOk() ? 1 : 0;
                }
                session.close();
            }
        }
        assertThat(answered).as("at a thousandth each, of 24").isBetween(9, 20);
    }
}
