package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.BuiltInModels;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;

/**
 * A provider for Mistral: chat completions with different rules for ids and the order of messages, and with thinking in
 * parts. Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Thread-safe.
 * Threads, connections and the timer are created by the first call and released by {@link #close}.
 */
public final class MistralChat extends ProviderClient {
    private static final URI HOME = URI.create("https://api.mistral.ai/v1");

    private MistralChat(ProviderConfig wire) {
        super(ApiFormat.CHAT, wire);
    }

    /**
     * Returns a builder for the service and its small default model, which may change with new versions of this
     * library.
     */
    public static ProviderBuilder<MistralChat> builder() {
        return builder(BuiltInModels.defaultModel("mistral"));
    }

    /**
     * Returns a builder for {@code https://api.mistral.ai/v1} with the id {@code mistral}; the key is usually in {@code
     * MISTRAL_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<MistralChat> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("mistral", defaultModel), HOME, address -> ServerDialect.MISTRAL, MistralChat::new);
    }
}
