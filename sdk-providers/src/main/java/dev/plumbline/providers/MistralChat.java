package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import java.net.URI;

/**
 * Mistral: chat completions with rules of its own for ids and the order of messages, and with thinking in parts.
 * Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Safe for any number of
 * threads. Threads, connections and the timer begin with the first call and end with {@link #close}.
 */
public final class MistralChat extends ProviderClient {
    private static final URI HOME = URI.create("https://api.mistral.ai/v1");

    private MistralChat(ProviderConfig wire) {
        super(ApiFormat.CHAT, wire);
    }

    /**
     * A builder for {@code https://api.mistral.ai/v1} under the id {@code mistral}; its key is usually in
     * {@code MISTRAL_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException when it is empty
     */
    public static ProviderBuilder<MistralChat> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("mistral", defaultModel), HOME, address -> ServerDialect.MISTRAL, MistralChat::new);
    }
}
