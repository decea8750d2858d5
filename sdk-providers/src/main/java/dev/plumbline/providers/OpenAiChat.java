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
 * A provider for OpenAI chat completions and compatible servers: Azure, Mistral, DeepSeek, Groq, OpenRouter, Ollama,
 * llama.cpp, LM Studio, vLLM. Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Thread-safe.
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
    private static final URI MISTRAL = URI.create("https://api.mistral.ai/v1");
    private static final URI DEEPSEEK = URI.create("https://api.deepseek.com");

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

    /**
     * Returns a builder for Mistral and its small default model, which may change with new versions of this library; as
     * {@link #mistral(String)}.
     */
    public static ProviderBuilder<OpenAiChat> mistral() {
        return mistral(BuiltInModels.defaultModel("mistral"));
    }

    /**
     * Returns a builder for {@code https://api.mistral.ai/v1} with the id {@code mistral}, whose chat completions have rules
     * of their own for ids and the order of messages, and thinking in parts; the key is usually in {@code MISTRAL_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<OpenAiChat> mistral(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("mistral", defaultModel), MISTRAL, address -> ServerDialect.MISTRAL, OpenAiChat::new);
    }

    /**
     * Returns a builder for DeepSeek and its small default model, which may change with new versions of this library; as
     * {@link #deepSeek(String)}.
     */
    public static ProviderBuilder<OpenAiChat> deepSeek() {
        return deepSeek(BuiltInModels.defaultModel("deepseek"));
    }

    /**
     * Returns a builder for {@code https://api.deepseek.com} with the id {@code deepseek}, whose reasoning is sent back with
     * the tool calls that followed it; the key is usually in {@code DEEPSEEK_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<OpenAiChat> deepSeek(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("deepseek", defaultModel), DEEPSEEK, address -> ServerDialect.DEEPSEEK, OpenAiChat::new);
    }
}
