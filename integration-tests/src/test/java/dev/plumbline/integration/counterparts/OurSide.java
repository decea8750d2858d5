package dev.plumbline.integration.counterparts;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.DeepSeekChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import java.net.URI;

/** Our providers for a server on this machine. */
final class OurSide {
    static final Secret KEY = Secret.of("test-key".toCharArray());

    private OurSide() {}

    static AiProvider chat(URI base) {
        return OpenAiChat.model("m")
                .baseUrl(base.toString())
                .dialect("openai")
                .apiKey(KEY)
                .build();
    }

    static AiProvider responses(URI base) {
        return OpenAiResponses.model("m").baseUrl(base.toString()).apiKey(KEY).build();
    }

    static AiProvider messages(URI base) {
        return AnthropicMessages.model("m").baseUrl(base.toString()).apiKey(KEY).build();
    }

    /** The provider for the service whose recording begins with that name. */
    static AiProvider like(String name, URI base) {
        return switch (name.split("-", 2)[0]) {
            case "anthropic" -> messages(base);
            case "bedrock" -> responses(base);
            case "deepseek" ->
                DeepSeekChat.model("m").baseUrl(base.toString()).apiKey(KEY).build();
            default -> name.startsWith("openai-responses") ? responses(base) : chat(base);
        };
    }
}
