package dev.plumbline.integration.docs;

import dev.plumbline.body.Interaction;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;

public final class SmallestPolicy {
    public static void main(String[] args) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(OpenAiResponses.builder().apiKeyFromEnv().build())
                .addRequestPolicy(
                        "units", call -> call.withAdded(new Interaction.System("All lengths are millimetres.")))
                .addResponsePolicy("dashes", (ret, call) -> ret.mapText(text -> text.replace('–', '-')))
                .build()) {
            System.out.println(ai.send("How long is a brick?").text());
            System.out.print(ai.describe());
        }
    }
}
