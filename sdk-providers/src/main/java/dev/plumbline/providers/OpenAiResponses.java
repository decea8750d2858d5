package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import java.net.URI;

/**
 * OpenAI responses. Nothing is kept on the server unless {@link #STORE} says so: reasoning comes encrypted, is kept in the
 * transcript as opaque data, and goes back in its place.
 * Encodes a call, sends it and decodes the stream; retries and waits are policies around it. Safe for any number of
 * threads. Threads, connections and the timer begin with the first call and end with {@link #close}.
 */
public final class OpenAiResponses extends ProviderClient {
    /** Whether OpenAI keeps the response; it does not unless this is set. */
    public static final TypedKey<Boolean> STORE = ProviderOptionKeys.STORE;

    private static final URI HOME = URI.create("https://api.openai.com/v1");

    private OpenAiResponses(ProviderConfig wire) {
        super(ApiFormat.RESPONSES, wire);
    }

    /**
     * A builder for {@code https://api.openai.com/v1} under the id {@code openai}; its key is usually in
     * {@code OPENAI_API_KEY}.
     *
     * @param defaultModel the model of calls that name none
     * @throws IllegalArgumentException when it is empty
     */
    public static ProviderBuilder<OpenAiResponses> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("openai", defaultModel), HOME, ServerDialect::guess, OpenAiResponses::new);
    }
}
