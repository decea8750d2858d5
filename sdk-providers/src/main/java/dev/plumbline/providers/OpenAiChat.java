package dev.plumbline.providers;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Key;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.Exchange;
import dev.plumbline.http.Transport;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.schema.SchemaDialect;
import java.net.URI;

/**
 * OpenAI chat completions and everything that speaks it: Azure, Groq, OpenRouter, Ollama, llama.cpp, LM Studio, vLLM.
 * Encodes a call, sends it, decodes what streams back; retries and waits are layers around it. Safe for any number of
 * threads. Threads, connections and the timer begin with the first call and end with {@link #close}; on JDK 17 to 20 the
 * HTTP client's own thread goes with the next garbage collection.
 */
public final class OpenAiChat implements AiProvider {
    /** How urgent a call is to OpenAI: {@code auto}, {@code default}, {@code flex}, {@code priority}. */
    public static final Key<String> SERVICE_TIER = Key.of("openai.service_tier", String.class);

    private static final URI OPENAI = URI.create("https://api.openai.com/v1");

    private final Wire wire;
    private final ChatEncoder encoder;
    private final Requests requests;
    private final Transport transport;

    private OpenAiChat(Wire wire) {
        this.wire = wire;
        this.encoder = new ChatEncoder(wire.id(), wire.dialect());
        this.requests = new Requests(wire, "/chat/completions");
        this.transport = new Transport(wire.id(), wire.timeouts(), wire.network(), wire.time());
    }

    /**
     * A builder for {@code https://api.openai.com/v1} under the id {@code openai}; its key usually lies in
     * {@code OPENAI_API_KEY}.
     *
     * @param defaultModel the model that answers when nobody names one
     * @throws IllegalArgumentException when it is empty
     */
    public static ProviderBuilder<OpenAiChat> model(String defaultModel) {
        return new Wiring<>(new ModelId("openai", defaultModel), OPENAI, OpenAiChat::new);
    }

    @Override
    public AiReturn call(AiCall call) {
        Exchange exchange;
        try {
            exchange = transport.exchange(requests.request(call, encoder.encode(call)), call.spending());
        } catch (JsonException e) {
            return failed(
                    call,
                    AiError.of(AiError.Category.INVALID_REQUEST, "json", "the call has no JSON form: " + e.rule()));
        } catch (AiException e) {
            return failed(call, e.error());
        }
        Answer answer = new Answer(wire.id(), call.sink());
        return new WireCall(call, exchange, answer, new ChatDecoder(answer)).run();
    }

    private static AiReturn failed(AiCall call, AiError error) {
        return AiReturn.builder()
                .error(error)
                .model(call.model())
                .ids(call.ids())
                .build();
    }

    @Override
    public String id() {
        return wire.id();
    }

    @Override
    public String defaultModel() {
        return wire.model();
    }

    @Override
    public String endpoint() {
        return wire.base().toString();
    }

    @Override
    public SchemaDialect schemaDialect() {
        return wire.dialect().schemas();
    }

    @Override
    public void close() {
        transport.close();
    }

    /** Whether every connection is free or closed. */
    boolean isIdle() {
        return transport.isIdle();
    }

    /** The provider's id, its default model and where it is; never the key. */
    @Override
    public String toString() {
        return "OpenAiChat[" + wire.id() + ":" + wire.model() + " at "
                + wire.base().getHost() + "]";
    }
}
