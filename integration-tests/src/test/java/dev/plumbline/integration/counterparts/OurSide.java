package dev.plumbline.integration.counterparts;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import java.net.URI;
import java.util.Optional;

/** Our providers for a server on this machine. */
final class OurSide {
    static final Secret KEY = Secret.of("test-key".toCharArray());

    private OurSide() {}

    static Optional<AiProvider> chat(URI base) {
        return Optional.of(OpenAiChat.model("m")
                .baseUrl(base.toString())
                .dialect("openai")
                .apiKey(KEY)
                .build());
    }

    static Optional<AiProvider> responses(URI base) {
        return Optional.empty();
    }

    static Optional<AiProvider> messages(URI base) {
        return Optional.empty();
    }
}
