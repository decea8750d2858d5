package dev.plumbline.providers;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.format.ProviderOptionKeys;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A provider for Ollama's own format, {@code /api/chat}: with the size of the context, the time that a model stays
 * loaded, thinking, and an error instead of a conversation that is cut silently. Encodes a call, sends it and decodes
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
     * Downloads a model to the server; as {@code ollama pull}. It may take hours; a repeated download continues.
     *
     * @param model its name, for example {@code qwen3:8b}
     * @param cancellation ends the download
     * @param listener is called on the calling thread whenever the server reports progress
     * @throws dev.plumbline.event.AiException if the server cannot download it, or it is cancelled
     */
    public void pull(String model, Cancellation cancellation, Consumer<Progress> listener) {
        Json body = Json.object().with("model", model).with("stream", true);
        service().lines("/api/pull", body, cancellation, line -> {
            if (line.get("error").exists()) {
                ProviderErrorBody said = new ProviderErrorBody(
                        "",
                        "",
                        OptionalInt.empty(),
                        line.get("error").findText().orElse(""));
                return Optional.of(ProviderErrorMapper.of(said));
            }
            listener.accept(Progress.of(line));
            return Optional.empty();
        });
    }

    /**
     * The progress of a download.
     *
     * @param step what the server does, for example {@code pulling manifest}, and at the end {@code success}
     * @param done the bytes of the current file that are there
     * @param total the bytes of the current file; 0 for a step without one
     */
    public record Progress(String step, long done, long total) {
        private static Progress of(Json line) {
            return new Progress(
                    line.get("status").findText().orElse(""),
                    JsonDocumentStream.tokens(line.get("completed")),
                    JsonDocumentStream.tokens(line.get("total")));
        }
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
