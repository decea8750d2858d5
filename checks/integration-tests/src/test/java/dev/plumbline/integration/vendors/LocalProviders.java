package dev.plumbline.integration.vendors;

import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import java.net.URI;

/** Builders of our providers for a server on this machine. */
final class LocalProviders {
    static final Secret KEY = Secret.of("test-key".toCharArray());

    private LocalProviders() {}

    static ProviderBuilder<?> chat(URI base) {
        return OpenAiChat.builder("m")
                .baseUrl(base.toString())
                .dialect("openai")
                .apiKey(KEY);
    }

    static ProviderBuilder<?> responses(URI base) {
        return OpenAiResponses.builder("m").baseUrl(base.toString()).apiKey(KEY);
    }

    static ProviderBuilder<?> messages(URI base) {
        return AnthropicMessages.builder("m").baseUrl(base.toString()).apiKey(KEY);
    }

    /** The one for the service whose recording begins with that name. */
    static ProviderBuilder<?> like(String name, URI base) {
        return switch (name.split("-", 2)[0]) {
            case "anthropic" -> messages(base);
            case "bedrock" -> responses(base);
            case "deepseek" -> OpenAiChat.deepSeek("m").baseUrl(base.toString()).apiKey(KEY);
            default -> name.startsWith("openai-responses") ? responses(base) : chat(base);
        };
    }
}
