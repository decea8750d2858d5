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
    /** With the login of Google Cloud; project and region are its address. */
    VERTEX("Google Vertex AI", "GOOGLE_API_KEY", false),
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

    /** Returns whether the service has no default model. */
    boolean needsModel() {
        return this == OLLAMA || this == BEDROCK || this == VERTEX;
    }

    boolean needsKey() {
        return needsKey;
    }

    /**
     * Returns a builder.
     *
     * @param model empty for the default of the service
     * @param address for Vertex AI project and region; not read otherwise
     * @throws IllegalArgumentException for an address of Vertex AI that is not so
     */
    ProviderBuilder<?> builder(String model, String address) {
        return switch (this) {
            case OPENAI -> model.isEmpty() ? OpenAiResponses.builder() : OpenAiResponses.builder(model);
            case ANTHROPIC -> model.isEmpty() ? AnthropicMessages.builder() : AnthropicMessages.builder(model);
            case GEMINI -> model.isEmpty() ? GeminiGenerateContent.builder() : GeminiGenerateContent.builder(model);
            case VERTEX -> {
                String[] place = address.split("/", -1);
                if (place.length != 2) {
                    throw new IllegalArgumentException("not project/region");
                }
                yield GeminiGenerateContent.vertex(model, place[0], place[1]).tokenSource(TokenSource.google());
            }
            case MISTRAL -> model.isEmpty() ? OpenAiChat.mistral() : OpenAiChat.mistral(model);
            case DEEPSEEK -> model.isEmpty() ? OpenAiChat.deepSeek() : OpenAiChat.deepSeek(model);
            case BEDROCK -> BedrockConverse.builder(model).tokenSource(TokenSource.aws());
            case OLLAMA -> OllamaChat.builder(model);
            case OTHER -> model.isEmpty() ? OpenAiChat.builder() : OpenAiChat.builder(model);
        };
    }
}
