package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import java.net.URI;

/**
 * Anthropic messages. Signed thinking is kept in the transcript as opaque data and goes back in its place; what should be
 * kept in the prompt cache is set by {@link dev.plumbline.call.PromptCacheHint}.
 * Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Safe for any number of
 * threads. Threads, connections and the timer begin with the first call and end with {@link #close}.
 */
public final class AnthropicMessages extends ProviderClient {
    private static final URI HOME = URI.create("https://api.anthropic.com/v1");

    private AnthropicMessages(ProviderConfig wire) {
        super(ApiFormat.MESSAGES, wire);
    }

    /**
     * A builder for {@code https://api.anthropic.com/v1} under the id {@code anthropic}; its key is usually in
     * {@code ANTHROPIC_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException when it is empty
     */
    public static ProviderBuilder<AnthropicMessages> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("anthropic", defaultModel),
                HOME,
                address -> ServerDialect.ANTHROPIC,
                AnthropicMessages::new);
    }
}
