package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import java.net.URI;

/**
 * A provider for Ollama's own format, {@code /api/chat}: with the size of the context, the time that a model stays
 * loaded, thinking, and an error in place of a conversation that is cut silently. Encodes a call, sends it and decodes
 * the stream; retries and waits are policies around it. Thread-safe. Threads, connections and the timer are created by
 * the first call and released by {@link #close}.
 */
public final class OllamaChat extends ProviderClient {
    /** The size of the context in tokens ({@code num_ctx}); default: that of the server. */
    public static final TypedKey<Integer> CONTEXT_SIZE = ProviderOptionKeys.CONTEXT_SIZE;

    /** How long the model stays loaded after the call, for example {@code 10m}; {@code 0} unloads it, {@code -1} never. */
    public static final TypedKey<String> KEEP_ALIVE = ProviderOptionKeys.KEEP_ALIVE;

    private static final URI HOME = URI.create("http://localhost:11434");

    private OllamaChat(ProviderConfig wire) {
        super(ApiFormat.OLLAMA, wire);
    }

    /**
     * Returns a builder for {@code http://localhost:11434} with the id {@code ollama}. No key is needed on this machine;
     * for {@code https://ollama.com} it is usually in {@code OLLAMA_API_KEY}.
     *
     * @param defaultModel the model of calls that name none; the server must have it
     * @throws IllegalArgumentException if it is empty
     */
    public static ProviderBuilder<OllamaChat> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("ollama", defaultModel), HOME, address -> ServerDialect.OLLAMA, OllamaChat::new);
    }
}
