package dev.plumbline.cli;

import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.BedrockConverse;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.providers.TokenSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options that select the model and its server. */
final class ModelArguments {
    @Option(
            names = {"--format", "--provider"},
            paramLabel = "FORMAT",
            description = "The API of the server: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Format format = Format.openai;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "The address of the server; the provider's own by default.")
    private @Nullable String baseUrl;

    @Option(names = "--model", paramLabel = "NAME", description = "The model; a small one by default.")
    private @Nullable String model;

    /** Returns whether a model is configured, by an address or a key in the environment. */
    boolean isGiven() {
        return baseUrl != null || hasKey() || format == Format.ollama || format == Format.bedrock;
    }

    private boolean hasKey() {
        return System.getenv(format.key) != null;
    }

    /**
     * Returns the configured provider.
     *
     * @throws IllegalArgumentException if there is neither key nor address, or the address is refused
     */
    AiProvider provider() {
        return builder().build();
    }

    /** Returns the configured provider without streaming; as {@link #provider}. */
    AiProvider wholeAnswers() {
        return builder().streaming(false).build();
    }

    /** Returns the API that requests use, as the table of services names it; empty for formats without claims. */
    String api() {
        return switch (format) {
            case openai -> baseUrl == null ? "responses" : "chat";
            case responses -> "responses";
            case anthropic -> "messages";
            case chat, mistral, deepseek -> "chat";
            case gemini, bedrock, ollama -> "";
        };
    }

    /** Returns the name of format and model, without the address, which may differ between machines. */
    String identity() {
        return format + "/" + (model == null ? "" : model);
    }

    /** Returns whether the requests need a key that is not there. */
    boolean lacksKey() {
        boolean isLocal = baseUrl == null ? format == Format.ollama : EndpointUrls.isLocal(baseUrl);
        return !hasKey() && !isLocal && format != Format.bedrock;
    }

    /** Returns whether there is a key, in which variable, and whether one is needed; never the key. */
    String keyState() {
        if (hasKey()) {
            return format.key + " is set";
        }
        if (lacksKey()) {
            return format.key + " is not set: set it, or use --base-url; doctor --local finds servers here";
        }
        if (format == Format.bedrock) {
            return "the login of AWS is used; " + format.key + " is not set";
        }
        return "not needed on this machine or in the local network; " + format.key + " is not set";
    }

    private ProviderBuilder<?> builder() {
        if (!isGiven()) {
            throw new IllegalArgumentException("no model is configured; set " + format.key + ", or --base-url");
        }
        ProviderBuilder<?> builder = format.asking(model, baseUrl != null);
        if (hasKey()) {
            builder.apiKeyFromEnv();
        }
        if (baseUrl != null) {
            builder.baseUrl(baseUrl);
        }
        return builder;
    }

    /**
     * Returns the models that the service lists now.
     *
     * @throws IllegalArgumentException as {@link #provider} does
     */
    List<ModelInfo> fetchModels() {
        try (AiProvider provider = provider()) {
            return provider.fetchModels();
        }
    }

    /** The API of a server, by the value of the option. */
    @SuppressWarnings("java:S115") // picocli shows the constants as they are written
    enum Format {
        openai("OPENAI_API_KEY"),
        chat("OPENAI_API_KEY"),
        responses("OPENAI_API_KEY"),
        anthropic("ANTHROPIC_API_KEY"),
        mistral("MISTRAL_API_KEY"),
        deepseek("DEEPSEEK_API_KEY"),
        gemini("GEMINI_API_KEY"),
        bedrock("AWS_BEARER_TOKEN_BEDROCK"),
        ollama("OLLAMA_API_KEY");

        private final String key;

        Format(String key) {
            this.key = key;
        }

        private static String named(@Nullable String name, String whose) {
            if (name == null) {
                throw new IllegalArgumentException(
                        whose + " needs a model; name one with --model, or see doctor --local");
            }
            return name;
        }

        private static ProviderBuilder<?> unnamed(boolean elsewhere) {
            if (!elsewhere) {
                throw new IllegalArgumentException("chat completions at OpenAI need a model; name one with --model");
            }
            return OpenAiChat.builder();
        }

        /** Returns a builder; OpenAI itself gets Responses, other servers with its API mostly have chat completions alone. */
        ProviderBuilder<?> asking(@Nullable String name, boolean elsewhere) {
            return switch (this) {
                case openai -> elsewhere ? chat.asking(name, true) : responses.asking(name, false);
                case chat -> name != null ? OpenAiChat.builder(name) : unnamed(elsewhere);
                case responses -> name == null ? OpenAiResponses.builder() : OpenAiResponses.builder(name);
                case anthropic -> name == null ? AnthropicMessages.builder() : AnthropicMessages.builder(name);
                case mistral -> name == null ? OpenAiChat.mistral() : OpenAiChat.mistral(name);
                case bedrock -> BedrockConverse.builder(named(name, "Bedrock")).tokenSource(TokenSource.aws());
                case ollama -> OllamaChat.builder(named(name, "Ollama"));
                case gemini -> name == null ? GeminiGenerateContent.builder() : GeminiGenerateContent.builder(name);
                case deepseek -> name == null ? OpenAiChat.deepSeek() : OpenAiChat.deepSeek(name);
            };
        }
    }
}
