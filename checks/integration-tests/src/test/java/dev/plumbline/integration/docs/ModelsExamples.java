package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.ModelInfo.Capability;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** The programs of docs/models.md, compiled; a test sees to it that they are the same. */
final class ModelsExamples {

    private ModelsExamples() {}

    static AiReturn look(AiRuntime ai, Path sketch) {
        ModelInfo eyes = ai.models().require(Capability.IMAGE_INPUT);
        AiBody body = AiBody.builder()
                .addUser(Part.text("What is on this sketch?"), Part.image(sketch))
                .build();
        return ai.send(body, SessionOptions.ofModel(eyes.id()));
    }

    static AiRuntime priced(AiProvider provider, Path ours) throws IOException {
        return AiRuntime.builder()
                .addProvider(provider)
                .addModels(Files.readAllBytes(ours))
                .build();
    }

    static void news(AiRuntime ai, Path ours) throws IOException {
        ai.refreshModels(Files.readAllBytes(ours));
    }

    static AiRuntime thrifty(AiProvider provider, Path prices, BudgetStore shared, Function<AiCall, String> login)
            throws IOException {
        return AiRuntime.builder()
                .addProvider(provider)
                .addModels(Files.readAllBytes(prices))
                .spending(SpendingLimits.of("USD")
                        .withTurn("0.50")
                        .withSession("5")
                        .withUser("10", login)
                        .withDay("100"))
                .budgets(shared) // of all programs together
                .build();
    }
}
