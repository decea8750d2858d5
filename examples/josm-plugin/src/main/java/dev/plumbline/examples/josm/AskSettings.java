package dev.plumbline.examples.josm;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.SecretStore;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import java.util.Arrays;
import java.util.Set;
import org.openstreetmap.josm.spi.preferences.Config;

/**
 * Who is asked, from the host's preferences. The key itself is in the environment and not in them.
 *
 * @param service where the model is
 * @param url the address of {@link Service#OTHER}, {@code /v1} included; of the others, empty for their own
 * @param model the name of the model; empty for the default of the service
 * @param key the environment variable that holds the key; empty for that of the service, or for none at another address
 */
record AskSettings(Service service, String url, String model, String key) {
    static final Set<String> KEYS = Set.of("plumbline.service", "plumbline.url", "plumbline.model", "plumbline.key");

    static AskSettings load() {
        String url = read("url");
        String service = read("service");
        return new AskSettings(
                Arrays.stream(Service.values())
                        .filter(known -> known.name().equals(service))
                        .findFirst()
                        .orElse(url.isEmpty() ? Service.OPENAI : Service.OTHER),
                url,
                read("model"),
                read("key"));
    }

    private static String read(String name) {
        return Config.getPref().get("plumbline." + name).strip();
    }

    void save() {
        Config.getPref().put("plumbline.service", service.name());
        Config.getPref().put("plumbline.url", url);
        Config.getPref().put("plumbline.model", model);
        Config.getPref().put("plumbline.key", key);
    }

    /**
     * Returns the provider, which follows the host's proxies by itself.
     *
     * @throws IllegalArgumentException if the address is not allowed
     * @throws dev.plumbline.event.AiException if a setting is missing
     */
    AiProvider provider() {
        ProviderBuilder<?> builder = switch (service) {
            case OPENAI -> model.isEmpty() ? OpenAiResponses.builder() : OpenAiResponses.builder(model);
            case ANTHROPIC -> model.isEmpty() ? AnthropicMessages.builder() : AnthropicMessages.builder(model);
            case GEMINI -> model.isEmpty() ? GeminiGenerateContent.builder() : GeminiGenerateContent.builder(model);
            case OTHER -> model.isEmpty() ? OpenAiChat.builder() : OpenAiChat.builder(model);
        };
        if (!url.isEmpty()) {
            builder.baseUrl(url);
        }
        String variable = key.isEmpty() ? service.key : key;
        return (variable.isEmpty()
                        ? builder
                        : builder.apiKey(SecretStore.environment().secret(variable)))
                .build();
    }

    /** Where the model is. */
    enum Service {
        OPENAI("OpenAI", "OPENAI_API_KEY"),
        ANTHROPIC("Anthropic", "ANTHROPIC_API_KEY"),
        GEMINI("Google Gemini", "GEMINI_API_KEY"),
        /** Any service with chat completions, e.g. a program on this machine. */
        OTHER("Another service, at this address", "");

        private final String title;
        private final String key;

        Service(String title, String key) {
            this.title = title;
            this.key = key;
        }

        @Override
        public String toString() {
            return title;
        }
    }
}
