package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import java.net.URI;

/**
 * OpenAI chat completions and everything that speaks it: Azure, Groq, OpenRouter, Ollama, llama.cpp, LM Studio, vLLM.
 * Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Safe for any number of
 * threads. Threads, connections and the timer begin with the first call and end with {@link #close}.
 */
public final class OpenAiChat extends ProviderClient {
    /** How urgent a call is to OpenAI: {@code auto}, {@code default}, {@code flex}, {@code priority}. */
    public static final TypedKey<String> SERVICE_TIER = ProviderOptionKeys.SERVICE_TIER;

    private static final URI HOME = URI.create("https://api.openai.com/v1");

    private OpenAiChat(ProviderConfig wire) {
        super(ApiFormat.CHAT, wire);
    }

    /**
     * A builder for {@code https://api.openai.com/v1} under the id {@code openai}; its key is usually in
     * {@code OPENAI_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException when it is empty
     */
    public static ProviderBuilder<OpenAiChat> builder(String defaultModel) {
        return new ProviderBuilder<>(new ModelId("openai", defaultModel), HOME, ServerDialect::guess, OpenAiChat::new);
    }
}
