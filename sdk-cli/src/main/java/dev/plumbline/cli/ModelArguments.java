package dev.plumbline.cli;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.DeepSeekChat;
import dev.plumbline.providers.MistralChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The arguments that say which model is asked, and where it is. */
final class ModelArguments {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "What the server speaks: ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given.")
    private Format format = Format.openai;

    @Option(names = "--base-url", paramLabel = "URL", description = "The server; the provider's own unless given.")
    private @Nullable String baseUrl;

    @Option(names = "--model", paramLabel = "NAME", description = "The model to ask; a small one unless given.")
    private @Nullable String model;

    /** Whether there is anything to ask: an address, or a key in the environment. */
    boolean isGiven() {
        return baseUrl != null || hasKey();
    }

    private boolean hasKey() {
        return System.getenv(format.key) != null;
    }

    /**
     * The provider that is asked.
     *
     * @throws IllegalArgumentException when there is neither key nor address, or the address is refused
     */
    AiProvider provider() {
        if (!isGiven()) {
            throw new IllegalArgumentException(
                    "no model to ask: set " + format.key + ", or give --base-url of a server");
        }
        ProviderBuilder<?> builder = format.asking(model == null ? format.model : model);
        if (hasKey()) {
            builder.apiKeyFromEnv();
        }
        if (baseUrl != null) {
            builder.baseUrl(baseUrl);
        }
        return builder.build();
    }

    /** What a server speaks, by the name a person types. */
    @SuppressWarnings("java:S115") // picocli shows the constants as they are written
    enum Format {
        openai("OPENAI_API_KEY", "gpt-5-mini"),
        responses("OPENAI_API_KEY", "gpt-5-mini"),
        anthropic("ANTHROPIC_API_KEY", "claude-haiku-4-5"),
        mistral("MISTRAL_API_KEY", "mistral-small-latest"),
        deepseek("DEEPSEEK_API_KEY", "deepseek-chat");

        private final String key;
        private final String model;

        Format(String key, String model) {
            this.key = key;
            this.model = model;
        }

        private ProviderBuilder<?> asking(String name) {
            return switch (this) {
                case openai -> OpenAiChat.builder(name);
                case responses -> OpenAiResponses.builder(name);
                case anthropic -> AnthropicMessages.builder(name);
                case mistral -> MistralChat.builder(name);
                case deepseek -> DeepSeekChat.builder(name);
            };
        }
    }
}
