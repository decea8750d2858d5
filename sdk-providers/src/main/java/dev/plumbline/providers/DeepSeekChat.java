package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.schema.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.net.URI;
import java.util.List;

/**
 * DeepSeek: chat completions whose reasoning goes back with the tool calls it led to.
 * Encodes a call, sends it, decodes what streams back; retries and waits are layers around it. Safe for any number of
 * threads. Threads, connections and the timer begin with the first call and end with {@link #close}; on JDK 17 to 20 the
 * HTTP client's own thread goes with the next garbage collection.
 */
public final class DeepSeekChat implements AiProvider {
    private static final URI HOME = URI.create("https://api.deepseek.com");

    private final WireClient client;

    private DeepSeekChat(Wire wire) {
        this.client = new WireClient(Format.CHAT, wire);
    }

    /**
     * A builder for {@code https://api.deepseek.com} under the id {@code deepseek}; its key usually lies in
     * {@code DEEPSEEK_API_KEY}.
     *
     * @param defaultModel the model that answers when nobody names one
     * @throws IllegalArgumentException when it is empty
     */
    public static ProviderBuilder<DeepSeekChat> builder(String defaultModel) {
        return new ProviderBuilder<>(
                new ModelId("deepseek", defaultModel), HOME, address -> Dialect.DEEPSEEK, DeepSeekChat::new);
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
        return "DeepSeekChat[" + client + "]";
    }
}
