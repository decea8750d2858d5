package dev.plumbline.integration.docs;

import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;

public final class Hello {
    public static void main(String[] args) {
        try (AiRuntime ai =
                AiRuntime.of(OpenAiResponses.builder().apiKeyFromEnv().build())) {
            System.out.println(ai.send("What is a plumb line?").text());
        }
    }
}
