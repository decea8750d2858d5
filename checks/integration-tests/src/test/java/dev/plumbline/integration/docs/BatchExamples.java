package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.TypeRef;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.Redactor;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.Batch;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.store.FileBudgetStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The programs of docs/batch.md. */
final class BatchExamples {
    private BatchExamples() {}

    record Part(String name, String material, int pieces) {}

    static Batch.Progress read(AiProvider provider, List<String> descriptions, List<String> customers, Path folder)
            throws IOException {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .redaction(RedactionOptions.ofDefaults().withRedactor(Redactor.ofNames(() -> customers)))
                .addModels(Files.readAllBytes(folder.resolve("prices.json"))) // as docs/prices.json
                .spending(SpendingLimits.of("USD").withDay("0.60"))
                .budgets(FileBudgetStore.of(folder.resolve("budgets.json")))
                .cache(DiskResponseStore.of(folder.resolve("cache")))
                .defaults(
                        SessionOptions.builder().output(TypeRef.of(Part.class)).build())
                .build()) {
            return ai.batch(descriptions.stream().map(AiBody::of).toList())
                    .withProgress(System.out::println)
                    .writeTo(folder.resolve("parts.jsonl"));
        }
    }

    static List<Part> parts(Path file) throws IOException {
        try (Stream<Batch.Answer> answers = Batch.read(file)) {
            return answers.filter(each -> each.ret().isOk())
                    .map(each -> each.ret().as(Part.class))
                    .toList();
        }
    }

    static Batch.Progress cheaply(AiRuntime ai, Path bodies, Path answers) throws IOException {
        return ai.batch(bodies).withServiceBatches().writeTo(answers);
    }
}
