package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import java.net.URI;

/**
 * DeepSeek: chat completions whose reasoning goes back with the tool calls it led to.
 * Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Safe for any number of
 * threads. Threads, connections and the timer begin with the first call and end with {@link #close}.
 */
public final class DeepSeekChat extends ProviderClient {
    private static final URI HOME = URI.create("https://api.deepseek.com");

    private DeepSeekChat(ProviderConfig wire) {
        super(ApiFormat.CHAT, wire);
    }

    /**
     * A builder for {@code https://api.deepseek.com} under the id {@code deepseek}; its key is usually in
     * {@code DEEPSEEK_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException when it is empty
     */
    public static ProviderBuilder<DeepSeekChat> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("deepseek", defaultModel), HOME, address -> ServerDialect.DEEPSEEK, DeepSeekChat::new);
    }
}
