package dev.plumbline.assistant;

import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.BedrockConverse;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.providers.TokenSource;
import java.util.Arrays;
import java.util.Optional;

/** A service of models that can be chosen. */
enum Service {
    OPENAI("OpenAI", "OPENAI_API_KEY", true),
    ANTHROPIC("Anthropic", "ANTHROPIC_API_KEY", true),
    GEMINI("Google Gemini", "GEMINI_API_KEY", true),
    MISTRAL("Mistral", "MISTRAL_API_KEY", true),
    DEEPSEEK("DeepSeek", "DEEPSEEK_API_KEY", true),
    /** With the login of AWS, or with a key. */
    BEDROCK("Amazon Bedrock", "AWS_BEARER_TOKEN_BEDROCK", false),
    OLLAMA("Ollama", "OLLAMA_API_KEY", false),
    /** Any service with chat completions at an address, such as a program on this machine. */
    OTHER("", "", false);

    private final String title;
    private final String variable;
    private final boolean needsKey;

    Service(String title, String variable, boolean needsKey) {
        this.title = title;
        this.variable = variable;
        this.needsKey = needsKey;
    }

    static Optional<Service> of(String name) {
        return Arrays.stream(values()).filter(each -> each.name().equals(name)).findFirst();
    }

    /** Returns its name for people; empty for another service. */
    String title() {
        return title;
    }

    /** Returns the usual environment variable of its key; empty if there is none. */
    String variable() {
        return variable;
    }

    boolean needsKey() {
        return needsKey;
    }

    /**
     * Returns a builder.
     *
     * @param model empty for the default of the service
     */
    ProviderBuilder<?> builder(String model) {
        return switch (this) {
            case OPENAI -> model.isEmpty() ? OpenAiResponses.builder() : OpenAiResponses.builder(model);
            case ANTHROPIC -> model.isEmpty() ? AnthropicMessages.builder() : AnthropicMessages.builder(model);
            case GEMINI -> model.isEmpty() ? GeminiGenerateContent.builder() : GeminiGenerateContent.builder(model);
            case MISTRAL -> model.isEmpty() ? OpenAiChat.mistral() : OpenAiChat.mistral(model);
            case DEEPSEEK -> model.isEmpty() ? OpenAiChat.deepSeek() : OpenAiChat.deepSeek(model);
            case BEDROCK -> BedrockConverse.builder(model).tokenSource(TokenSource.aws());
            case OLLAMA -> OllamaChat.builder(model);
            case OTHER -> model.isEmpty() ? OpenAiChat.builder() : OpenAiChat.builder(model);
        };
    }
}
