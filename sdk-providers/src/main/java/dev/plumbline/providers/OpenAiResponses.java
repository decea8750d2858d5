package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Key;
import dev.plumbline.call.ModelId;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.schema.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.net.URI;
import java.util.List;

/**
 * OpenAI responses. Nothing is kept on the server unless {@link #STORE} says so: reasoning comes encrypted, is kept in the
 * transcript as opaque data, and goes back in its place.
 * Encodes a call, sends it, decodes what streams back; retries and waits are layers around it. Safe for any number of
 * threads. Threads, connections and the timer begin with the first call and end with {@link #close}; on JDK 17 to 20 the
 * HTTP client's own thread goes with the next garbage collection.
 */
public final class OpenAiResponses implements AiProvider {
    /** Whether OpenAI keeps the response; it does not unless this is set. */
    public static final Key<Boolean> STORE = OptionKeys.STORE;

    private static final URI HOME = URI.create("https://api.openai.com/v1");

    private final WireClient client;

    private OpenAiResponses(Wire wire) {
        this.client = new WireClient(Format.RESPONSES, wire);
    }

    /**
     * A builder for {@code https://api.openai.com/v1} under the id {@code openai}; its key usually lies in
     * {@code OPENAI_API_KEY}.
     *
     * @param defaultModel the model that answers when nobody names one
     * @throws IllegalArgumentException when it is empty
     */
    public static ProviderBuilder<OpenAiResponses> builder(String defaultModel) {
        return new ProviderBuilder<>(new ModelId("openai", defaultModel), HOME, Dialect::guess, OpenAiResponses::new);
    }

    /**
     * The body of the request by which a call would be sent; nothing is sent, and it holds no key.
     *
     * @throws dev.plumbline.json.JsonException when a text has no UTF-8 form
     */
    public byte[] encode(AiCall call) {
        return client.encode(call);
    }

    @Override
    public AiReturn call(AiCall call) {
        return client.call(call);
    }

    @Override
    public String id() {
        return client.wire().id();
    }

    @Override
    public String defaultModel() {
        return client.wire().model();
    }

    @Override
    public String endpoint() {
        return client.wire().base().toString();
    }

    @Override
    public List<ModelInfo> models() {
        return ShippedModels.of(client.wire());
    }

    @Override
    public SchemaDialect schemaDialect() {
        return client.wire().dialect().schemas();
    }

    @Override
    public void warmUp() {
        client.warmUp();
    }

    @Override
    public Subscription retain() {
        return client.retain();
    }

    @Override
    public void close() {
        client.close();
    }

    /** The provider's id, its default model and where it is; never the key. */
    @Override
    public String toString() {
        return "OpenAiResponses[" + client + "]";
    }
}
