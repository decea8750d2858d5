package dev.plumbline.integration.docs;

import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import java.nio.charset.StandardCharsets;

/** The programs of docs/slow-local-model.md. */
final class SlowModelExamples {
    private SlowModelExamples() {}

    static AiRuntime withOllama(String address, Object tools) {
        return AiRuntime.builder()
                .addProvider(OllamaChat.builder("qwen3").baseUrl(address).build())
                .defaults(SessionOptions.ofModel(ModelOptions.builder()
                        .addExtra(OllamaChat.CONTEXT_SIZE, 4_096) // its window, in tokens
                        .addExtra(OllamaChat.KEEP_ALIVE, "30m") // so that it is not loaded for each question
                        .build()))
                .addTools(tools)
                .build();
    }

    static AiRuntime withLlama(String address, Object tools) {
        String models = """
                {"format": "plumbline-models/1",
                 "models": [{"id": "llama:qwen3", "contextTokens": 4096}]}
                """;
        return AiRuntime.builder()
                .addProvider(
                        OpenAiChat.builder("qwen3").id("llama").baseUrl(address).build())
                .addModels(models.getBytes(StandardCharsets.UTF_8))
                .addTools(tools)
                .build();
    }
}
