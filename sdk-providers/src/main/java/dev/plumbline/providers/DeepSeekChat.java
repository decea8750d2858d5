package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.BuiltInModels;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;

/**
 * A provider for DeepSeek: chat completions whose reasoning is sent back with the tool calls that followed it. Encodes
 * a call, sends it and decodes the stream; retries and waits are policies around it. Thread-safe. Threads, connections
 * and the timer are created by the first call and released by {@link #close}.
 */
public final class DeepSeekChat extends ProviderClient {
    private static final URI HOME = URI.create("https://api.deepseek.com");

    private DeepSeekChat(ProviderConfig wire) {
        super(ApiFormat.CHAT, wire);
    }

    /**
     * Returns a builder for the service and its small default model, which may change with new versions of this
     * library.
     */
    public static ProviderBuilder<DeepSeekChat> builder() {
        return builder(BuiltInModels.defaultModel("deepseek"));
    }

    /**
     * Returns a builder for {@code https://api.deepseek.com} with the id {@code deepseek}; the key is usually in {@code
     * DEEPSEEK_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<DeepSeekChat> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("deepseek", defaultModel), HOME, address -> ServerDialect.DEEPSEEK, DeepSeekChat::new);
    }
}
