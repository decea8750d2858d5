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
 * A provider for Anthropic messages. Signed thinking is kept in the transcript as opaque data and sent back at its
 * position; {@link dev.plumbline.call.SessionOptions.PromptCacheHint} sets the content to keep in the prompt cache. Encodes a call,
 * sends it and decodes the stream; retries and waits are policies around it. Thread-safe. Threads, connections and the
 * timer are created by the first call and released by {@link #close}.
 */
public final class AnthropicMessages extends ProviderClient {
    /** Whether the answer cites the documents of the conversation; the citations are opaque parts of the answer. */
    public static final TypedKey<Boolean> CITATIONS = ProviderOptionKeys.CITATIONS;

    /** Whether arguments must keep to the schemas of tools; left out for tools whose schema the service refuses. */
    public static final TypedKey<Boolean> STRICT_TOOLS = ProviderOptionKeys.STRICT_TOOLS;

    /**
     * Tools that the service runs, an array in its own form, for example {@code
     * [{"type":"tool_search_tool_bm25_20251119","name":"tool_search_tool_bm25"}]}. With it, tools with the tag {@code
     * deferred} are loaded when the model searches for them.
     */
    public static final TypedKey<Json> SERVER_TOOLS = ProviderOptionKeys.SERVER_TOOLS;

    /**
     * Whether the service is always asked to drop thinking that no longer fits the content before it. Without this
     * option it is asked once it has refused a request of the conversation. On accounts created before 31 August 2026
     * the service checks only requests that ask for it, so the option may cost thinking that is read otherwise.
     */
    public static final TypedKey<Boolean> DROP_CHANGED_THINKING = ProviderOptionKeys.DROP_CHANGED_THINKING;

    private static final URI HOME = URI.create("https://api.anthropic.com/v1");

    private AnthropicMessages(ProviderConfig wire) {
        super(ApiFormat.MESSAGES, wire);
    }

    /**
     * Returns a builder for the service and its small default model, which may change with new versions of this
     * library.
     */
    public static ProviderBuilder<AnthropicMessages> builder() {
        return builder(BuiltInModels.defaultModel("anthropic"));
    }

    /**
     * Returns a builder for {@code https://api.anthropic.com/v1} with the id {@code anthropic}; the key is usually in
     * {@code ANTHROPIC_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<AnthropicMessages> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("anthropic", defaultModel),
                HOME,
                address -> ServerDialect.ANTHROPIC,
                AnthropicMessages::new);
    }
}
