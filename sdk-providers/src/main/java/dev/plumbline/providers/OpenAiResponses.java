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
 * A provider for OpenAI responses. The server stores nothing unless {@link #STORE} is set: reasoning arrives encrypted,
 * is kept in the transcript as opaque data, and is sent back at its position. Encodes a call, sends it and decodes the
 * stream; retries and waits are policies around it. Thread-safe. Threads, connections and the timer are created by the
 * first call and released by {@link #close}.
 */
public final class OpenAiResponses extends ProviderClient {
    /** Whether OpenAI stores the response; default: false. */
    public static final TypedKey<Boolean> STORE = ProviderOptionKeys.STORE;

    /**
     * The summary of the reasoning: {@code auto} (default), {@code concise}, {@code detailed}, or {@code none}. Accounts
     * that OpenAI has not verified get none.
     */
    public static final TypedKey<String> REASONING_SUMMARY = ProviderOptionKeys.REASONING_SUMMARY;

    /** A name that routes requests with the same beginning to the same prompt cache. */
    public static final TypedKey<String> PROMPT_CACHE_KEY = ProviderOptionKeys.PROMPT_CACHE_KEY;

    /** The length of answers: {@code low}, {@code medium} or {@code high}. */
    public static final TypedKey<String> VERBOSITY = ProviderOptionKeys.VERBOSITY;

    /** The names of the tools that may be called, an array; all tools are sent, so that the prompt cache is kept. */
    public static final TypedKey<Json> ALLOWED_TOOLS = ProviderOptionKeys.ALLOWED_TOOLS;

    /** Whether arguments must keep to the schemas of tools; left out for tools whose schema the service refuses. */
    public static final TypedKey<Boolean> STRICT_TOOLS = ProviderOptionKeys.STRICT_TOOLS;

    /**
     * Tools that the service runs, an array in its own form, for example {@code [{"type":"tool_search"}]}. With it, tools
     * with the tag {@code deferred} are loaded when the model searches for them.
     */
    public static final TypedKey<Json> SERVER_TOOLS = ProviderOptionKeys.SERVER_TOOLS;

    private static final URI HOME = URI.create("https://api.openai.com/v1");

    private OpenAiResponses(ProviderConfig wire) {
        super(ApiFormat.RESPONSES, wire);
    }

    /**
     * Returns a builder for the service and its small default model, which may change with new versions of this
     * library.
     */
    public static ProviderBuilder<OpenAiResponses> builder() {
        return builder(BuiltInModels.defaultModel("openai"));
    }

    /**
     * Returns a builder for {@code https://api.openai.com/v1} with the id {@code openai}; the key is usually in {@code
     * OPENAI_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<OpenAiResponses> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("openai", defaultModel), HOME, ServerDialect::guess, OpenAiResponses::new);
    }
}
