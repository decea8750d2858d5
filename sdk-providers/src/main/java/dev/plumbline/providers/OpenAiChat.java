package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.BuiltInModels;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;

/**
 * A provider for OpenAI chat completions and compatible servers: Azure, Groq, OpenRouter, Ollama, llama.cpp, LM Studio,
 * vLLM. Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Thread-safe.
 * Threads, connections and the timer are created by the first call and released by {@link #close}.
 */
public final class OpenAiChat extends ProviderClient {
    /** The service tier of a call at OpenAI: {@code auto}, {@code default}, {@code flex}, {@code priority}. */
    public static final TypedKey<String> SERVICE_TIER = ProviderOptionKeys.SERVICE_TIER;

    /** A name that routes requests with the same beginning to the same prompt cache at OpenAI and Azure. */
    public static final TypedKey<String> PROMPT_CACHE_KEY = ProviderOptionKeys.PROMPT_CACHE_KEY;

    /** The length of answers at OpenAI and Azure: {@code low}, {@code medium} or {@code high}. */
    public static final TypedKey<String> VERBOSITY = ProviderOptionKeys.VERBOSITY;

    /** The names of the tools that may be called, an array; all tools are sent, so that the prompt cache is kept. */
    public static final TypedKey<Json> ALLOWED_TOOLS = ProviderOptionKeys.ALLOWED_TOOLS;

    /** Whether arguments must keep to the schemas of tools; left out for tools whose schema the service refuses. */
    public static final TypedKey<Boolean> STRICT_TOOLS = ProviderOptionKeys.STRICT_TOOLS;

    private static final URI HOME = URI.create("https://api.openai.com/v1");

    private OpenAiChat(ProviderConfig wire) {
        super(ApiFormat.CHAT, wire);
    }

    /**
     * Returns a builder for a compatible server, with OpenAI's small default model, which may change with new versions
     * of this library. For OpenAI itself, name a model, or use {@link OpenAiResponses}, which its newest models need
     * for tools: {@code build} fails with CONFIGURATION {@code no-model} at OpenAI's address.
     */
    public static ProviderBuilder<OpenAiChat> builder() {
        return builder(BuiltInModels.defaultModel("openai")).withoutModel();
    }

    /**
     * Returns a builder for {@code https://api.openai.com/v1} with the id {@code openai}; the key is usually in {@code
     * OPENAI_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<OpenAiChat> builder(String defaultModel) {
        return new ProviderBuilder<>(new ModelId("openai", defaultModel), HOME, ServerDialect::guess, OpenAiChat::new);
    }
}
