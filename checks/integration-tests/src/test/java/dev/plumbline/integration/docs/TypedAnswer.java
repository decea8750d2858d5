package dev.plumbline.integration.docs;

import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;

public final class TypedAnswer {
    record Window(int width, int sill) {}

    public static void main(String[] args) {
        try (AiRuntime ai =
                AiRuntime.of(OpenAiResponses.builder().apiKeyFromEnv().build())) {
            Window window = ai.send("Which window fits above a kitchen counter? In millimetres.", Window.class);
            System.out.println(window.width() + " mm wide, " + window.sill() + " mm above the floor");
        }
    }
}
