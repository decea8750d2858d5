package dev.plumbline.integration.crash;

import dev.plumbline.body.AiBody;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.Batch;
import dev.plumbline.store.FileBudgetStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.IntStream;

/** A program that spends a limit that it shares with others, and prints what it has spent. */
final class BudgetChild {
    static final String LIMIT = "0.40";

    /** 100 tokens of this model cost 0.001 USD. */
    private static final String PRICES =
            "{\"format\": \"plumbline-models/1\", \"models\": [{\"id\": \"openai:some-model\","
                    + " \"prices\": {\"from\": \"1970-01-01\", \"source\": \"a test\", \"input\": \"10\", \"output\": \"10\","
                    + " \"currency\": \"USD\"}}]}";

    private BudgetChild() {}

    /** Arguments: address of the service, file of the budgets. */
    public static void main(String[] arguments) throws IOException {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(OpenAiChat.builder("some-model")
                        .apiKey(Secret.of("k".toCharArray()))
                        .baseUrl(arguments[0])
                        .build())
                .addModels(PRICES.getBytes(StandardCharsets.UTF_8))
                .spending(SpendingLimits.of("USD").withDay(LIMIT))
                .budgets(FileBudgetStore.of(Path.of(arguments[1])))
                .clock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)) // one day, also at midnight
                .build()) {
            Batch.Progress end = ai.batch(IntStream.range(0, 1_000)
                            .mapToObj(i -> AiBody.of("question " + i))
                            .toList())
                    .forEach(answer -> {});
            String why = end.stopped().map(error -> error.code()).orElse("");
            System.out.println(
                    why + " " + end.failed() + " " + end.costs().get(0).amount().toPlainString());
        }
    }
}
